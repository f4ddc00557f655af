// A place in a text that is read line by line. Cheap to copy, so that a reader can look ahead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "diff/lines/line.h"

namespace aptix::diff {

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
