// The length of the common beginning or end of two texts, in bytes; fast for long and for short ones.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace aptix {

inline size_t common_prefix(std::string_view a, std::string_view b) {
  constexpr size_t kChunk = 4096, kWord = sizeof(uint64_t);
  size_t most = std::min(a.size(), b.size());
  size_t same = 0;
  while (same + kChunk <= most && std::memcmp(a.data() + same, b.data() + same, kChunk) == 0) same += kChunk;
  while (same + kWord <= most && std::memcmp(a.data() + same, b.data() + same, kWord) == 0) same += kWord;
  while (same < most && a[same] == b[same]) ++same;
  return same;
}

inline size_t common_suffix(std::string_view a, std::string_view b) {
  constexpr size_t kChunk = 4096, kWord = sizeof(uint64_t);
  size_t most = std::min(a.size(), b.size());
  const char *end_a = a.data() + a.size(), *end_b = b.data() + b.size();
  size_t same = 0;
  while (same + kChunk <= most && std::memcmp(end_a - same - kChunk, end_b - same - kChunk, kChunk) == 0)
    same += kChunk;
  while (same + kWord <= most && std::memcmp(end_a - same - kWord, end_b - same - kWord, kWord) == 0) same += kWord;
  while (same < most && end_a[-1 - static_cast<ptrdiff_t>(same)] == end_b[-1 - static_cast<ptrdiff_t>(same)]) ++same;
  return same;
}

}  // namespace aptix
