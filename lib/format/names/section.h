// The section of an answer that a code block stands in. Pure.
#pragma once

#include <cstddef>
#include <string_view>

namespace aptix::format {

// The heading over the block from `start` to `end`, where that is the only code block of its section, and nothing but
// some lines of prose stand between them; "" otherwise.
std::string_view heading_of_lone_block(std::string_view text, size_t start, size_t end);

}  // namespace aptix::format
