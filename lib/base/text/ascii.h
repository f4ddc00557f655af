// Lower case for words of our own: keys, markers, languages. Names of files are compared with fold_case().
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

namespace aptix {

constexpr char ascii_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr char ascii_upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

inline std::string ascii_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = ascii_lower(c);
  return out;
}

// Are two words equal, ignoring letter case?
inline bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return ascii_lower(x) == ascii_lower(y); });
}

// For lists of fixed words.
inline bool is_one_of(std::span<const std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Does the text begin with, end with, or contain one of the words?
inline bool begins_with_one_of(std::span<const std::string_view> words, std::string_view text) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return text.starts_with(word); });
}
inline bool ends_with_one_of(std::span<const std::string_view> words, std::string_view text) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return text.ends_with(word); });
}
inline bool holds_one_of(std::span<const std::string_view> words, std::string_view text) {
  return std::any_of(
      words.begin(), words.end(), [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

}  // namespace aptix
