// A Report, or diagnostics alone, as text: for people, for the model that wrote the answer, and for services that show
// it beside a change. Text from documents and files is escaped. Pure.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "model/git_log.h"
#include "model/input.h"
#include "model/report.h"

namespace aptix::render {

enum class Verbosity : uint8_t { quiet, normal, verbose };
enum class Purpose : uint8_t { change, validate };  // validate lists the blocks and tells whether the input is valid

struct TextOptions {
  bool colour_out = false;
  bool colour_err = false;
  bool diff = false;               // --diff: `out` is only the diff, even an empty one
  bool feedback = false;           // --feedback: `out` is only that
  bool diff_for_terminal = false;  // escape --diff; otherwise exact, as git apply needs it
  Verbosity verbosity = Verbosity::normal;
  Purpose purpose = Purpose::change;
  std::string undo = "'aptix undo'";                    // the command that undoes the transaction
  size_t width = 120;                                   // terminal cells for an excerpt
  uint64_t messages = 100;                              // errors shown, and warnings shown
  std::span<const std::unique_ptr<Input>> inputs = {};  // for excerpts
};

struct Text {
  std::string out;  // standard output
  std::string err;  // standard error
};

// Summary of the files on `out`, messages on `err`. With --diff and --feedback the summary is on `err`, too.
Text render_text(const Report& report, const TextOptions& options);

// The number of edits that were not found, or "". The last line on standard error, also with --json, so that nobody
// overlooks that less was done than asked for.
std::string skipped_edits(const Report& report);

// Warnings, then errors, each with its place, notes and hint; "" if there are none.
std::string render_diagnostics(const Diagnostics& diagnostics, const TextOptions& options);

// The messages of `git apply`, line by line in its words, without codes and places. "" under quiet.
std::string render_git_lines(std::span<const GitLine> lines, const TextOptions& options);

// A diff as it is, or escaped and coloured for a terminal.
std::string diff_text(std::string_view diff, const TextOptions& options);

// "1 file", "4,312 files"
std::string count_of(uint64_t number, std::string_view noun);

// One line of an input with a caret under a column.
// A line as a terminal shows it, cut to `width` cells around the column.
struct Excerpt {
  std::string text;  // escaped; a tab is one space; "..." where it was cut
  size_t caret = 0;  // cells before the caret
};

// `column` counts code points from 1; one past the end is after the last character. REQUIRES: width >= 20.
Excerpt excerpt(std::string_view line, uint64_t column, size_t width);

// Tells the model that wrote the answer how to do better: what was applied, what was not and why, with lines of the
// file, and the form to answer in.

struct FeedbackOptions {
  uint64_t max_tokens = 0;  // estimated, 3.5 bytes each; 0: no limit
};

// Most useful first; parts beyond the limit are counted at the end. "" if there is nothing to say.
std::string feedback(const Report& report, const FeedbackOptions& options);

// Findings as services show them beside the lines of a change: annotations of GitHub's workflows, and SARIF. A finding
// is placed at its file and the nearest line there, or else at its place in the answer.

struct AnnotationOptions {
  std::string prefix = {};        // folder of the files in the repository: "" or "a/b"
  std::string input_prefix = {};  // the same for the inputs
  std::string version = {};       // of aptix
};

// Lines '::error file=...::message', errors first, each kind sorted by path and line.
std::string github_annotations(const Diagnostics& said, const AnnotationOptions& options);

// The same as a Markdown table, for the summary of a step.
std::string github_summary(const Diagnostics& said, const AnnotationOptions& options);

// One run in SARIF 2.1.0, within GitHub's limits. A finding without a place in the repository is a notification of the
// run.
std::string sarif(const Diagnostics& said, const AnnotationOptions& options);

}  // namespace aptix::render
