#include <doctest/doctest.h>

#include <cstdint>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

namespace {

// The flags that proc(5) has for the mapping that the address lies in.
std::string flags_of(const void* address) {
  std::ifstream maps("/proc/self/smaps");
  bool inside = false;
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    uintptr_t begin = 0, end = 0;
    char dash = 0;
    if (words >> std::hex >> begin >> dash >> end && dash == '-') {
      auto wanted = reinterpret_cast<uintptr_t>(address);
      inside = begin <= wanted && wanted < end;
    } else if (inside && line.starts_with("VmFlags:")) {
      return line + " ";
    }
  }
  return "";
}

bool is_huge(size_t size) {
  auto memory = std::make_unique_for_overwrite<char[]>(size);
  return flags_of(memory.get() + size / 2).find(" hg ") != std::string::npos;
}

}  // namespace

TEST_CASE("large memory is asked for in huge pages") {
#ifdef __SANITIZE_ADDRESS__
  MESSAGE("skipped: AddressSanitizer has an allocator of its own");
#else
  if (!std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled")) {
    MESSAGE("skipped: the system has no huge pages");
    return;
  }
  CHECK(is_huge(8 << 20));  // of little memory nothing is known: it may lie where large memory was
#endif
}
