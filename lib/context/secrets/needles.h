// Many words looked for at once, whatever the case of their letters. Pure, linear.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "base/text/ascii.h"
#include "context/secrets/filter.h"

namespace aptix::context::secrets {

// Two bytes, whatever the case of letters among them.
constexpr size_t pair_at(std::string_view text, size_t at) {
  auto folded = [&](size_t i) { return static_cast<size_t>(static_cast<unsigned char>(ascii_lower(text[i]))); };
  return folded(at) << 8 | folded(at + 1);
}

// What words begin with, in order: by their first two bytes, then longest first.
struct NeedleBegin {
  size_t pair = 0, word = 0;
};

struct NeedleHit {
  size_t at = std::string_view::npos;
  size_t word = 0;  // its number
};
NeedleHit find_needle(const WordFilter& filter, std::span<const std::string_view> words,
    std::span<const NeedleBegin> order, std::string_view text, size_t from);

// To be made by the compiler.
template <size_t N>
class Needles {
 public:
  // REQUIRES: at least three bytes each.
  constexpr explicit Needles(const std::array<std::string_view, N>& words) : filter_(words), words_(words) {
    for (size_t word = 0; word < N; ++word) order_[word] = {pair_at(words_[word], 0), word};
    std::sort(order_.begin(), order_.end(), [&](const NeedleBegin& a, const NeedleBegin& b) {
      if (a.pair != b.pair) return a.pair < b.pair;
      size_t one = words_[a.word].size(), other = words_[b.word].size();
      return one != other ? one > other : a.word < b.word;
    });
  }

  // The first at or after `from`, the longest where several begin at one place; `at` is npos when there is none.
  NeedleHit find(std::string_view text, size_t from) const { return find_needle(filter_, words_, order_, text, from); }

 private:
  WordFilter filter_;
  std::array<std::string_view, N> words_;
  std::array<NeedleBegin, N> order_{};
};

}  // namespace aptix::context::secrets
