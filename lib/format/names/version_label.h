// Words over a code block that do nothing but call it an old version or an example. Pure.
#pragma once

#include <string_view>

namespace aptix::format {

// "Before (old code):", "This is what you had before:", "Usage example:". Not where they say something else with such a
// word: "Trim it before inserting:", "As before:", "The old version had no limit."
bool calls_version(std::string_view words);

}  // namespace aptix::format
