#include "context/secrets/needles.h"

#include <algorithm>

#include "base/text/ascii.h"

namespace aptix::context::secrets {

namespace {

size_t pair_at(std::string_view text, size_t at) {
  auto folded = [&](size_t i) { return static_cast<size_t>(static_cast<unsigned char>(ascii_lower(text[i]))); };
  return folded(at) << 8 | folded(at + 1);
}

}  // namespace

Needles::Needles(std::span<const std::string_view> words) : filter_(words), words_(words.begin(), words.end()) {
  for (size_t word = 0; word < words_.size(); ++word) order_.push_back({pair_at(words_[word], 0), word});
  std::stable_sort(order_.begin(), order_.end(), [&](const Begin& a, const Begin& b) {
    return a.pair != b.pair ? a.pair < b.pair : words_[a.word].size() > words_[b.word].size();
  });
}

Needles::Hit Needles::find(std::string_view text, size_t from) const {
  for (size_t at = filter_.next(text, from); at + 1 < text.size(); at = filter_.next(text, at + 1)) {
    size_t pair = pair_at(text, at);
    auto first =
        std::partition_point(order_.begin(), order_.end(), [&](const Begin& begin) { return begin.pair < pair; });
    for (; first != order_.end() && first->pair == pair; ++first)
      if (same_letters(text.substr(at, words_[first->word].size()), words_[first->word])) return {at, first->word};
  }
  return {};
}

}  // namespace aptix::context::secrets
