// One line of a text: where it ends, and what its end is. Pure.
#pragma once

#include <cstddef>
#include <string_view>

namespace aptix::diff {

// The line that begins at `start`, with its line end. "" at the end of the text.
inline std::string_view raw_line(std::string_view text, size_t start) {
  size_t end = text.find('\n', start);
  return text.substr(start, end == std::string_view::npos ? end : end - start + 1);
}

struct TextLine {
  std::string_view text;         // without its line feed and without the CR before it
  bool carriage_return = false;  // a CR was cut off
  bool newline = false;          // a line feed was cut off; false only for the last line
};

inline TextLine split_line(std::string_view raw) {
  TextLine line{raw, false, raw.ends_with('\n')};
  if (line.newline) line.text.remove_suffix(1);
  line.carriage_return = line.text.ends_with('\r');
  if (line.carriage_return) line.text.remove_suffix(1);
  return line;
}

}  // namespace aptix::diff
