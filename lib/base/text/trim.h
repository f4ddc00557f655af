// Parts of lines that are told by their blanks.
#pragma once

#include <algorithm>
#include <string_view>

namespace aptix {

// Without blanks, tabs, CR and LF at both ends.
inline std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// The blanks and tabs that a line begins with.
inline std::string_view indent_of(std::string_view line) {
  return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

// Up to the first line feed, which is none of it.
inline std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

}  // namespace aptix
