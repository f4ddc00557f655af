// The text behind the second @@ of a hunk header: does a place lie in the section of that name? Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace aptix::edit {

class SectionFinder {
 public:
  explicit SectionFinder(std::string_view text) : text_(text), lines_left_(64 * 1024 + text.size()) {}

  // Is the nearest line above `start` (a line start) that holds `section` the head of the section in
  // which it lies? Not when another head of at most its indentation stands in between. Also false
  // when too many lines have been looked at.
  bool holds(std::string_view section, size_t start);

  // Does a line before `end` hold it? Also true when too much has been read.
  bool stands_before(std::string_view section, size_t end);

 private:
  std::string_view text_;
  uint64_t lines_left_;
  uint64_t bytes_left_ = 64ull << 20;
};

}  // namespace aptix::edit
