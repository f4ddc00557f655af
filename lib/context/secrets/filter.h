// Passes over text in which nothing of interest can begin, thirty-two bytes at a time where the machine can. It may
// stop where nothing is, never the other way round. Pure.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
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
    std::array<Group, N> groups{};
    for (size_t i = 0; i < N; ++i) {
      starts_[hash_at({sorted[i].data(), kPrefix}, 0)] = true;
      for (size_t place = 0; place < kPrefix; ++place) groups[i].add(sorted[i][place], place);
    }
    join(groups);
    for (size_t i = 0; i < std::min(N, sets_ * kGroups); ++i) enter(groups[i], i);
  }

  // The first place at or after `from` where one may begin; the end of the text when there is none.
  size_t next(std::string_view text, size_t from) const;

 private:
  static constexpr size_t kPrefix = 4, kSets = 2, kGroups = 8;  // of words, in each set
  static constexpr size_t kFew = 64;                            // words for which one set is enough
  using Prefix = std::array<char, kPrefix>;                     // small letters; 0 where the word is shorter
  using Nibbles = std::array<uint8_t, 16>;  // the groups of words that have such a half of a byte, as bits
  using Starts = std::array<bool, 4096>;    // by a hash of three bytes

  // Words that begin alike: what halves their bytes have, by the place of the byte, as bits.
  struct Group {
    std::array<uint16_t, kPrefix> low{}, high{};

    constexpr void add(char letter, size_t place) {
      if (letter == '\0') low[place] = high[place] = 0xffff;  // any byte may follow a shorter word
      for (char c : {letter, ascii_upper(letter)}) {
        low[place] |= static_cast<uint16_t>(1u << (c & 15));
        high[place] |= static_cast<uint16_t>(1u << (static_cast<unsigned char>(c) >> 4));
      }
    }
    constexpr Group with(const Group& other) const {
      Group both;
      for (size_t place = 0; place < kPrefix; ++place) {
        both.low[place] = low[place] | other.low[place];
        both.high[place] = high[place] | other.high[place];
      }
      return both;
    }
    // How many places of a text pass, roughly: most of it is small letters.
    constexpr uint64_t passes() const {
      uint64_t product = 1;
      for (size_t place = 0; place < kPrefix; ++place) {
        int any = std::popcount<uint16_t>(high[place] & 0x3c), small = std::popcount<uint16_t>(high[place] & 0xc0);
        product *= static_cast<uint64_t>(std::popcount(low[place]) * (any + 4 * small));
      }
      return product;
    }
  };

  // Neighbours become one group until there are as many as bits: each time those that let the fewest places more pass.
  template <size_t N>
  constexpr void join(std::array<Group, N>& groups) const {
    std::array<uint64_t, N> more{};  // places, when a group becomes one with the next
    auto look = [&](size_t i) {
      more[i] = groups[i].with(groups[i + 1]).passes() - std::max(groups[i].passes(), groups[i + 1].passes());
    };
    for (size_t i = 0; i + 1 < N; ++i) look(i);
    for (size_t last = N - 1; last >= sets_ * kGroups; --last) {
      auto best = static_cast<size_t>(std::min_element(more.begin(), more.begin() + last) - more.begin());
      groups[best] = groups[best].with(groups[best + 1]);
      for (size_t i = best + 1; i < last; ++i) {
        groups[i] = groups[i + 1];
        more[i - 1] = more[i];
      }
      if (best > 0) look(best - 1);
      if (best + 1 < last) look(best);
    }
  }

  constexpr void enter(const Group& group, size_t number) {
    auto bit = static_cast<uint8_t>(1u << number % kGroups);
    for (size_t place = 0; place < kPrefix; ++place)
      for (size_t half = 0; half < 16; ++half) {
        size_t table = number / kGroups * kPrefix + place;
        if ((group.low[place] >> half & 1) != 0) low_[table][half] |= bit;
        if ((group.high[place] >> half & 1) != 0) high_[table][half] |= bit;
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
