// One line of a text, and how it is indented. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text/trim.h"

namespace aptix::format {

struct Line {
  std::string_view text;  // without its line end (LF or CR LF)
  size_t start = 0;       // offset of the first byte
  size_t next = 0;        // offset after the line end
};

// REQUIRES: start <= text.size().
Line line_from(std::string_view text, size_t start);

// The start of the line before the one that begins at `start`. REQUIRES: start != 0.
size_t previous_line(std::string_view text, size_t start);

// The numbers of ever later lines: each byte is counted once. Views the text.
class LineNumbers {
 public:
  explicit LineNumbers(std::string_view text) : text_(text) {}

  // Of the line that holds `offset`, from 1. REQUIRES: offsets do not go back.
  uint64_t at(size_t offset);

 private:
  std::string_view text_;
  size_t counted_to_ = 0;
  uint64_t number_ = 1;
};

// As pages and word processors write a space: U+00A0.
inline constexpr std::string_view kNoBreakSpace = "\xC2\xA0";
// With a space for each of them that stands in no backticks.
std::string with_plain_blanks(std::string_view line);

struct Indent {
  size_t bytes = 0;    // spaces and tabs before the first other byte
  size_t columns = 0;  // a tab goes on to the next multiple of four
};

// Stops counting at `most` columns. A line of spaces only is indented by all of them.
Indent indent_of(std::string_view line, size_t most = static_cast<size_t>(-1));

}  // namespace aptix::format
