// Names in command lines that a message proposes.
#pragma once

#include <string>
#include <string_view>

namespace aptix {

// One word for a shell: in double quotes where it would be taken apart otherwise. What cannot be typed is escaped for
// display.
std::string shell_word(std::string_view text);

}  // namespace aptix
