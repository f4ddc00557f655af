// A file name in the info string of a fence. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace aptix::format {

// "" when it names none, or it is not clear which.
std::string name_hint(std::string_view info);

// The names in an info string that does not tell which of them is meant, or whether the words before it are a part of
// it: "text a.txt, b.txt", "text old notes.txt". None where it does.
std::vector<std::string> doubtful_names(std::string_view info);
// Whether `path` is one of them, or ends in one.
bool settles(const std::vector<std::string>& doubtful, std::string_view path);

}  // namespace aptix::format
