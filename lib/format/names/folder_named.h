// The folder that a sentence puts a file into. Pure.
#pragma once

#include <string>
#include <string_view>

namespace aptix::format {

// "In the `src` folder, create `a.js`", "`a.js` in `src/`": that folder, when `path` does not say it itself. "" when
// the words name none, or the project's own.
std::string folder_named(std::string_view words, std::string_view path);

}  // namespace aptix::format
