// Lists of words of our own.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

namespace aptix {

inline bool is_one_of(std::span<const std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace aptix
