// "did you mean": the files that are near to one that is not there. Only said, never taken.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "disk/workspace.h"
#include "ops/files/tree_file.h"

namespace aptix::ops {

// Those of the same name, or else of a name like it in the same folder; several when none of them is nearer than the
// others. No more than five.
std::vector<std::string> near_paths(std::string_view missing, std::span<const std::string> files);

// Names in each file.missing what is near to its path, which is relative to the root. Looks at a part of the tree where
// it is large, and at nothing where no file is missing.
void name_near_files(const Tree& tree, std::span<Diagnostic> errors);
void name_near_files(disk::Workspace& workspace, std::span<Diagnostic> errors);

}  // namespace aptix::ops
