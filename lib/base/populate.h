// Memory that is about to be written from end to end: its pages are had at once, since one by one they take twice as
// long.
#pragma once

#include <cstddef>

namespace aptix {

// Where the system cannot, they come one by one all the same. Little memory is left alone.
void populate(void* begin, size_t size);

}  // namespace aptix
