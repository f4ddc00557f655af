// A fast hash of the bytes of a line. The same in every run; never stored.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace aptix::diff {

inline uint64_t mix(uint64_t value) {
  value ^= value >> 32;
  value *= 0xd6e8feb86659fd93u;
  value ^= value >> 29;
  return value;
}

inline uint64_t hash_line(std::string_view line) {
  uint64_t hash = 0x9e3779b97f4a7c15u ^ line.size();
  const char* at = line.data();
  size_t left = line.size();
  for (; left >= 8; at += 8, left -= 8) {
    uint64_t word;
    std::memcpy(&word, at, 8);
    hash = mix(hash ^ word) + 0x9e3779b97f4a7c15u;
  }
  uint64_t word = 0;
  if (left != 0) std::memcpy(&word, at, left);
  return mix(mix(hash ^ word));
}

}  // namespace aptix::diff
