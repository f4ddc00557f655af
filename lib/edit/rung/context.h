// The rung of the matching ladder on which context lines differ: they drifted, or were misremembered. Pure.
#pragma once

#include <string_view>

#include "edit/rung/refit.h"

namespace aptix::edit {

// The only place of as many lines where every one that goes stands exactly, and most of the context: all but a third,
// or one. New lines stand next to a line that is right there. Another place that has but one wrong line more is one
// place too many. Nothing where little more is right and the first line, which all others are indented below, is like
// none that stands there; nor where a wrong line is a new one as well or is parted from its like by one, or a new line
// has a word that the text does not know, and has in other letters where a wrong line has it. Nor where what it leaves
// stands as well.
RefitResult refit_context(std::string_view text, const diff::Hunk& hunk);

// Has it such a place, however little is right there?
bool nearly_stands(std::string_view text, const diff::Hunk& hunk);

// May the edit have been made before? So where its new lines that say something, and that are no old ones, stand around
// that place of so many lines, in order, however they are written; or where what it leaves stands somewhere, with its
// new lines exactly and hardly more wrong lines of context than `wrong` weighs.
bool may_be_made(std::string_view text, const diff::Hunk& hunk, size_t start, size_t count, size_t wrong);

}  // namespace aptix::edit
