// Comments of HTML in the prose, by CommonMark 0.30 §4.6: what stands in them is no Markdown. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "format/basis/line.h"

namespace aptix::format {

struct HtmlComment {
  size_t begin = 0, end = 0;  // of the lines between its first and its last one
  size_t next = 0;            // after its last line
};

// Finds the comments of one text, on ever later lines; each byte is looked at a bounded number of times.
class HtmlComments {
 public:
  explicit HtmlComments(std::string_view text) : text_(text) {}

  // The comment that `line` begins, if it ends on a later one. One without an end is not a comment, nor is one that
  // begins before the end of the comment that was given last.
  std::optional<HtmlComment> at(const Line& line);

 private:
  std::string_view text_;
  size_t seen_to_ = 0;   // the end of the one that was given last
  bool no_end_ = false;  // stands any further down
};

}  // namespace aptix::format
