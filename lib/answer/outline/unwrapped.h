// What was done to an answer as a whole on its way: wrapped into one fence of Markdown or into a block quote, or
// given other line ends. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace aptix::answer {

// The answer itself, line for line; nothing when `text` is not wrapped, or may be something else: one code block
// of Markdown among others, or a file.
std::optional<std::string> unwrapped(std::string_view text);

// The answer with LF, when every one of its lines ends in CR LF (ddrs/APX-017); nothing otherwise.
std::optional<std::string> with_own_line_ends(std::string_view text);

}  // namespace aptix::answer
