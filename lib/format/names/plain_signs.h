// Lines of prose with plain signs for those that mean the same in another script, and for tags of HTML. Pure.
#pragma once

#include <string>
#include <string_view>

namespace aptix::format {

// Wide signs, quotes of other languages outside of backticks, no-break spaces; "<code>a.c</code>" as "`a.c`"; of a link
// its text, of a picture nothing.
std::string with_plain_signs(std::string_view line);

}  // namespace aptix::format
