#include "context/secrets/needles.h"

namespace aptix::context::secrets {

NeedleHit find_needle(const WordFilter& filter, std::span<const std::string_view> words,
    std::span<const NeedleBegin> order, std::string_view text, size_t from) {
  for (size_t at = filter.next(text, from); at + 1 < text.size(); at = filter.next(text, at + 1)) {
    size_t pair = pair_at(text, at);
    auto first =
        std::partition_point(order.begin(), order.end(), [&](const NeedleBegin& begin) { return begin.pair < pair; });
    for (; first != order.end() && first->pair == pair; ++first)
      if (same_letters(text.substr(at, words[first->word].size()), words[first->word])) return {at, first->word};
  }
  return {};
}

}  // namespace aptix::context::secrets
