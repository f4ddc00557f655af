// A fast hash of the bytes of a line, the same in every run and never stored. And an index of the lines of a text by a
// key: lines with the same key count as equal. The key is mostly a hash of the line without white space at both ends.
// For texts that are searched for many hunks. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

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

class HashIndex {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  using KeyOf = uint64_t (*)(std::string_view raw_line);
  static uint64_t hash_of_trimmed(std::string_view raw_line);

  // REQUIRES for both: fewer than kNone lines.
  explicit HashIndex(std::string_view text, KeyOf key_of = hash_of_trimmed);
  // By hashes that are given, one for each line. Has no start_of().
  explicit HashIndex(const std::vector<uint64_t>& hashes) { build(hashes); }

  uint64_t count() const { return next_.size(); }
  size_t start_of(uint64_t line) const { return starts_[static_cast<size_t>(line)]; }

  struct Occurrences {
    uint32_t first = kNone;  // lines from 0
    uint32_t count = 0;
  };
  // The lines with the key of `line`: at least all that are equal to it.
  Occurrences find(std::string_view line) const;
  Occurrences find(uint64_t hash) const;
  uint32_t next(uint32_t line) const { return next_[line]; }  // in ascending order, then kNone

 private:
  struct Entry {
    uint64_t hash;
    Occurrences lines;
  };
  void build(const std::vector<uint64_t>& hashes);
  Entry& entry(uint64_t hash);

  KeyOf key_of_ = hash_of_trimmed;
  std::vector<size_t> starts_;
  std::vector<uint32_t> next_;
  std::vector<Entry> table_;  // open addressing; free where count is 0
  size_t mask_ = 0;
};

}  // namespace aptix::diff
