// What stands between the fence of a code block and the edit in it: a second fence, the tag of an interface.
// Each look takes it away, or leaves the block as it is. Pure.
#pragma once

#include "answer/basis/fence.h"
#include "model/input.h"

namespace aptix::answer {

// A fence, a path, and the same fence once more: the path belongs to what follows. True when there was one.
bool drop_second_opening(const Fence& fence, Block& block);

// The tag that an interface sets around a call. REQUIRES: the block has its format.
void take_call_inside(Block& block);

}  // namespace aptix::answer
