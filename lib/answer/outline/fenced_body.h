// The inside of one fenced block: which line ends it. CommonMark §4.5, and what models make of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "answer/basis/fence.h"
#include "answer/basis/hunk_tracker.h"
#include "answer/basis/line.h"
#include "base/text/text.h"

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

class FencedBody {
 public:
  // Of the fence that is indented by `indent` in a list item whose content begins in column `container`; its first line
  // begins at `start`.
  FencedBody(std::string_view text, FenceLines& fence_lines, Fence fence, std::string_view indent, size_t container,
      size_t start)
      : text_(text),
        fence_lines_(fence_lines),
        fence_(fence),
        indent_(indent),
        container_(container),
        start_(start),
        end_(start),
        next_(start) {}

  // REQUIRES: called once, before all below.
  void read();

  // Of a file that has code blocks in it: a fence with an info string opens one of those, and the next bare one closes
  // it. Ends the body so where that leaves no fence of the answer open; false when it has such fences and it does not,
  // when the line that ends it may as well open another one, and when too much was looked at to tell.
  // REQUIRES: it has no indentation.
  bool pair_fences();

  size_t start() const { return start_; }
  size_t end() const { return end_; }
  size_t next() const { return next_; }  // where the prose goes on
  bool has_closing_line() const { return has_closing_line_; }
  bool may_be_cut() const { return cut_; }  // the input ended inside the block
  std::string take_unindented() { return std::move(unindented_); }

 private:
  enum class LineRole : uint8_t { content, closes, container_ends };

  bool pair_fences_in_sight();
  // Nearly all lines of a long document: they look like neither a fence, a marker nor a part of a hunk. For speed
  // alone.
  void pass_plain_lines();
  LineRole judge(const Line& line);
  LineRole judge_dedented(const Line& line, std::string_view rest);
  bool next_fence_closes_at_own_indent(const Line& from) const;
  bool is_context_of_hunk(const Line& line) const;
  bool begins_text(size_t start) const { return !is_blank(line_from(text_, start).text); }
  std::string_view content_of(const Line& line) const;
  void append(const Line& line);

  std::string_view text_;
  FenceLines& fence_lines_;
  Fence fence_;
  std::string_view indent_;  // the spaces before the fence
  size_t container_;         // column of the list item's content
  size_t start_, end_, next_;
  bool has_closing_line_ = false;
  bool cut_ = false;
  std::string unindented_;
  size_t search_block_end_ = 0;  // of the SEARCH/REPLACE block that the lines are in
  HunkTracker hunk_;
  std::optional<bool> body_may_dedent_;
};

}  // namespace aptix::answer
