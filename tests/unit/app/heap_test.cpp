// The heap for large inputs: whatever its size, a block is all one's own.
#include "heap.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace aptix::app {
namespace {

// Blocks of every size, held at once and then freed.
void use_the_heap() {
  std::vector<std::string> blocks;
  for (size_t size = 1; size <= size_t{16} << 20; size *= 2) blocks.emplace_back(size, static_cast<char>('a' + blocks.size() % 26));
  for (size_t i = 0; i < blocks.size(); ++i) {
    char letter = static_cast<char>('a' + i % 26);
    CHECK(blocks[i].find_first_not_of(letter) == std::string::npos);
  }
}

TEST_CASE("blocks of all sizes are whole before and after the heap was prepared, and when it was twice") {
  use_the_heap();
  for (size_t input : {size_t{0}, size_t{5} << 20, size_t{5} << 20}) {
    prepare_heap(input);
    use_the_heap();
  }
}

}  // namespace
}  // namespace aptix::app
