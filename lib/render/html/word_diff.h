// Which parts of two lines differ, by words. Pure.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace aptix::render {

struct ByteRange {
  size_t start = 0, end = 0;
  bool operator==(const ByteRange&) const = default;
};

struct WordDiff {
  std::vector<ByteRange> before, after;  // what is only in this line; in order, not touching
};

// Empty where the lines have too little in common for that to help, or are very long. Ranges begin and
// end between characters.
WordDiff word_diff(std::string_view before, std::string_view after);

}  // namespace aptix::render
