// ASCII to lower case, eight bytes at once.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/text/ascii.h"

namespace aptix {

// The eight bytes of `bytes` in lower case.
constexpr uint64_t small_letters(uint64_t bytes) {
  constexpr uint64_t kOnes = 0x0101010101010101u, kHigh = kOnes * 0x80;
  uint64_t low = bytes & ~kHigh;
  uint64_t from_a = low + kOnes * (0x80 - 'A'), beyond_z = low + kOnes * (0x7F - 'Z');
  return bytes | ((from_a ^ beyond_z) & kHigh & ~bytes) >> 2;
}

// REQUIRES: `to` has room for all of the text.
inline void write_small_letters(char* to, std::string_view text) {
  size_t at = 0;
  for (uint64_t bytes; at + sizeof bytes <= text.size(); at += sizeof bytes) {
    std::memcpy(&bytes, text.data() + at, sizeof bytes);
    bytes = small_letters(bytes);
    std::memcpy(to + at, &bytes, sizeof bytes);
  }
  for (; at < text.size(); ++at) to[at] = ascii_lower(text[at]);
}

}  // namespace aptix
