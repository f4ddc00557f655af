// SHA-1, for the names that git gives to blobs. Not for anything that has to be safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace aptix {

// The name of a blob with that content, 40 hexadecimal digits.
std::string git_blob_name(const std::vector<std::string_view>& pieces);

}  // namespace aptix
