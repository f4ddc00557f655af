// Applies the line changes of one file to its text (TUL-002 §5, §6). Pure; linear in the text and the changes.
#pragma once

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "model/change_set.h"
#include "model/plan.h"

namespace aptix::edit {

struct LineChangesResult {
  // The result, in order: views of the text and of `texts`. With errors it is the text as it was.
  std::vector<std::string_view> pieces;
  std::deque<std::string> texts;
  std::vector<EditOutcome> outcomes;  // parallel to the changes
  std::vector<Diagnostic> errors;     // one for each outcome that is `failed`, in the same order:
                                      // line_mismatch, line_beyond_end, match_not_found, match_ambiguous, line_overlap
  bool mark_kept = false;             // a change expects the byte-order mark and leaves it out; it was kept
};

// All line numbers are those of `text`. Several inserts at one place keep their order. What is written has the line
// ends of the lines beside it. If the last line has no newline, nor has the new last line. A byte-order mark stays,
// whether or not line 1 is given with it; a text without one gets one if the new line 1 begins with it.
// REQUIRES: ranges have last >= first >= 1 and as many expected lines.
LineChangesResult apply_line_changes(
    std::string_view text, std::span<const LineChange* const> changes, const RelPath& path);

}  // namespace aptix::edit
