// Large blocks are large pages by themselves; the many small ones lie in a heap that was grown beforehand.
// All of it is advice to the kernel: nothing fails, and memory that is not touched is not taken.
#include "heap.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

constexpr size_t kHugePage = size_t{2} << 20;
constexpr size_t kLargeBlock = 2 * kHugePage;  // so that one huge page at least lies in it

// The huge pages that lie between them.
void advise(uintptr_t from, uintptr_t to) {
  uintptr_t first = (from + kHugePage - 1) / kHugePage * kHugePage;
  uintptr_t last = to / kHugePage * kHugePage;
  if (first < last) ::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

}  // namespace

#if !defined(__SANITIZE_ADDRESS__)  // it has one of its own
void* operator new(size_t size) {
  void* block = std::malloc(size);
  if (block == nullptr) throw std::bad_alloc();
  if (size >= kLargeBlock) advise(reinterpret_cast<uintptr_t>(block), reinterpret_cast<uintptr_t>(block) + size);
  return block;
}

void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, size_t) noexcept { std::free(block); }
#endif

namespace aptix::app {

void prepare_heap(size_t input_bytes) {
  constexpr size_t kLargeInput = size_t{1} << 20;
  constexpr size_t kMost = size_t{1} << 30;
  if (input_bytes < kLargeInput) return;
  auto room = static_cast<int>(std::min(8 * input_bytes, kMost));
  auto before = reinterpret_cast<uintptr_t>(::sbrk(0));
  ::mallopt(M_MMAP_THRESHOLD, kLargeBlock);
  ::mallopt(M_TRIM_THRESHOLD, INT_MAX);
  ::mallopt(M_TOP_PAD, room);
  void* volatile block = std::malloc(kHugePage);  // more than is left, so that the heap grows
  std::free(block);
  ::mallopt(M_TOP_PAD, kHugePage);
  advise(before, reinterpret_cast<uintptr_t>(::sbrk(0)));
}

}  // namespace aptix::app
