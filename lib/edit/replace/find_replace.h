// Literal find/replace over one text: `once` and `all`, in order, each on the result of the one
// before, yet in one pass over the text when no edit touches another's place.
#pragma once

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/change_set.h"
#include "model/limits.h"
#include "model/plan.h"

namespace aptix::edit {

struct FindReplaceResult {
  std::vector<std::string_view> pieces;  // of the text, of the edits, of `texts`
  std::deque<std::string> texts;
  uint64_t size = 0;
  std::vector<EditOutcome> outcomes;  // parallel to the edits
  // Parallel to the edits. For `once` with several places: the lines of all of them (the first 100), so
  // that the warning can name them.
  std::vector<std::vector<uint64_t>> lines;
  std::vector<bool> cut;  // parallel to the edits: `once` was applied where it cuts the indentation (cut_indentation.h)
  std::vector<bool> may_cut;      // parallel to the edits: where it may
  std::vector<uint64_t> choices;  // of how many places `once` had the choice; 101 stands for more than 100
};

// REQUIRES: no find text is empty. Fails with limit_exceeded (result size, work).
Result<FindReplaceResult> find_replace(
    std::string_view text, std::span<const FindReplace> edits, const Limits& limits, bool keep_line_ends);

}  // namespace aptix::edit
