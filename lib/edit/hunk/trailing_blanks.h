// Hunks whose lines all got blanks at their ends that the text does not have. Pure.
#pragma once

#include <string_view>

#include "edit/hunk/placed_hunk.h"

namespace aptix::edit {

// Takes those blanks off the new lines of such hunks: they were put there by what put them at the ends of the old ones.
void drop_surplus_blanks(std::string_view text, PlacedHunks& placed);

}  // namespace aptix::edit
