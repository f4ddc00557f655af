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

// True if `is_it` is true for a line of the text.
template <class Test>
bool any_line(std::string_view text, Test is_it) {
  for (const Line& line : lines_from(text))
    if (is_it(line.text)) return true;
  return false;
}

// True if `is_it` is true for one of the words in `row`, which single spaces separate.
template <class Test>
bool any_word(std::string_view row, Test is_it) {
  while (!row.empty())
    if (is_it(take_line(row, ' '))) return true;
  return false;
}

// The number of `mark`s that the line begins with.
inline size_t run_of(std::string_view line, char mark) { return std::min(line.find_first_not_of(mark), line.size()); }

// The start of the line before the one that begins at `start`; 0 if there is none.
inline size_t previous_line(std::string_view text, size_t start) {
  return start == 0 ? 0 : start_of_line(text, start - 1);
}

// Line numbers of offsets that only increase: each byte is counted once. Views the text.
class LineNumbers {
 public:
  explicit LineNumbers(std::string_view text) : text_(text) {}

  // The line that contains `offset`, from 1. REQUIRES: offsets do not decrease.
  uint64_t at(size_t offset);

 private:
  std::string_view text_;
  size_t counted_to_ = 0;
  uint64_t number_ = 1;
};

// U+00A0, as web pages and word processors write a space.
inline constexpr std::string_view kNoBreakSpace = "\xC2\xA0";
// Replaces no-break spaces and wide punctuation by their ASCII counterparts, except in backticks.
std::string with_plain_signs(std::string_view line);

struct Indent {
  size_t bytes = 0;    // spaces and tabs before the first other byte
  size_t columns = 0;  // a tab ends at the next multiple of four
};

// Stops counting at `most` columns. All of a line of spaces counts.
Indent indent_of(std::string_view line, size_t most = static_cast<size_t>(-1));

}  // namespace aptix::answer
