// The tags around what a model thought before it answered. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace aptix::format {

// The closing tag that goes with the opening one which `text` begins with; "" when there is none.
// For find_tag(): a tag may be written in letters of any case.
std::string_view closing_tag_for(std::string_view text);

// Where `tag` stands in `text` from `from` on, in letters of any case; npos when it doesn't.
size_t find_tag(std::string_view text, std::string_view tag, size_t from);

// Offset behind a closing tag that stands at the start or at the end of a line: the end of thoughts
// whose opening tag is not part of the answer.
std::optional<size_t> behind_lone_closing_tag(std::string_view line);

}  // namespace aptix::format
