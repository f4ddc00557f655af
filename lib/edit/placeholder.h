// Recognises lines that stand for text a model left out ("// ... existing code ..."). CLI.md §4.
#pragma once

#include <string_view>

namespace aptix::edit {

// One line without its line end. A lone "..." is none.
bool is_placeholder(std::string_view line);

}  // namespace aptix::edit
