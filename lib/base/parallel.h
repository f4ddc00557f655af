// A loop over numbers whose turns may be done by several threads at once.
#pragma once

#include <cstddef>
#include <functional>

#include "base/result.h"

namespace aptix {

// Does one turn. After a failure no further ones are begun.
using Turn = std::function<Status(size_t)>;

struct Threads {
  size_t most = 1;
  size_t in_a_row = 1;  // turns that one thread takes at once
};

// Turns 0 to `count` - 1, in order as they are begun, on the calling thread and up to `most` - 1 others; where fewer
// are to be had, those do the work. Each thread does its turns with one of its own from `make_turn`. Of several
// failures returns that of the first turn. Throws what a turn threw, when all threads are done.
Status in_parallel(size_t count, Threads threads, const std::function<Turn()>& make_turn);

}  // namespace aptix
