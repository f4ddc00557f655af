// Passes over text in which nothing of interest can begin, thirty-two bytes at a time where the machine can. It may
// stop where nothing is, never the other way round. Pure.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/text/ascii.h"
#include "base/text/bytes.h"

namespace aptix::context::secrets {

// Of three bytes, whatever the case of letters among them.
constexpr size_t hash_at(std::string_view text, size_t at) {
  auto byte = [&](size_t i) { return static_cast<uint32_t>(static_cast<unsigned char>(text[at + i])) | 0x20u; };
  return (byte(0) << 16 | byte(1) << 8 | byte(2)) * 2654435761u >> 20;
}

// By the first bytes of words, whatever the case of their letters. To be made by the compiler.
class WordFilter {
 public:
  // REQUIRES: at least three bytes each.
  template <size_t N>
  constexpr explicit WordFilter(const std::array<std::string_view, N>& words) : sets_(N > kFew ? kSets : 1) {
    std::array<Prefix, N> sorted{};
    for (size_t i = 0; i < N; ++i)
      for (size_t place = 0; place < std::min(kPrefix, words[i].size()); ++place)
        sorted[i][place] = ascii_lower(words[i][place]);
    std::sort(sorted.begin(), sorted.end());
    for (size_t i = 0; i < N; ++i) {
      starts_[hash_at({sorted[i].data(), kPrefix}, 0)] = true;
      size_t group = i * sets_ * kGroups / N;
      for (size_t place = 0; place < kPrefix; ++place)
        add(sorted[i][place], group / kGroups * kPrefix + place, static_cast<uint8_t>(1u << group % kGroups));
    }
  }

  // The first place at or after `from` where one may begin; the end of the text when there is none.
  size_t next(std::string_view text, size_t from) const;

 private:
  static constexpr size_t kPrefix = 4, kSets = 2, kGroups = 8;  // of words, in each set
  static constexpr size_t kFew = 64;                            // words for which one set is enough
  using Prefix = std::array<char, kPrefix>;                     // small letters; 0 where the word is shorter
  using Nibbles = std::array<uint8_t, 16>;  // the groups of words that have such a half of a byte, as bits
  using Starts = std::array<bool, 4096>;    // by a hash of three bytes

  constexpr void add(char letter, size_t table, uint8_t group) {
    if (letter == '\0') {  // any byte may follow a shorter word
      for (uint8_t& groups : low_[table]) groups |= group;
      for (uint8_t& groups : high_[table]) groups |= group;
      return;
    }
    for (char c : {letter, ascii_upper(letter)}) {
      auto byte = static_cast<unsigned char>(c);
      low_[table][byte & 15] |= group;
      high_[table][byte >> 4] |= group;
    }
  }

  std::array<Nibbles, kSets * kPrefix> low_{}, high_{};  // by set, then by the place of the byte
  Starts starts_{};
  size_t sets_;  // in use
};

// The bytes that a generated key is made of, "+/_-=" with them.
constexpr bool is_key_byte(char c) {
  return is_letter_or_digit(c) || c == '+' || c == '/' || c == '_' || c == '-' || c == '=';
}

struct KeyRun {
  size_t start = 0, end = 0;  // nothing is found where they are the same
};

// The next whole run of at least kLeastKeyRun key bytes. REQUIRES: no run goes on across `from`.
inline constexpr size_t kLeastKeyRun = 20;
KeyRun next_key_run(std::string_view text, size_t from);

}  // namespace aptix::context::secrets
