// Memory for large inputs, in large pages: with pages of 4 KB, a fifth of a run over one is spent on their faults.
#pragma once

#include <cstddef>

namespace aptix::app {

// To be called once the inputs are read, before they are worked on. Without effect on small ones.
void prepare_heap(size_t input_bytes);

}  // namespace aptix::app
