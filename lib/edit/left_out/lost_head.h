// What stands at the head of a file of code, and not in an excerpt of it: the "package" line, the imports. Pure;
// linear.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace aptix::edit {

// Why `after` can hardly be all of the file `path`, whose text is `before`, as words for a message: it has no line of a
// kind without which there is no such file ("package" in Go, "#!"), or it imports nothing, as `before` does, and uses a
// name that only what went brought. Nothing where it imports anything: whether that is enough is not judged.
std::optional<std::string> lost_head(std::string_view before, std::string_view after, std::string_view path);

}  // namespace aptix::edit
