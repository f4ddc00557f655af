// One line of an input with a caret under a column. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace aptix::render {

// What a line looks like on a terminal, cut to `width` cells around the column.
struct Excerpt {
  std::string text;  // escaped; a tab is one space; "..." where something was cut
  size_t caret = 0;  // cells before the caret in `text`
};

// `column` counts code points from 1; one past the end stands after the last character.
// REQUIRES: width >= 20.
Excerpt excerpt(std::string_view line, uint64_t column, size_t width);

}  // namespace aptix::render
