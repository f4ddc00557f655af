// The inside of one fenced block: which line ends it. CommonMark §4.5, and what models make of it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "answer/basis/line.h"
#include "answer/basis/markdown.h"

namespace aptix::answer {

// The lines that look like a fence, for looking ahead from ever later lines; and how far blocks may look ahead for how
// the fences after them come out: all of them together a few times through the text.
class FenceLines {
 public:
  explicit FenceLines(std::string_view text) : text_(text) {}

  // The first such line from `from` on; an empty line when there is none. REQUIRES: calls do not go back.
  Line next(const Line& from);

  // Takes a line out of what may be looked at; false when nothing is left.
  bool may_look_at(const Line& line);
  bool may_look_on() const { return bytes_to_look_at_ != 0; }

 private:
  std::string_view text_;
  Line found_;
  bool looked_ = false;
  size_t bytes_to_look_at_ = (size_t{64} << 20) + 4 * text_.size();
};

// Where a fence stands.
struct FenceAt {
  std::string_view text;
  FenceLines& lines;
  Fence fence;
  std::string_view indent;  // what it is indented by
  size_t container;         // the column in which the content of its list item begins
  size_t start;             // of the line below it
};

struct FencedBody {
  size_t start = 0, end = 0;
  size_t next = 0;  // where the prose goes on
  bool has_closing_line = false;
  bool cut = false;        // the input ended inside the block
  std::string unindented;  // without the indentation of the fence, where it has one
};

FencedBody read_fenced(const FenceAt& at);

// Of a file that has code blocks in it: a fence with an info string opens one of those, and the next bare one closes
// it. Ends the body so where that leaves no fence of the answer open; false when it has such fences and it does not,
// when the line that ends it may as well open another one, and when too much was looked at to tell.
// REQUIRES: it has no indentation.
bool pair_fences(const FenceAt& at, FencedBody& body);

}  // namespace aptix::answer
