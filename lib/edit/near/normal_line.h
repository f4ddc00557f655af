// Normal forms of lines: without what a listing, page, keyboard, editor or wrong level of escapes may have changed.
// Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::edit {

// What may differ between texts that look alike; each can be ignored.
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
// A text without these, line by line.
std::string without(std::string_view text, unsigned ignore);
// A line without any of these but escapes: it is the same for lines that look the same to a reader.
std::string normal_line(std::string_view line);
// A line without entities, typography, backslashes and white space around it: the same for any level of escapes.
std::string plain(std::string_view line);
// Decodes entities and escapes: a written `\n` becomes a line feed.
std::string unescaped(std::string_view text);

// A line as a listing shows it: " 12 | text".
struct Numbered {
  uint64_t number = 0;
  std::string_view separator;  // "": an empty line
  std::string_view rest;
};
std::optional<Numbered> numbered(std::string_view line);

// The lines of a text, or its first ones, without their line ends.
std::vector<std::string_view> lines_of(std::string_view text, size_t most = SIZE_MAX);

}  // namespace aptix::edit
