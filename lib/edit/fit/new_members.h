// Are lines of a block new members of a class, which a gap in it hides the others of? Pure; linear.
#pragma once

#include "edit/fit/thing_edges.h"

namespace aptix::edit {

// Where the lines are: between a gap and the closing line of the class, or between its head and a gap.
enum class MembersAt : uint8_t { end, head };

// `lines`: of the block, within `of_block`, a known thing. True if each is part of a new thing or, at the end of a
// class or its like, a field. False where the file may have the member under another name, with another type or value;
// where a label such as "private:" is in the body; and in a function, unless a thing is there to stand beside.
bool are_new_members(
    const Part& part, const ThingEdges& edges, const Segment& lines, const Thing& of_block, MembersAt at);

}  // namespace aptix::edit
