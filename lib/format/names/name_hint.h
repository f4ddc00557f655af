// A file name near a fence: in its info string, or on the line above it. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace aptix::format {

// "" when neither names a file, or it is not clear which. `above` is the line directly above the fence, "" when there
// is not one.
std::string name_hint(std::string_view info, std::string_view above);

// The names in an info string that does not tell which of them is meant, or whether the words before it are a part of
// it: "text a.txt, b.txt", "text old notes.txt". None where it does.
std::vector<std::string> doubtful_names(std::string_view info);
// Whether `path` is one of them, or ends in one.
bool settles(const std::vector<std::string>& doubtful, std::string_view path);

}  // namespace aptix::format
