// Files as they were after an earlier transaction, by a new one that can be undone like any other.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "ops/history/restore.h"
#include "ops/history/versions.h"

namespace aptix::ops {

struct RollbackRequest {
  std::vector<std::string> paths;  // files and folders, from the workspace on; none: all that later ones touched
  VersionName to;
  bool merge = false;  // carry edits from outside over, where that is clean
  Restoring how;
};

struct RolledBack {
  ChangeSet changes;
  std::vector<std::string> merged;  // paths whose edits from outside were carried over
  Published published;
};

// REQUIRES: `workspace` is opened at its top, and locked unless this is a dry run; `versions` was opened after that.
// Errors: version_unknown, undo_changed (each file that was edited outside since), merge_conflict, and publish()'s.
Outcome<RolledBack> rollback(disk::Workspace& workspace, Versions& versions, const RollbackRequest& request);

}  // namespace aptix::ops
