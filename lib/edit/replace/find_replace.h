// Literal find/replace in one text: edits with `once` and `all`, in order, each on the result of the one before. It
// takes one pass if no edit with `once` changes the place of another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "edit/replace/place_signs.h"
#include "model/change_set.h"
#include "model/limits.h"
#include "model/plan.h"

namespace aptix::edit {

struct FindReplaceOptions {
  bool keep_line_ends = true;
  bool signs = false;         // report PlaceSigns; a place within its own replacement counts as made
  bool stop_at_miss = false;  // stop at an edit that is not found, or (with `signs`) whose only place cuts indentation
};

struct FindReplaceResult {
  std::vector<std::string_view> pieces;  // views of the text, of the edits, of `texts`
  std::deque<std::string> texts;
  std::vector<EditOutcome> outcomes;  // parallel to the edits, up to the one at which it stopped
  struct Choice {
    uint8_t count = 0;       // how many places there were; 101 stands for more than 100
    PlaceSigns around = {};  // of the chosen place, with FindReplaceOptions::signs
  };
  std::vector<Choice> once;  // parallel to the edits: of those with `once`
  // By the number of the edit: the lines of its places, if there are several (the first 100), for a warning.
  std::map<size_t, std::vector<uint64_t>> lines;
};

// REQUIRES: no find text is empty. Fails with limit_exceeded (result size, work).
Result<FindReplaceResult> find_replace(
    std::string_view text, std::span<const FindReplace> edits, const Limits& limits, FindReplaceOptions options);

}  // namespace aptix::edit
