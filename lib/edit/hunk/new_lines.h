// What hunks add, written as the text is: with its white space, and as a lower rung has proven for one of them. Pure.
#pragma once

#include <string_view>

#include "edit/hunk/placed_hunk.h"

namespace aptix::edit {

// Of hunks all of whose lines got spaces or tabs at their ends that the text does not have: takes them off the new
// lines, too. They were put there by what put them at the ends of the old ones.
void drop_surplus_blanks(std::string_view text, PlacedHunks& placed);

// For hunks that are to be applied and fit only but for tabs: their added lines, and those of the
// other hunks of the file, get the indentation that the text has for theirs. A hunk whose old lines do not tell how the
// text would have it gets `why`, and so does one with spaces inside a new line that may be tabs. `name`: of any of
// them.
void give_tabs_of_text(std::string_view text, PlacedHunks& placed, const HunkName& name);

// As one hunk was written, all of the file were: what it proves on a lower rung holds for the new lines of those that
// fit as they are. Where that is not clear, they fail. `name`: of any of them.
void hold_all_to_proofs(PlacedHunks& placed, HunkName name);

}  // namespace aptix::edit
