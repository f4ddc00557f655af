// Files that an answer changes by edits and shows as well: what is shown is no edit of its own. No file is looked at.
#pragma once

#include <span>
#include <vector>

#include "model/input.h"
#include "model/plan.h"

namespace aptix::ops {

// `blocks`: those that were read; FileEdit::block counts them. The entries whose block only shows a part of an edit of
// another form to the same file; each gives the whole text.
std::vector<FileEdit*> shown_again(Plan& plan, std::span<const Block> blocks);

// A file that is shown as a whole next to a diff of it says what is to come out: its entry goes after those of the
// diff, to be held against what they make.
void mark_recaps(Plan& plan, std::span<const Block> blocks);

}  // namespace aptix::ops
