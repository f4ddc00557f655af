// Parts of a text: without white space around it, its lines, its words, the parts between separators.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace aptix {

// Without spaces, tabs, CR and LF at both ends.
inline std::string_view trim(std::string_view text) {
  auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  return text;
}

// Offset after the spaces, tabs, CR and LF at `from`.
inline size_t after_space(std::string_view text, size_t from = 0) {
  return std::min(text.find_first_not_of(" \t\r\n", from), text.size());
}

// The spaces and tabs at the start of a line.
inline std::string_view indent_of(std::string_view line) {
  size_t end = 0;
  while (end < line.size() && (line[end] == ' ' || line[end] == '\t')) ++end;
  return line.substr(0, end);
}

// The number of digits at the start of the text.
inline size_t leading_digits(std::string_view text) {
  return std::min(text.find_first_not_of("0123456789"), text.size());
}

inline bool all_digits(std::string_view text) { return !text.empty() && leading_digits(text) == text.size(); }

// Removes the first line with its end from `rest` and returns it without the end.
inline std::string_view take_line(std::string_view& rest, char line_end = '\n') {
  std::string_view line = rest.substr(0, rest.find(line_end));
  rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  return line;
}

// The last `count` lines; the very last may lack its line end.
inline std::string_view last_lines(std::string_view text, size_t count) {
  size_t start = text.size();
  for (; count != 0 && start != 0; --count) {
    size_t end = start < 2 ? text.npos : text.rfind('\n', start - 2);  // skips the end of the last line
    start = end == text.npos ? 0 : end + 1;
  }
  return text.substr(start);
}

// "a//b" at '/': "a", "", "b". An empty text has one empty part.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (size_t start = 0, end = 0; start <= text.size(); start = end + 1) {
    end = std::min(text.find(separator, start), text.size());
    parts.push_back(text.substr(start, end - start));
  }
  return parts;
}

// The part of a path below a folder, where "" is the root; nothing if it is not below it.
inline std::optional<std::string_view> rest_below(std::string_view path, std::string_view folder) {
  if (folder.empty()) return path;
  bool is_below = path.starts_with(folder) && path.substr(folder.size()).starts_with('/');
  return is_below ? std::optional(path.substr(folder.size() + 1)) : std::nullopt;
}

// The last name of a path: "c" in "a/b/c".
inline std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// The pieces in a row.
inline std::string joined(std::span<const std::string_view> pieces) {
  std::string text;
  for (std::string_view piece : pieces) text += piece;
  return text;
}

// The words between spaces, tabs, CR and LF.
inline std::vector<std::string_view> words_between_blanks(std::string_view text) {
  std::vector<std::string_view> words;
  for (size_t at = after_space(text); at < text.size();) {
    size_t end = std::min(text.find_first_of(" \t\r\n", at), text.size());
    words.push_back(text.substr(at, end - at));
    at = after_space(text, end);
  }
  return words;
}

// A line without a CR at its end.
inline std::string_view without_cr(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// The text up to the first line feed, without it.
inline std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

// The number, if the whole text is decimal digits; nothing for a sign or more than 64 bits.
inline std::optional<uint64_t> parse_number(std::string_view digits) {
  uint64_t number = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

}  // namespace aptix
