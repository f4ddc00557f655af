// Says in words what keeps a text from standing in a part of a file. Pure.
#pragma once

#include <string>
#include <string_view>

namespace aptix::edit {

struct Difference {
  std::string words{};
  bool white_space = false;  // it is, or is among it, what a listing has to make visible
};

// `window`: whole lines of the file, from the line on where `wanted` nearly stands. No words where it does stand there:
// then an earlier edit was in its way.
Difference what_differs(std::string_view window, std::string_view wanted);

// The same of one line that is to be another, and where the two part: "column 3: U+0430 is expected, 'a' stands there".
// No words when the lines as they are shown tell as much. REQUIRES: they differ.
Difference how_line_differs(std::string_view found, std::string_view expected);

// The same of the line with that number, with both as they are.
Difference which_line_differs(size_t number, std::string_view found, std::string_view expected);

}  // namespace aptix::edit
