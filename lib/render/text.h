// A Report, or bare diagnostics, as text: for people, for the model that wrote the answer, and for services that show
// it beside a change. Values from documents and files are escaped. Pure.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "model/git_log.h"
#include "model/input.h"
#include "model/report.h"

namespace aptix::render {

enum class Verbosity : uint8_t { quiet, normal, verbose };
enum class Purpose : uint8_t { change, validate };  // validate lists the blocks and says whether the input is valid

struct TextOptions {
  bool colour_out = false;
  bool colour_err = false;
  bool diff = false;               // --diff: `out` holds the diff alone, even an empty one
  bool feedback = false;           // --feedback: `out` holds that alone
  bool diff_for_terminal = false;  // escape --diff; otherwise it is exact, as git apply needs it
  Verbosity verbosity = Verbosity::normal;
  Purpose purpose = Purpose::change;
  std::string undo = "'aptix undo'";                    // how a transaction is taken back
  size_t width = 120;                                   // terminal cells an excerpt may take
  uint64_t messages = 100;                              // errors shown, and warnings
  std::span<const std::unique_ptr<Input>> inputs = {};  // for excerpts
};

struct Text {
  std::string out;  // standard output
  std::string err;  // standard error
};

// Summary of the files on `out`, messages on `err`. With --diff the summary is on `err`, too.
Text render_text(const Report& report, const TextOptions& options);

// The last line on standard error, with --json, too, so that nobody misses that less was done than asked for: how many
// edits were not found; "" when none.
std::string skipped_edits(const Report& report);

// Warnings, then errors, each with its place, notes and hint; "" when there is nothing to say.
std::string render_diagnostics(const Diagnostics& diagnostics, const TextOptions& options);

// What `git apply` would say, line by line, in its words: no codes, no places. "" under quiet.
std::string render_git_lines(std::span<const GitLine> lines, const TextOptions& options);

// A diff as it is, or for a terminal.
std::string diff_text(std::string_view diff, const TextOptions& options);

// "1 file", "4,312 files"
std::string count_of(uint64_t number, std::string_view noun);

// One line of an input with a caret under a column.
// What a line looks like on a terminal, cut to `width` cells around the column.
struct Excerpt {
  std::string text;  // escaped; a tab is one space; "..." where something was cut
  size_t caret = 0;  // cells before the caret in `text`
};

// `column` counts code points from 1; one past the end stands after the last character.
// REQUIRES: width >= 20.
Excerpt excerpt(std::string_view line, uint64_t column, size_t width);

// What a run has to tell the model that wrote the answer, so that its next one is right: what was applied, what was
// not and why, with the file's own lines, and the form to answer in.

struct FeedbackOptions {
  uint64_t max_tokens = 0;  // an estimate, 3.5 bytes each; 0: no limit
};

// Most useful first; what is beyond the limit is counted at the end. "" when there is nothing to say.
std::string feedback(const Report& report, const FeedbackOptions& options);

// What a check has to say, as services show it beside the lines of a change: annotations of GitHub's workflows, and
// SARIF. A finding stands at the file that it is about and the nearest line of it, or else at its place in the answer.

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
