// Rewrites a hint of a command for a model that has tools instead of commands and options. Pure.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace aptix::ops {

// Names tools and arguments, or what to ask the person for; "": there is nothing to do.
std::string tool_hint(const std::string& hint, Code code);

// With several roots: the hint of a command that ran below `root`. Paths in its commands become absolute, and
// transactions get the name of the root.
std::string rooted_hint(std::string_view hint, const std::string& root, const std::string& root_name);

// The first command in single quotes in a text, without them; "": there is none. A single quote may occur in it only
// within double quotes: 'aptix -C "/it's" log'.
std::string_view command_in(std::string_view text);

}  // namespace aptix::ops
