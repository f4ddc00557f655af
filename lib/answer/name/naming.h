// Which file a code block is for, whatever its form, and what the answer says that it shows. Pure.
#pragma once

#include "answer/basis/markdown.h"
#include "model/input.h"

namespace aptix::answer {

// By the nearest place that names one: the info string; the first line, where it is a comment with nothing but a path;
// the line above, the rest of its paragraph, the section. Two names that could be meant, a placeholder, a name with
// words stuck to it are `doubtful`; so is one over a block in the language of a shell that does not look like commands.
// Commands, and what they print, are for no file.
Naming naming_of(const ProseAbove& above, const Block& block);

}  // namespace aptix::answer
