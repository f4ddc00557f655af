// Where a segment of a part begins and ends with a thing that the file has, too. Pure; linear.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "edit/fit/part.h"

namespace aptix::edit {

// Lines [from, to) of a block, between gaps.
struct Segment {
  uint32_t from, to;
};

class ThingEdges {
 public:
  explicit ThingEdges(const Part& part);

  // The line of the file where the segment begins, by a known thing at its beginning.
  std::optional<uint32_t> known_start(const Segment& segment) const;
  // And where it ends, exclusive, by one at its end, perhaps before new ones.
  std::optional<uint32_t> known_end(const Segment& segment) const;
  // One line, "key = value": the only line of the file, within [first, end), with this left side and indentation.
  std::optional<uint32_t> line_with_left_side(const Segment& segment, uint32_t first, uint32_t end) const;
  // Do the lines of `tail`, which come after the old line before `next` (from 0), take the place of nothing? So they do
  // where nothing of their kind follows in the file: what they stand in ends there, or they are keys that it has not.
  bool are_added(const Segment& tail, uint32_t next);
  // What leads a thing that the file has not tells nothing of where it goes: it may have another name there.
  bool begins_with_new(const Segment& segment) const;
  // The head that the lines from `at` on lead to, with what leads it there.
  const Thing* thing_led_by(uint32_t at, uint32_t end) const;
  // The thing of the block that ends at this line and is known, the outermost.
  const Thing* known_that_ends_at(uint32_t line) const;

 private:
  bool gap_follows(const Thing& thing) const;
  bool shows_end(const Thing& thing) const;
  bool is_added(const ScannedLine& line);
  bool follows(const Segment& tail, uint32_t indent, const ScannedLine& next, bool blank_between) const;

  const Part& part_;
  std::vector<const Thing*> known_ends_, new_ends_;  // the outermost for each line
  std::unordered_set<std::string_view> old_sides_;   // left sides of the file's lines
};

}  // namespace aptix::edit
