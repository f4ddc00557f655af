// Words of a command line, as a shell takes it apart.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace aptix {

// One word for a shell: in double quotes where it would be taken apart otherwise. What cannot be typed is escaped for
// display.
std::string shell_word(std::string_view text);

// "aptix" and the words of a command, in single quotes where that is needed: as it could be typed again.
std::string join_shell_words(std::span<const std::string_view> words);
// The words of what join_shell_words() made, "aptix" among them.
std::vector<std::string> split_shell_words(std::string_view line);

}  // namespace aptix
