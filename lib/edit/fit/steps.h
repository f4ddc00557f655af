// The steps that lay a part on its file, in their order; each is in a file of its own. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "edit/fit/part.h"

namespace aptix::edit {

using Placing = std::variant<std::vector<Placement>, Misfit>;

// How many lines of the file a block takes away that is the whole of it; nothing when it does not show both ends: the
// first and the last line with words, or lines of their kind in their place.
std::optional<uint64_t> gone_from_whole(const Part& part);

// A head without its end: in a block without gaps, or after the last gap of one that ends in new lines. Not one at the
// end of a window of the file, which changes nothing from that head on.
std::optional<Misfit> cut_off(const Part& part);

// Each known thing of a block that is nothing but whole things takes the place of its own; what lies between two of
// them in the file stays, and new ones go beside a known neighbour. Nothing for another block, or when none is known.
std::optional<Placing> place_by_names(const Part& part);
// Of such a block, none of whose things is known: that the file has one of them several times, or none of them.
std::optional<Misfit> unknown_names(const Part& part);
// Such new things at the end of the file, as far from what stands there as its last two things are from each other.
// Nothing when the block is not nothing but whole new things.
std::optional<Placing> place_at_end(const Part& part);

// The segments of a part, the lines between its gaps, by their first and last lines: all ways to place them are
// counted, and none is ranked.
Placing place_by_anchors(const Part& part);

// Old lines [first, end).
struct OldLines {
  uint32_t first, end;
};

// The old lines that the new half of a pair takes the place of: those of the old half, and the lines directly beside
// them that the new half begins or ends with, and the old half does not show.
std::variant<OldLines, Misfit> lines_of_pair(const Part& new_half, OldLines old_half);

// Does the new half begin with the thing of the file that those lines are in?
bool begins_with_thing_around(const Part& new_half, OldLines old_lines);

// What speaks against the places of a part: what takes away what nobody showed is refused. REQUIRES: they are in the
// order of the file.
std::optional<Misfit> disproof_of_part(const Part& part, const std::vector<Placement>& placed);
// The part of it that looks at the things that the block shows (proof_of_things.cpp).
std::optional<Misfit> disproof_by_things(const Part& part, const std::vector<Placement>& placed);

}  // namespace aptix::edit
