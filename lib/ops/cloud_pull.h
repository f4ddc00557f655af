// Takes cloud copies into the work tree, through the one transaction.
#pragma once

#include <string>
#include <vector>

#include "disk/transaction.h"
#include "disk/workspace.h"
#include "model/limits.h"
#include "ops/sources.h"

namespace aptix::ops {

struct Pulled {
  uint64_t transaction = 0;            // 0: nothing was written
  std::vector<std::string> changed;    // paths from the workspace on
};

// All of `doc_paths` or none. A file that was changed here since its copy was last seen is never
// overwritten: cloud_conflict. REQUIRES: the workspace is opened at its top, and locked.
Outcome<Pulled> pull(disk::Workspace& workspace, Sources& sources, const std::vector<std::string>& doc_paths, const Limits& limits,
                     disk::CommitOptions options);

}  // namespace aptix::ops
