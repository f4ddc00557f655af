// Says in words what keeps a text from standing in a part of a file. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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

// White space collapsed and trimmed, look-alike characters mapped, letters lower-cased: two lines that
// a reader would call the same.
std::string normal_line(std::string_view line);

// Its lines, without their line ends.
std::vector<std::string_view> lines_of(std::string_view text);

// With `\n` written out made a line feed again, and the like.
std::string unescaped_lines(std::string_view text);

}  // namespace aptix::edit
