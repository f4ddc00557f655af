// A file name near a fence: in its info string, or on the line above it. Pure.
#pragma once

#include <string>
#include <string_view>

namespace aptix::format {

// "" when neither names a file. `above` is the line directly above the fence, "" when there is none.
std::string name_hint(std::string_view info, std::string_view above);

}  // namespace aptix::format
