// Unified diffs: text -> FilePatch[], read tolerantly as in answers, and two texts -> a unified diff. Pure.
// git/reader reads what git-apply(1) would read.
// Sources: git-apply(1), git-diff(1) "Generating patch text", POSIX diff -u.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "diff/lines/hunk.h"

namespace aptix::diff {

struct ParseOptions {
  // The caller knows that the text ends where its author ended it (a closing fence follows): a last hunk that is
  // shorter than its header says is then a wrong count, not a cut.
  bool end_is_certain = false;
};

struct ParseFault {
  Code code;      // diff_syntax, diff_truncated, diff_header_repaired (a warning)
  size_t offset;  // in the text
  std::string message;
  std::string hint;
};

struct ParseResult {
  std::vector<FilePatch> files;
  std::vector<ParseFault> errors;  // the first thousand
  uint64_t more_errors = 0;        // those after them
  std::vector<ParseFault> repairs;
  bool counted = true;  // the header of the last hunk counts its lines
  bool needs_proof =
      false;  // the text may be cut in the last hunk: the result must have the blob that the header names

  void fail(ParseFault fault);
  uint64_t error_count() const { return errors.size() + more_errors; }
};

// Wrong or missing counts and numbers are taken from the lines (a repair); an empty line inside a hunk is an empty
// context line. Text before, between and after patches is skipped as by git, but never lines that look like the rest of
// a hunk (diff_syntax). A last hunk that is shorter than its header says, with nothing after it, is diff_truncated
// unless `end_is_certain` or the blobs are named. The result has what could be read; with errors it must not be
// applied. `text` must outlive it.
ParseResult parse_unified(std::string_view text, const ParseOptions& options);

// Does this text contain a unified diff (a hunk header, or git's extended headers)?
bool looks_like_unified(std::string_view text);

// The hunks that turn `before` into `after`, as text, each beginning with @@; "" if equal. Below matching headers `git
// apply` accepts it, "\ No newline at end of file" included.
std::string print_hunks(std::string_view before, std::string_view after, unsigned context = 3);

// A name for a header line, quoted in C style when git would (core.quotePath on).
std::string quote_name(std::string_view name);

}  // namespace aptix::diff
