// A hint of a command, said to a model that has tools instead of commands and options. Pure.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace aptix::ops {

// Names tools and their arguments, or what to ask the person for; "": there is nothing to do.
std::string tool_hint(const std::string& hint, Code code);

// Where there are several roots: the hint of a command that ran below `root`, with absolute paths in the commands that
// it names, and the name of the root before a transaction.
std::string rooted_hint(std::string_view hint, const std::string& root, const std::string& root_name);

// The first command that a text has in single quotes, without them; "": it has none. A word of it may have a quote
// within double ones: 'aptix -C "/it's" log'.
std::string_view command_in(std::string_view text);

}  // namespace aptix::ops
