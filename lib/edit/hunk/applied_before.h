// Has an edit been made by an earlier run? Its new lines may stand in the file for another reason: as a rule those of
// an edit that only takes lines away. Pure.
#pragma once

#include <vector>

#include "diff/find/locate.h"
#include "edit/hunk/hunk_order.h"

namespace aptix::edit {

// Lines that a hunk looks for may still stand where it was applied: what it leaves has them, too, or another place of
// the text. Takes those for applied whose result stands around what was chosen; and, where others have been applied,
// those whose result stands once.
void settle_applied(std::vector<HunkCandidate>& candidates, diff::Locator& locator);

// What a hunk leaves may stand in the text before as well, above all where it only takes lines away. Is that so here?
// REQUIRES: its result was chosen.
bool stands_unapplied(const HunkCandidate& candidate, diff::Locator& locator);

}  // namespace aptix::edit
