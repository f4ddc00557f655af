// Which lines of a text are most like given ones. Pure. Linear in the text.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace aptix::diff {

// How alike two lines are but for indentation and blanks at the end: 1 when they are the same, 0 when no two
// neighbouring bytes are.
double likeness(std::string_view a, std::string_view b);

// As many lines of the text as were wanted.
struct LikeWindow {
  size_t start = 0;                     // in the text
  std::vector<std::string_view> lines;  // without line ends
  double score = 0;                     // of all lines, by their lengths
  double least = 0;                     // of the line that is least like its counterpart
};

// The best, and those next to it that do not overlap it; best first, a few at most.
std::vector<LikeWindow> likest_windows(std::string_view text, std::span<const std::string_view> wanted);

}  // namespace aptix::diff
