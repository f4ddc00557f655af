// Large memory comes in huge pages (2 MB), where the system has some: a page that is touched for the first time is a
// fault, and so are 512 small ones (see ddrs). All that C++ allocates is had here; a small block as usual.
#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

// Only pages that lie in it whole: no neighbour grows by it.
void prefer_huge_pages(void* begin, std::size_t size) {
  auto first = (reinterpret_cast<std::uintptr_t>(begin) + kHugePage - 1) / kHugePage * kHugePage;
  auto end = (reinterpret_cast<std::uintptr_t>(begin) + size) / kHugePage * kHugePage;
  if (first < end) (void)::madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
}

}  // namespace

void* operator new(std::size_t size) {
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  if (size >= kHugePage) prefer_huge_pages(memory, size);
  return memory;
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
