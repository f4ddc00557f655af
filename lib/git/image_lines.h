// The lines of a text as hunks change them: runs of lines that stand together, those up to the last change and those
// after it. What no hunk has touched costs nothing, however large it is, and is read no further than it is asked for.
// Pure. Lines count from 0 here.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "diff/lines/line_table.h"

namespace aptix::git {

class ImageLines {
  struct Run;

 public:
  // `text` outlives the lines.
  explicit ImageLines(std::string_view text) : table_(text), back_{{text, kUnknown, 0, 0, false}} {}

  struct Line {
    std::string_view bytes;  // with the line feed. Of a line that a hunk has put here perhaps ""
    uint64_t origin = 0;     // its line in the text; of what a hunk has put here, the line that stood there before
    bool made = false;       // a hunk has put it here
  };

  bool has(uint64_t line);
  uint64_t count();                                   // reads the whole text
  Line at(uint64_t line);                             // REQUIRES: has(line)
  uint64_t origin_of(uint64_t line);                  // as in Line; at the end the number of lines of the text
  std::optional<uint64_t> place_of(uint64_t origin);  // where this line of the text stands now; nothing: it is gone

  // Puts `lines` in the place of `gone` lines from `line` on, or of all that there are. What they view outlives the
  // lines. REQUIRES: line <= count().
  void replace(uint64_t line, uint64_t gone, const std::vector<std::string_view>& lines);

  // All lines, neighbours joined.
  std::vector<std::string_view> pieces() const;

  // Goes through the lines from one on. Good until the next replace().
  class Walk {
   public:
    Walk(ImageLines& lines, uint64_t line);
    bool at_end() const { return run_ == nullptr; }
    const Line& line() const { return line_; }  // REQUIRES: !at_end()
    void next();

   private:
    void read();

    ImageLines& lines_;
    size_t index_ = 0;
    const Run* run_ = nullptr;
    uint64_t passed_ = 0;  // lines of the run
    size_t offset_ = 0;    // in its bytes
    Line line_;
  };

 private:
  static constexpr uint64_t kUnknown = UINT64_MAX;

  struct Run {
    std::string_view bytes;
    uint64_t lines;     // kUnknown for the last run
    uint64_t position;  // of its first line; in `back_` less `shift_`
    uint64_t origin;    // as in Line, of its first line
    bool made;
  };

  size_t run_count() const { return front_.size() + back_.size(); }
  const Run& run(size_t index) const { return index < front_.size() ? front_[index] : back_[run_count() - 1 - index]; }
  uint64_t position_of(size_t index) const { return run(index).position + (index < front_.size() ? 0 : shift_); }
  size_t run_with(uint64_t line) const;
  size_t offset_in(const Run& run, uint64_t line);
  uint64_t front_end() const { return front_.empty() ? 0 : front_.back().position + front_.back().lines; }
  Run cut(Run& run, uint64_t line);
  void move_gap(uint64_t line);
  void drop(uint64_t gone);
  void add(std::string_view line, uint64_t origin);

  diff::LineTable table_;
  // The second one last run first, so that both change at their ends: hunks mostly go forward. Its first element is
  // the end of the text, which no hunk has touched; only that may be empty.
  std::vector<Run> front_, back_;
  uint64_t shift_ = 0;
};

}  // namespace aptix::git
