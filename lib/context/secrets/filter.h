// Passes over text in which nothing of interest can begin, thirty-two bytes at a time where the machine can. It may
// stop where nothing is, never the other way round. Pure.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace aptix::context::secrets {

// By the first bytes of words, whatever the case of their letters.
class WordFilter {
 public:
  // REQUIRES: at least three bytes each.
  explicit WordFilter(std::span<const std::string_view> words);

  // The first place at or after `from` where one may begin; the end of the text when there is none.
  size_t next(std::string_view text, size_t from) const;

 private:
  static constexpr size_t kPrefix = 4, kGroups = 8;
  using Prefix = std::array<char, kPrefix>;  // small letters; 0 where the word is shorter
  using Nibbles = std::array<uint8_t, 16>;   // the groups of words that have such a half of a byte, as bits
  using Starts = std::array<bool, 4096>;     // by a hash of three bytes

  void add(char letter, size_t place, uint8_t group);

  std::array<Nibbles, kPrefix> low_{}, high_{};
  Starts starts_{};
};

// The bytes that a generated key is made of, "+/_-=" with them.
bool is_key_byte(char c);

struct KeyRun {
  size_t start = 0, end = 0;  // nothing is found where they are the same
};

// The next whole run of at least kLeastKeyRun key bytes. REQUIRES: no run goes on across `from`.
inline constexpr size_t kLeastKeyRun = 20;
KeyRun next_key_run(std::string_view text, size_t from);

}  // namespace aptix::context::secrets
