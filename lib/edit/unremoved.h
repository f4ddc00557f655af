// Edits that only take lines away: what they leave stands in the file before they are made as well as after. Pure.
#pragma once

#include <string>
#include <string_view>

namespace aptix::edit {

// A line without what a wrong level of escapes, entities or typographic quotes adds to it.
std::string plain(std::string_view line);

// Is `line` the one that was to go, but for how it is written? Then it has not gone.
bool is_unremoved(std::string_view line, std::string_view removed);

// `replace` is a part of `find`, which does not stand in the text. Does what was to go stand beside it all the same?
bool stands_unremoved(std::string_view text, std::string_view find, std::string_view replace);

}  // namespace aptix::edit
