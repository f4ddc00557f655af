// Words of a command line, as a shell splits it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace aptix {

// Quotes one word for a shell, in double quotes if needed. Characters that cannot be typed are escaped for display.
std::string shell_word(std::string_view text);

// "aptix" and the words of a command, in single quotes if needed: can be typed again.
std::string join_shell_words(std::span<const std::string_view> words);
// Splits the result of join_shell_words() into its words, "aptix" among them.
std::vector<std::string> split_shell_words(std::string_view line);

}  // namespace aptix
