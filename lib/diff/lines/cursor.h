// A line of a text, with its line end; and a position in a text that is read line by line, cheap to copy, so that a
// reader can look ahead. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
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

class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) { read(); }

  bool at_end() const { return start_ == text_.size(); }
  const TextLine& line() const { return line_; }  // REQUIRES: !at_end()
  size_t offset() const { return start_; }
  uint64_t number() const { return number_; }  // from 1; at the end, one more than there are lines

  void advance() {
    start_ = next_;
    ++number_;
    read();
  }
  Cursor next() const {
    Cursor after = *this;
    after.advance();
    return after;
  }
  // To the first line that is not empty.
  void skip_empty() {
    while (!at_end() && line_.text.empty()) advance();
  }

 private:
  void read() {
    std::string_view raw = raw_line(text_, start_);
    next_ = start_ + raw.size();
    line_ = split_line(raw);
  }

  std::string_view text_;
  size_t start_ = 0;
  size_t next_ = 0;
  uint64_t number_ = 1;
  TextLine line_;
};

}  // namespace aptix::diff
