// A second file in a code block that names its own in a comment. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace aptix::format {

// A line that names another file and says nothing else: what follows is likely that file.
struct SecondName {
  size_t offset = 0;  // of the line, in the body
  std::string path;
};

// The first one after `from`, in a block for the file `path`. Where a part of the block begins (after an empty line, a
// rule, or the first line of a script) the name may be dressed in any way: "# b.py", "// Then in b.js:", `"""b.py"""`.
// Elsewhere only for a file of the same kind as `path`, and with more than its name: "# b.py (new)". Not before the
// first line of code, and not where the next line uses that file: then the comment is about it.
std::optional<SecondName> second_name(std::string_view body, size_t from, std::string_view path);

}  // namespace aptix::format
