// What an answer, or the merging of it, leaves in a file by mistake: markers of conflicts and of SEARCH/REPLACE blocks,
// lines that stand for code that was left out, the fence that was around a file. Pure.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::ops {

struct Leftover {
  uint64_t line = 0;  // from 1; 0: the file as such
  std::string_view what;
};

// In the order of lines. `is_added`: whether the change brings that line; a line that stands for code is one only
// there.
std::vector<Leftover> find_leftovers(
    std::string_view path, std::string_view text, const std::function<bool(uint64_t line)>& is_added);

// The lines that a diff without context, of one file, adds; as 'git diff --unified=0' prints it.
class AddedLines {
 public:
  explicit AddedLines(std::string_view diff);
  bool holds(uint64_t line) const;

 private:
  struct Range {
    uint64_t first, count;
  };
  std::vector<Range> ranges_;
};

}  // namespace aptix::ops
