// "did you mean": the files that are near to one that is not there. Only said, never taken.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "disk/workspace.h"

namespace aptix::ops {

// Those of the same name, or else of a name like it in the same folder; several when none of them is nearer than the
// others. No more than five.
std::vector<std::string> near_paths(std::string_view missing, std::span<const std::string> files);

// Names in each file.missing what is near to its path. Looks at a part of the tree where it is large.
void name_near_files(disk::Workspace& workspace, std::vector<Diagnostic>& errors);

}  // namespace aptix::ops
