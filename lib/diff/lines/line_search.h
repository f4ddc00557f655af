// Searches a text for a pattern of lines, in linear time for any input. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "diff/lines/pattern.h"

namespace aptix::diff {

// How well the pattern fits the lines that begin at `start`, and how many lines were compared.
struct WindowFit {
  Fit fit;
  size_t compared;
};
WindowFit fit_window(const Pattern& pattern, std::string_view text, size_t start);

// The same for one side of a hunk, without making a pattern of it.
Fit fit_hunk(const Hunk& hunk, Side side, std::string_view text, size_t start);

// Takes a place: its number from 0 (only from search_lines) and its byte offset. False ends the search.
using OnPlace = std::function<bool(uint64_t line, size_t start)>;

// Every place that fits exactly, or (line_ends) but for the line ends, overlapping ones included.
// Knuth-Morris-Pratt over lines. REQUIRES: the pattern has lines.
void search_lines(const Pattern& pattern, std::string_view text, Fit wanted, const OnPlace& on_place);

}  // namespace aptix::diff
