// Files that an answer changes by edits and shows as well: what is shown is no edit of its own. No file is looked at.
#pragma once

#include <span>

#include "model/input.h"
#include "model/plan.h"

namespace aptix::ops {

// `blocks`: those that were read; FileEdit::block counts them. Does the block of the entry only show a part of an edit
// of another form to the same file?
bool is_shown_again(const Plan& plan, std::span<const Block> blocks, const FileEdit& entry);

// A file that is shown as a whole next to a diff of it says what is to come out: its entry goes after those of the
// diff, to be held against what they make.
void mark_recaps(Plan& plan, std::span<const Block> blocks);

}  // namespace aptix::ops
