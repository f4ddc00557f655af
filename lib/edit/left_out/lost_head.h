// What every file of its kind has and an excerpt of it has not: the "package" line, the imports, the exports. Pure;
// linear.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace aptix::edit {

// Why `after` can hardly be all of the file `path`, whose text is `before`, as words for a message: `before` has a line
// without which there is hardly such a file ("package" in Go, "#include", "#!", a section of a Vue component), or
// exports, and `after` has none; or it uses a name that an import which went brought, and nothing else brings or makes;
// where it imports nothing, also one that the head of `before` made.
std::optional<std::string> lost_head(std::string_view before, std::string_view after, std::string_view path);

}  // namespace aptix::edit
