// Memory that read(2) fills from a file. A large one begins where a page does: some processors copy five times slower
// to an address 1 to 31 bytes after that, and there malloc puts every large block.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

namespace aptix {

struct FreeMemory {
  void operator()(char* memory) const { std::free(memory); }
};

// Bytes with any values.
inline std::unique_ptr<char[], FreeMemory> page_buffer(size_t size) {
  constexpr size_t kPage = 4096;
  constexpr size_t kLarge = 16 * kPage;
  size_t pages = (size + kPage - 1) / kPage * kPage;
  auto* memory = static_cast<char*>(size < kLarge ? std::malloc(size) : std::aligned_alloc(kPage, pages));
  if (memory == nullptr) throw std::bad_alloc();
  return std::unique_ptr<char[], FreeMemory>(memory);
}

}  // namespace aptix
