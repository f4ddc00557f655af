// Adapts the new lines of hunks to the text: to its white space, and to what a lower rung proved for one of them. Pure.
#pragma once

#include <string_view>

#include "edit/hunk/placed_hunk.h"

namespace aptix::edit {

// If all lines of a hunk end in the same spaces or tabs, and the text has none there, its new lines lose them, too.
void drop_surplus_blanks(std::string_view text, PlacedHunks& placed);

// If hunks to apply match except for tabs: their added lines, and those of the other hunks of the file, get the text's
// indentation. A hunk fails if its old lines do not show how the text indents, or if spaces within a new line may be
// tabs. `name`: of any of them.
void give_tabs_of_text(std::string_view text, PlacedHunks& placed, const HunkName& name);

// All hunks of a file are taken to be written alike: what one proves on a lower rung also converts the new lines of
// those that match as they are. If that is unclear, they fail. `name`: of any of them.
void hold_all_to_proofs(PlacedHunks& placed, HunkName name);

}  // namespace aptix::edit
