// The one normal form of a line: without what a listing, a page, a keyboard, an editor or a wrong level of escapes may
// have put on it on its way. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::edit {

// Ways in which two texts can differ and still look alike; each can be ignored.
enum Ignore : unsigned {
  kTrailing = 1,
  kIndent = 2,
  kInner = 4,
  kCase = 8,
  kLookAlike = 16,
  kEscapes = 32,
  kLineEnds = 64,
  kAll = 127,
};
// A text, line by line, without those.
std::string without(std::string_view text, unsigned ignore);
// A line without any but a level of escapes: two lines that a reader would call the same.
std::string normal_line(std::string_view line);
// A line for comparison with one that may have any number of levels of escapes: without entities, typography,
// backslashes and white space around it.
std::string plain(std::string_view line);
// With `\n` written out made a line feed again, and the like.
std::string unescaped(std::string_view text);

// A line as a listing shows it: " 12 | text".
struct Numbered {
  uint64_t number = 0;
  std::string_view separator;  // "": of an empty line
  std::string_view rest;
};
std::optional<Numbered> numbered(std::string_view line);

// The lines of a text, or its first ones, without their line ends.
std::vector<std::string_view> lines_of(std::string_view text, size_t most = SIZE_MAX);

}  // namespace aptix::edit
