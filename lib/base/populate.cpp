#include "base/populate.h"

#include <sys/mman.h>

#include <cstdint>

namespace aptix {
namespace {

constexpr uintptr_t kPage = 4096;  // a larger one is refused, and nothing is lost
constexpr size_t kWorthACall = 64 << 10;
constexpr int kPopulateWrite = 23;  // MADV_POPULATE_WRITE, of Linux 5.14

}  // namespace

void populate(void* begin, size_t size) {
  auto first = (reinterpret_cast<uintptr_t>(begin) + kPage - 1) / kPage * kPage;
  auto end = (reinterpret_cast<uintptr_t>(begin) + size) / kPage * kPage;
  if (size >= kWorthACall && first < end) (void)::madvise(reinterpret_cast<void*>(first), end - first, kPopulateWrite);
}

}  // namespace aptix
