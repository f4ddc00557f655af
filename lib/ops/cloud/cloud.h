// The work tree and the Cloud File Set: copies are taken into the tree, through the one transaction; and after a
// transaction the new full files are the new copies (TUL-002 §8.6).
#pragma once

#include "model/limits.h"
#include "ops/files/sources.h"
#include "ops/publish/publish.h"

namespace aptix::ops {

struct Pulled {
  uint64_t transaction = 0;          // 0: nothing was written
  std::vector<std::string> changed;  // paths from the workspace on; in a dry run those that would be
  std::string diff;                  // a unified diff, where it was asked for
};

struct PullRequest {
  std::vector<std::string> doc_paths;
  Limits limits{};
  bool merge = false;  // --merge: what was changed here as well is merged with the copy, where that is clean
  Making how{};
};

// All of the docPaths or none. A file that was changed here since its copy was last seen is never
// overwritten: cloud_conflict, merge_conflict. REQUIRES: the workspace is opened at its top and, unless this is a dry
// run, locked.
Outcome<Pulled> pull(disk::Workspace& workspace, Sources& sources, const PullRequest& request);

struct DoneTransaction {
  uint64_t transaction = 0;
  std::optional<disk::Record> reversed = {};  // by an undo or a redo: the log may have dropped it since
};

// Pushes each file that the transaction has written and that is active or has a cloud copy, expecting the copy
// that was changed. The local result stays, whatever happens: each fault is a warning that says so.
// For a pull that was taken back or restored, nothing is pushed; which of the two it was is noted.
Diagnostics push_transaction(
    disk::Workspace& workspace, Sources& sources, const DoneTransaction& done, const Sources::Pusher& by);

}  // namespace aptix::ops
