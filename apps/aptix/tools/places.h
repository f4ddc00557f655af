// Finds out which root and file a path in a tool call means. Reads and writes both use this, so they accept the same
// spellings.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "shared/sources.h"

namespace aptix::app {

struct Place {
  std::string root, path;  // the path relative to the root
};

enum class PathFor : uint8_t { reading, writing };

// Opens what is known of the files below a root.
using OpenRoot = std::function<Result<OpenedSources>(const std::string& root)>;

// `typed` may be absolute, relative to a root, or a docPath. It may contain './', '//', '..', and bytes that are not
// UTF-8 as lists show them ("caf\xe9").
// - An existing file takes precedence over a docPath.
// - For reading, a docPath stays one: which copy to read is decided later.
// - For writing, a path whose first component exists in a root is a path, not a docPath.
// - Anything else is the path of a new file.
// Fails with docpath_twins; with several roots also with usage: several have the file, or it is new.
Result<Place> find_place(
    const std::vector<std::string>& roots, const std::string& typed, PathFor use, const OpenRoot& open);

}  // namespace aptix::app
