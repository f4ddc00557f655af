// Lines of a part that are in the file beside its place already: they moved, and would come twice, or show the place.
// Pure; linear but for what comes after each place.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "edit/fit/part.h"

namespace aptix::edit {

// Old lines [first, end).
struct OldLines {
  uint32_t first, end;
};

// The old lines that the new half of a pair takes the place of: those of the old half, and the lines directly beside
// them that the new half begins or ends with, and the old half does not show.
std::variant<OldLines, Misfit> lines_of_pair(const Part& new_half, OldLines old_half);

// Does the new half begin with the thing of the file that those lines are in?
bool begins_with_thing_around(const Part& new_half, OldLines old_lines);

}  // namespace aptix::edit
