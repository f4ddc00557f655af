// A place in a text that is read line by line. Cheap to copy, so that a reader can look ahead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace aptix::diff {

struct TextLine {
  std::string_view text;         // without its line feed and without the CR before it
  bool carriage_return = false;  // a CR was cut off
  bool newline = false;          // a line feed was cut off; false only for the last line
};

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
    std::string_view rest = text_.substr(start_);
    size_t end = rest.find('\n');
    line_.newline = end != std::string_view::npos;
    line_.text = rest.substr(0, end);
    next_ = start_ + line_.text.size() + (line_.newline ? 1 : 0);
    line_.carriage_return = line_.text.ends_with('\r');
    if (line_.carriage_return) line_.text.remove_suffix(1);
  }

  std::string_view text_;
  size_t start_ = 0;
  size_t next_ = 0;
  uint64_t number_ = 1;
  TextLine line_;
};

}  // namespace aptix::diff
