#include "context/secrets/needles.h"

#include <algorithm>

#include "base/text/ascii.h"

namespace aptix::context::secrets {

Needles::Needles(std::span<const std::string_view> words) : words_(words.begin(), words.end()) {
  for (size_t i = 0; i < folded_.size(); ++i)
    folded_[i] = static_cast<unsigned char>(ascii_lower(static_cast<char>(static_cast<unsigned char>(i))));
  auto folded = [&](char c) { return static_cast<size_t>(folded_[static_cast<unsigned char>(c)]); };
  for (size_t word = 0; word < words_.size(); ++word) {
    order_.push_back({folded(words_[word][0]) << 8 | folded(words_[word][1]), word});
    begins_.set(order_.back().pair);
  }
  std::stable_sort(order_.begin(), order_.end(), [&](const Begin& a, const Begin& b) {
    return a.pair != b.pair ? a.pair < b.pair : words_[a.word].size() > words_[b.word].size();
  });
}

Needles::Hit Needles::find(std::string_view text, size_t from) const {
  if (from + 1 >= text.size()) return {};
  size_t pair = folded_[static_cast<unsigned char>(text[from])];
  for (size_t i = from + 1; i < text.size(); ++i) {
    pair = (pair << 8 | folded_[static_cast<unsigned char>(text[i])]) & 0xFFFF;
    if (!begins_[pair]) continue;
    std::string_view here = text.substr(i - 1);
    auto first =
        std::partition_point(order_.begin(), order_.end(), [&](const Begin& begin) { return begin.pair < pair; });
    for (; first != order_.end() && first->pair == pair; ++first)
      if (same_letters(here.substr(0, words_[first->word].size()), words_[first->word])) return {i - 1, first->word};
  }
  return {};
}

}  // namespace aptix::context::secrets
