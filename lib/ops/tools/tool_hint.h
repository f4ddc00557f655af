// A hint of a command, said to a model that has tools instead of commands and options. Pure.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace aptix::ops {

// Names tools and their arguments, or what to ask the person for; "": there is nothing to do.
std::string tool_hint(const std::string& hint, Code code);

}  // namespace aptix::ops
