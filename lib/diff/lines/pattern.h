// One side of a hunk as a sequence of lines, how a line of a text matches one of them, and the search for all of them,
// in linear time for any input. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "diff/lines/cursor.h"
#include "diff/lines/hunk.h"

namespace aptix::diff {

struct Pattern {
  std::vector<const HunkLine*> lines;
  bool ends_text = false;  // it only matches at the end of the text

  size_t size() const { return lines.size(); }
};
Pattern pattern_of(const Hunk& hunk, Side side);

enum class Fit : uint8_t {
  none,
  line_ends,  // all but the line end
  exact,
};

// `raw` begins at `start` of its text: a byte-order mark in the first line is ignored, unless `wanted` has one.
Fit fit(const HunkLine& wanted, std::string_view raw, size_t start);

// A line without white space, line end or byte-order mark at either end: the same for any indentation.
std::string_view trimmed(std::string_view raw);

// How well the pattern matches the lines that begin at `start`, and how many lines were compared.
struct WindowFit {
  Fit fit;
  size_t compared;
};
WindowFit fit_window(const Pattern& pattern, std::string_view text, size_t start);

// Gets a place: its line, 0-based, and its byte offset. False ends the search.
using OnPlace = std::function<bool(uint64_t line, size_t start)>;

// Finds every place that matches exactly or, with Fit::line_ends, in all but the line ends; they may overlap.
// Knuth-Morris-Pratt over lines. REQUIRES: the pattern has lines.
void search_lines(const Pattern& pattern, std::string_view text, Fit wanted, const OnPlace& on_place);

}  // namespace aptix::diff
