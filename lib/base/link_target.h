// Where a symbolic link leads, by the letters of its target alone. Pure.
#pragma once

#include <string_view>

namespace aptix {

// The target, seen from the folder of `link`, a path from the root on, never leaves the root.
bool stays_inside(std::string_view link, std::string_view target);

}  // namespace aptix
