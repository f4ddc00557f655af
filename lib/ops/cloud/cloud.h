// The work tree and the Cloud File Set. Pulling brings copies into the tree by one transaction; after a transaction,
// the new full files become the new copies (TUL-002 §8.6).
#pragma once

#include "model/limits.h"
#include "ops/files/sources.h"
#include "ops/publish/publish.h"

namespace aptix::ops {

struct Pulled {
  uint64_t transaction = 0;          // 0: nothing was written
  std::vector<std::string> changed;  // relative to the workspace; in a dry run those that would be
  std::string diff;                  // a unified diff, if requested
};

struct PullRequest {
  std::vector<std::string> doc_paths;
  Limits limits{};
  bool merge = false;  // --merge: if the file was changed here, too, merge it with the copy
  Making how{};
};

// Pulls all of the docPaths or none. A file that was changed here since its copy was last seen is never overwritten:
// cloud_conflict, merge_conflict. REQUIRES: the root of `workspace` is its top, and it is locked unless this is a dry
// run.
Outcome<Pulled> pull(disk::Workspace& workspace, Sources& sources, const PullRequest& request);

struct DoneTransaction {
  uint64_t transaction = 0;
  std::optional<disk::Record> reversed = {};  // by an undo or redo: the log may have dropped it since
};

// Pushes each file that the transaction has written and that is active or has a cloud copy, if the cloud still has the
// copy that was changed. The local result stays in any case: an error becomes a warning that says so. If a pull was
// undone or redone, pushes nothing and only records that.
Diagnostics push_transaction(
    disk::Workspace& workspace, Sources& sources, const DoneTransaction& done, const Sources::Pusher& by);

}  // namespace aptix::ops
