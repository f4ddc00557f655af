// Finds what an answer, or merging it, left in a file by mistake: markers of conflicts and of SEARCH/REPLACE blocks,
// lines that stand for omitted code, the code fence around a file. Pure.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::ops {

struct Leftover {
  uint64_t line = 0;  // counts from 1; 0: the whole file
  std::string_view what;
};

// In the order of lines. `is_added`: whether the change adds that line; only added lines are reported as standing for
// code.
std::vector<Leftover> find_leftovers(
    std::string_view path, std::string_view text, const std::function<bool(uint64_t line)>& is_added);

// The lines that a diff of one file without context adds, as 'git diff --unified=0' prints it.
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
