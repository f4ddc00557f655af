// What a transaction would do and what would keep it from writing, as far as it can be seen before it runs.
#pragma once

#include "disk/run/draft.h"

namespace aptix::disk {

// Changes nothing and needs no lock.
Diagnostics foresee(Site& site, const Draft& draft);

// Which folders it will make and which it may remove: the manifest must name them.
struct FolderPlan {
  std::vector<std::string> made;        // parents first
  std::vector<ManifestFolder> removed;  // parents first; removed only if they are empty then
};

// Errors: path_symlink, path_conflict, io_error.
Result<FolderPlan> plan_folders(Site& site, const Draft& draft);

}  // namespace aptix::disk
