// The whole work tree as one version, whoever changed its files.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "disk/checkpoints.h"
#include "disk/workspace.h"

namespace aptix::ops {

struct CheckpointRequest {
  std::string name;                // "": the first that is free of checkpoint-1, checkpoint-2, ...
  std::vector<std::string> paths;  // the files of the tree, from the workspace on, sorted
  disk::Syncs syncs = disk::Syncs::all;
  bool dry_run = false;
};

struct MadeCheckpoint {
  disk::Checkpoint checkpoint;
  uint64_t bytes = 0;                     // of all its files
  uint64_t new_texts = 0, new_bytes = 0;  // that were not stored before
  uint64_t left_out = 0;                  // files that may not or cannot be read
};

// A file that the policy denies is not opened, and is no part of it; nor is one that cannot be read, or whose name no
// document could give, of which a warning tells. Errors: usage (no such name can be given),
// file_exists (it is taken), file_changed (while it was read), state_untrusted, io_error, io_no_space. REQUIRES:
// `workspace` is opened at its top, and locked unless this is a dry run.
Outcome<MadeCheckpoint> make_checkpoint(disk::Workspace& workspace, const CheckpointRequest& request);

}  // namespace aptix::ops
