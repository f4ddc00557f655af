// What there is to say about a file's bytes, gathered as they go by. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/text/text.h"

namespace aptix::ops {

class FileFacts {
 public:
  void update(std::string_view bytes);
  // REQUIRES for all below: everything was given.
  uint64_t size() const { return size_; }
  uint64_t lines() const;  // a last line without newline counts
  LineEnds line_ends() const { return ends_; }
  bool is_utf8() const { return utf8_ && carried_.empty(); }
  bool has_byte_order_mark() const { return head_ == kByteOrderMark; }
  bool has_final_newline() const { return last_ == '\n'; }

 private:
  uint64_t size_ = 0;
  LineEnds ends_;
  char last_ = '\0';
  bool utf8_ = true;
  std::string carried_;  // the beginning of a character that was cut by the end of a piece
  std::string head_;     // the first bytes, as many as a byte-order mark has
};

// "lf", "crlf", "mixed", "none"
std::string_view line_ends_name(const LineEnds& ends);

}  // namespace aptix::ops
