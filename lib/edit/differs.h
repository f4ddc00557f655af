// Says in words what keeps a text from standing in a part of a file. Pure.
#pragma once

#include <string>
#include <string_view>

namespace aptix::edit {

// `window`: whole lines of the file, from the line on where `wanted` nearly stands.
std::string what_differs(std::string_view window, std::string_view wanted);

// Blanks collapsed and trimmed, look-alike characters mapped, letters lower-cased: two lines that
// a reader would call the same.
std::string normal_line(std::string_view line);

// With `\n` written out made a line feed again, and the like.
std::string unescaped_lines(std::string_view text);

}  // namespace aptix::edit
