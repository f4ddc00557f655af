// A Report, or bare diagnostics, as text for people. Values from documents and files are escaped.
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

}  // namespace aptix::render
