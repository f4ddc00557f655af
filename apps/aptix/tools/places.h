// What a path in a call of a tool means: below which root, and which file there. Reads and writes ask here, so that
// both take the same spellings.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "shared/sources.h"

namespace aptix::app {

struct Place {
  std::string root, path;  // the path from there on
};

enum class PathFor : uint8_t { reading, writing };

// What is known of the files below a root.
using OpenRoot = std::function<Result<OpenedSources>(const std::string& root)>;

// `typed`: absolute, from a root on, or a docPath; it may have './', '//' and '..' in it, and a name that is not UTF-8
// as it is listed ("caf\xe9"). A file that is there comes before a docPath. To read, a docPath stays one: which copy
// counts is not decided here. To write, what begins with a name in the root is a path. What is none of these is the
// path of a new file. Fails with docpath_twins, and where there are several roots, with usage: several have that file,
// or it is a new one.
Result<Place> find_place(
    const std::vector<std::string>& roots, const std::string& typed, PathFor use, const OpenRoot& open);

}  // namespace aptix::app
