// Follows the lines of what may be a unified diff, so that a line of a hunk is not taken for
// something else. Knows nothing but hunk headers and first bytes. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace aptix::answer {

struct HunkCounts {
  uint64_t old_lines = 0;
  uint64_t new_lines = 0;
};

// The counts that a hunk header states; nothing when the line is not one or states none.
std::optional<HunkCounts> hunk_counts(std::string_view line);

class HunkTracker {
 public:
  void feed(std::string_view line);

  bool inside() const { return inside_; }                                     // the last line belonged to a hunk
  bool stated() const { return stated_; }                                     // the header had counts
  bool changes() const { return changes_; }                                   // a line was added or removed
  bool open() const { return left_.old_lines != 0 || left_.new_lines != 0; }  // the header promised more lines
  bool exact() const { return inside_ && stated_ && !overrun_ && !open(); }   // just what the header promised

 private:
  void begin(std::string_view header);
  void count_context();
  void take(uint64_t& left);

  HunkCounts left_;
  bool inside_ = false;
  bool stated_ = false;
  bool changes_ = false;
  bool overrun_ = false;  // there were more lines than it said
};

}  // namespace aptix::answer
