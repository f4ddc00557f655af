// One side of a hunk as a sequence of lines to look for, and how a line of a text fits one of them. Pure.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "diff/lines/hunk.h"
#include "diff/lines/line.h"

namespace aptix::diff {

struct Pattern {
  std::vector<const HunkLine*> lines;
  bool ends_text = false;  // it can only stand at the end of the text

  size_t size() const { return lines.size(); }
};
Pattern pattern_of(const Hunk& hunk, Side side);

enum class Fit : uint8_t {
  none,
  line_ends,  // but for the line end
  exact,
};

Fit fit(const HunkLine& wanted, std::string_view raw);
// The same for the first line of a text, where a byte-order mark counts for nothing.
Fit fit_first(const HunkLine& wanted, std::string_view raw);

// A line without blanks at either end, and without line end: what stays when it is indented anew.
std::string_view trimmed(std::string_view raw);

}  // namespace aptix::diff
