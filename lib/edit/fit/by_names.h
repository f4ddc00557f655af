// Places a block that is nothing but whole things by what they are called. Pure.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "edit/fit/part.h"

namespace aptix::edit {

using Placing = std::variant<std::vector<Placement>, Misfit>;

// Each known thing takes the place of its own; what lies between two of them in the file stays, and new ones go beside
// a known neighbour. Nothing when the block is not nothing but whole things, one of them known.
std::optional<Placing> place_by_names(const Part& part);

// Of such a block, none of whose things is known: that the file has one of them several times, or none of them.
std::optional<Misfit> unknown_names(const Part& part);

// Such new things at the end of the file, as far from what stands there as its last two things are from each other.
// Nothing when the block is not nothing but whole new things.
std::optional<Placing> place_at_end(const Part& part);

// A known thing that the lines [from, to) of the block show, its head at `head`, takes the place of the file's: what
// leads it stays where the block shows none.
void add_replacement(std::vector<Placement>& to, const Part& part, const Thing& of_block, const Thing& old_thing,
    uint32_t from, uint32_t end);

}  // namespace aptix::edit
