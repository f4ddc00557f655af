// What names the section of a place: the text after the second @@ of a hunk header, and the anchors of a block. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "diff/find/locate.h"
#include "diff/lines/line_table.h"
#include "model/plan.h"

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

// The one of `places` that the block's anchors and its at_end leave; nothing when they leave several or none.
std::optional<diff::Place> choose_by_anchors(
    const TextBlock& block, std::span<const diff::Place> places, diff::LineTable& lines);

// The line, with its line end, after which a chunk without old lines goes: the one that its last anchor reads, where it
// is alone, and where what is added is indented as what stands below it. "" where that is not clear.
std::string_view line_of_anchor(const TextBlock& block, std::string_view text);
// What speaks against it, as a note; "" where the block has no anchor.
std::string about_anchor(const TextBlock& block, std::string_view text);

}  // namespace aptix::edit
