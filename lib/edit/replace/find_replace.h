// Literal find/replace over one text: `once` and `all`, in order, each on the result of the one before, yet in one pass
// over the text where no edit with `once` touches another's place.
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
  bool signs = false;         // what the text around a place says against it is asked for, and counts as made before
  bool stop_at_miss = false;  // at the first edit that is not found, or that by `signs` cuts its only place
};

struct FindReplaceResult {
  std::vector<std::string_view> pieces;  // of the text, of the edits, of `texts`
  std::deque<std::string> texts;
  std::vector<EditOutcome> outcomes;  // parallel to the edits, up to the one at which it stopped
  struct Choice {
    uint8_t count = 0;       // how many places there were to choose from; 101 stands for more than 100
    PlaceSigns around = {};  // of the place that was taken, if asked for
  };
  std::vector<Choice> once;  // parallel to the edits: of those with `once`
  // Of all places, where there are several (the first 100): a warning can name them. By the number of the edit.
  std::map<size_t, std::vector<uint64_t>> lines;
};

// REQUIRES: no find text is empty. Fails with limit_exceeded (result size, work).
Result<FindReplaceResult> find_replace(
    std::string_view text, std::span<const FindReplace> edits, const Limits& limits, FindReplaceOptions options);

}  // namespace aptix::edit
