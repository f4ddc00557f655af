// An answer that was wrapped as a whole, into one fence of Markdown or into a block quote. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace aptix::format {

// The answer itself, line for line; nothing when `text` is not wrapped, or may be something else: one code block
// of Markdown among others, or a file.
std::optional<std::string> unwrapped(std::string_view text);

}  // namespace aptix::format
