// Memory that is about to be written or read from end to end: its pages are had at once, since one by one they take
// twice as long.
#pragma once

#include <cstddef>
#include <string_view>

namespace aptix {

// Where the system cannot, they come one by one all the same. Little memory is left alone.
void populate(void* begin, size_t size);

// Of a mapped file, from the beginning of a page. False where the system cannot, or some of it cannot be read: to look
// at that would end the program.
bool populate(std::string_view mapped);

}  // namespace aptix
