// Edit distance over a short list, then beginnings. The guess is only shown, never run.
#include "terminal/suggest.h"

#include <algorithm>

#include "base/text/text.h"

namespace aptix::app {

std::string_view nearest_word(std::string_view typed, std::span<const std::string_view> known) {
  size_t limit = std::max<size_t>(1, typed.size() / 3);
  if (typed.size() > 64) return {};
  std::string_view best;
  for (std::string_view word : known) {
    size_t distance = edit_distance(typed, word, limit);
    if (distance > limit) continue;
    best = word;
    if (distance == 0) break;
    limit = distance - 1;  // only a nearer one replaces it
    if (limit == 0) break;
  }
  if (!best.empty()) return best;
  // "--norm" is the beginning of one.
  for (std::string_view word : known)
    if (typed.size() >= 3 && word.starts_with(typed) && typed.find_first_not_of('-') + 2 < typed.size()) return word;
  return {};
}

}  // namespace aptix::app
