// What find/replace edits make of a text. Plain data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "edit/replace/place_signs.h"
#include "model/change_set.h"

namespace aptix::edit {

struct FindReplaceResult {
  std::vector<std::string_view> pieces;  // of the text, of the edits, of `texts`
  std::deque<std::string> texts;
  uint64_t size = 0;
  std::vector<EditOutcome> outcomes;  // parallel to the edits
  struct Choice {
    uint8_t count = 0;       // how many places there were to choose from; 101 stands for more than 100
    PlaceSigns around = {};  // of the place that was taken, if asked for
  };
  std::vector<Choice> once;  // parallel to the edits: of those with `once`
  // Of all places, where there are several (the first 100): a warning can name them. By the number of the edit.
  std::map<size_t, std::vector<uint64_t>> lines;
};

}  // namespace aptix::edit
