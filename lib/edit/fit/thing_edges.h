// Finds the borders of a segment in the file by the known things that it begins or ends with. Pure; linear.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "edit/fit/part.h"

namespace aptix::edit {

// Lines [from, to) of a block, between two gaps.
struct Segment {
  uint32_t from, to;
};

class ThingEdges {
 public:
  explicit ThingEdges(const Part& part);

  // The first line of the segment in the file, if it begins with a known thing.
  std::optional<uint32_t> known_start(const Segment& segment) const;
  // The line after it in the file, if it ends with a known thing; new things may follow that.
  std::optional<uint32_t> known_end(const Segment& segment) const;
  // For a segment of one line, "key = value": the only line of the file in [first, end) with this key and indentation.
  std::optional<uint32_t> line_with_left_side(const Segment& segment, uint32_t first, uint32_t end) const;
  // Are the lines of `tail` only added before the old line `next`? They are if the body of the file ends there, or if
  // they cannot be a changed version of `next`, e.g. because their keys are not in the file.
  bool are_added(const Segment& tail, uint32_t next);
  // Does it begin with comments or decorators above a new thing? In the file, these may lead another thing.
  bool begins_with_new(const Segment& segment) const;
  // The thing that line `at` belongs to, as its head or as a comment or decorator above it.
  const Thing* thing_led_by(uint32_t at, uint32_t end) const;
  // The outermost known thing of the block that ends at this line; null if a gap may continue it.
  const Thing* known_that_ends_at(uint32_t line) const;

 private:
  bool gap_follows(const Thing& thing) const;
  bool shows_end(const Thing& thing) const;
  bool is_added(const ScannedLine& line);
  bool follows(const Segment& tail, uint32_t indent, const ScannedLine& next, bool blank_between) const;

  const Part& part_;
  std::vector<const Thing*> known_ends_, new_ends_;  // the outermost thing that ends at each line
  std::unordered_set<std::string_view> old_sides_;   // keys of the file's lines
};

// Where the lines are: between a gap and the closing line of the class, or between its head and a gap.
enum class MembersAt : uint8_t { end, head };

// `lines`: of the block, within `of_block`, a known thing. True if each is part of a new thing or, at the end of a
// class or its like, a field. False where the file may have the member under another name, with another type or value;
// where a label such as "private:" is in the body; and in a function, unless a thing is there to stand beside.
bool are_new_members(
    const Part& part, const ThingEdges& edges, const Segment& lines, const Thing& of_block, MembersAt at);

}  // namespace aptix::edit
