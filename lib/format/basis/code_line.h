// Does a line look like code, where words may stand as well? Pure.
#pragma once

#include <string_view>

namespace aptix::format {

// By how it begins and ends, and the signs in it; some of them count only in files of the kind of `path`, which may
// be "". What could be a sentence is not code.
bool looks_like_code(std::string_view line, std::string_view path);

}  // namespace aptix::format
