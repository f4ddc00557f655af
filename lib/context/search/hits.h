// The places of a text that a search shows: windows of lines around the matches, those that touch as one. Pure.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "context/search/needle.h"
#include "context/secrets/secret.h"

namespace aptix::context {

// From the best on.
enum class Rank : uint8_t { definition, word, part };

struct LineMatch {
  uint64_t line = 0;            // from 1
  size_t column = 0, size = 0;  // bytes, from 1
};

struct Window {
  Rank rank = Rank::part;  // of its best match
  uint64_t first_line = 0, last_line = 0;
  size_t start = 0, end = 0;  // bytes of the text, with the end of the last line
  std::vector<LineMatch> matches;
  uint64_t more = 0;  // matches that are not among them, since there are too many
};

struct WindowOptions {
  uint64_t context = 0;                                // lines around a match
  uint64_t whole_below = 0;                            // a text of fewer lines is one window
  size_t most_in_line = 1'000, most_matches = 10'000;  // of a line, of a window; of each window one is kept in any case
  bool merged = true;  // windows that overlap or are adjacent are one; else each line with a match is one
  std::span<const Secret> secrets{};  // in their order; what reaches into them is no match
};

// In their order, each handed on as soon as it is known: a text may have a great many.
void find_windows(
    const Needle& needle, std::string_view text, const WindowOptions& options, const std::function<void(Window)>& take);

}  // namespace aptix::context
