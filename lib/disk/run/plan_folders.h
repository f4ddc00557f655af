// Which folders a transaction will make and which it may remove, before anything is written: the
// manifest must name them.
#pragma once

#include "disk/run/draft.h"

namespace aptix::disk {

struct FolderPlan {
  std::vector<std::string> made;        // parents first
  std::vector<ManifestFolder> removed;  // parents first; removed only if they are empty then
};

// Errors: path_symlink, path_conflict, io_error.
Result<FolderPlan> plan_folders(Site& site, const Draft& draft);

}  // namespace aptix::disk
