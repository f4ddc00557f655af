// Chooses places by section: by the text after the second @@ of a hunk header, and by the anchors of a block. Pure.
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

  // Is `start` (a line start) in that section? It is if the nearest line above that contains `section` is indented less
  // than each head between them. False after too many lines.
  bool holds(std::string_view section, size_t start);

  // Does the text before `end` contain it? True after too much has been read.
  bool stands_before(std::string_view section, size_t end);

 private:
  std::string_view text_;
  uint64_t lines_left_;
  uint64_t bytes_left_ = 64ull << 20;
};

// The only one of `places` that fits the block's at_end or anchors; nothing if none or several do.
std::optional<diff::Place> choose_by_anchors(
    const TextBlock& block, std::span<const diff::Place> places, diff::LineTable& lines);

// The line, with its line end, after which a chunk without old lines is inserted: the only one that equals its last
// anchor. "" if there is none, or if only one of the new lines and the line below it is indented deeper.
std::string_view line_of_anchor(const TextBlock& block, std::string_view text);
// A note why there is no such line; "" if the block has no anchor.
std::string about_anchor(const TextBlock& block, std::string_view text);

}  // namespace aptix::edit
