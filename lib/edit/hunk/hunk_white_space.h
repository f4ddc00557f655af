// What a patch adds, with the tabs of the file, where its old lines show that it gives tabs as blanks. Pure.
#pragma once

#include <string_view>

#include "edit/hunk/placed_hunk.h"

namespace aptix::edit {

// For hunks that are to be applied and fit only but for tabs: their added lines, and those of the
// other hunks of the file, get the indentation that the text has for theirs. What stands inside a
// line is taken from the removed line that it replaces. A hunk whose old lines do not tell how the
// text would have it gets `why`.
void give_tabs_of_text(std::string_view text, PlacedHunks& placed, std::string_view file);

}  // namespace aptix::edit
