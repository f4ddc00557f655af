// What a check has to say, as services show it beside the lines of a change: annotations of GitHub's workflows, and
// SARIF. A finding stands at the file that it is about and the nearest line of it, or else at its place in the answer.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace aptix::render {

struct AnnotationOptions {
  std::string prefix = {};        // of the paths of files, below the top of the repository: "" or "a/b"
  std::string input_prefix = {};  // of those of the inputs, likewise
  std::string version = {};       // of aptix
};

// Lines '::error file=...::message', errors first, each kind sorted by path and line.
std::string github_annotations(const Diagnostics& said, const AnnotationOptions& options);

// The same as a table in Markdown, for the summary of a step.
std::string github_summary(const Diagnostics& said, const AnnotationOptions& options);

// One run in SARIF 2.1.0, within GitHub's limits. What has no place in the repository is a notification of the run.
std::string sarif(const Diagnostics& said, const AnnotationOptions& options);

}  // namespace aptix::render
