// One line of a text, and how it is indented. Pure.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "base/text/find_bytes.h"
#include "base/text/trim.h"

namespace aptix::answer {

struct Line {
  std::string_view text;  // without its line end (LF or CR LF)
  size_t start = 0;       // offset of the first byte
  size_t next = 0;        // offset after the line end
};

// REQUIRES: start <= text.size().
Line line_from(std::string_view text, size_t start);

// The lines of a text from `start` on: for (const Line& line : lines_from(text)).
class LinesFrom {
 public:
  struct Iterator {
    std::string_view text;
    Line line;

    const Line& operator*() const { return line; }
    void operator++() { line = line_from(text, line.next); }
    bool operator==(std::default_sentinel_t) const { return line.start >= text.size(); }
  };

  LinesFrom(std::string_view text, size_t start) : text_(text), start_(start) {}
  Iterator begin() const { return {text_, line_from(text_, start_)}; }
  std::default_sentinel_t end() const { return {}; }

 private:
  std::string_view text_;
  size_t start_;
};
inline LinesFrom lines_from(std::string_view text, size_t start = 0) { return {text, start}; }

// Whether `is_it` says so of a line of the text.
template <class Test>
bool any_line(std::string_view text, Test is_it) {
  for (const Line& line : lines_from(text))
    if (is_it(line.text)) return true;
  return false;
}

// Whether `is_it` says so of one of the words of a row, between which there are spaces.
template <class Test>
bool any_word(std::string_view row, Test is_it) {
  while (!row.empty())
    if (is_it(take_line(row, ' '))) return true;
  return false;
}

// How often `mark` stands at the start of the line.
inline size_t run_of(std::string_view line, char mark) { return std::min(line.find_first_not_of(mark), line.size()); }

// The start of the line before the one that begins at `start`; 0 where there is none.
inline size_t previous_line(std::string_view text, size_t start) {
  return start == 0 ? 0 : start_of_line(text, start - 1);
}

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
// With a space for each of them, and with signs that stand for themselves in place of wide ones, but in backticks.
std::string with_plain_signs(std::string_view line);

struct Indent {
  size_t bytes = 0;    // spaces and tabs before the first other byte
  size_t columns = 0;  // a tab goes on to the next multiple of four
};

// Stops counting at `most` columns. A line of spaces only is indented by all of them.
Indent indent_of(std::string_view line, size_t most = static_cast<size_t>(-1));

}  // namespace aptix::answer
