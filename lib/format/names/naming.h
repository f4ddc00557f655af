// Which file a code block is for, whatever its form, and what the answer says that it shows. Pure.
#pragma once

#include "format/basis/outline.h"
#include "model/input.h"

namespace aptix::format {

// By what stands nearest: the info string; the first line, when it is a comment with nothing but a path; a caption
// right above, or above one short paragraph; a sentence right above that orders it; for a block that is only called old
// or new, the heading of its section. Two names that could be meant, and a sentence whose verb is not known, are
// `doubtful`; so is one over a block in the language of a shell that looks like no commands. Commands, and what they
// print, are for no file.
Naming naming_of(const ProseAbove& above, const Block& block);

}  // namespace aptix::format
