// Hunks without old lines: only their numbers say where they go, so those have to be proven. Pure.
#pragma once

#include <vector>

#include "diff/lines/line_table.h"
#include "edit/basis/hunk_shape.h"
#include "edit/hunk/hunk_messages.h"
#include "edit/hunk/hunk_order.h"

namespace aptix::edit {

// Does the hunk go before the first line of the text?
bool is_for_top(const diff::Hunk& hunk);

// Refuses those that are chosen by their number, but for where it is proven: the numbers hold; or the numbers of all
// hunks agree with each other and with the places of those that have old lines, and after the place there stands one of
// those, or the text ends. `name`: of any of the hunks.
void refuse_unproven_insertions(
    std::vector<HunkCandidate>& hunks, StatedNumbers numbers, HunkName name, diff::LineTable& lines);

}  // namespace aptix::edit
