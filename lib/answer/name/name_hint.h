// A file name in the info string of a fence. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace aptix::answer {

// "" when it names none, or it is not clear which.
std::string name_hint(std::string_view info);

// The names in an info string that has several: "text a.txt, b.txt".
std::vector<std::string> doubtful_names(std::string_view info);

}  // namespace aptix::answer
