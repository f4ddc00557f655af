// The one writer's door: takes the lock, and makes a ChangeSet the new tree, or leaves the old one.
#pragma once

#include "base/parallel.h"
#include "base/result.h"
#include "disk/transaction.h"
#include "disk/workspace.h"
#include "model/change_set.h"

namespace aptix::disk {

// Takes the workspace's lock for writing (waits up to 3 s, then lock_busy), makes `.aptix/` with its
// .gitignore if needed, refuses one that is not ours (state_untrusted), and recovers what a crash
// left: the warnings say what recover() did. The lock is held until the Workspace is destroyed. Unmade::waits: where
// no state folder can be made, this succeeds, and commit() fails if there is something to write.
enum class Unmade : uint8_t { fails, waits };
Outcome<bool> lock(Workspace& workspace, Unmade unmade = Unmade::fails);

// Gives the lock up before the Workspace is destroyed. What was read under it may change from then on.
void unlock(Workspace& workspace);

// `hashing` does hash_changes(), beside the staging of files. On success the tree is new and durable; on failure it is
// the old one, unless the error is rollback_failed.
// Errors: file_changed, file_exists, path_*, io_error, io_no_space, interrupted, rollback_failed.
// Warnings: what could not be cleaned up after the commit.
// REQUIRES: lock() succeeded before the first file of `changes` was read; what changed where it was given up and taken
// again is a file_changed.
Outcome<Committed> commit(Workspace& workspace, ChangeSet& changes, const CommitOptions& options, Background& hashing);

// For a dry run: the errors that commit() would meet, as far as they can be seen now: a file is to replace a folder
// that is not empty, a folder may not be written in, a file may not be removed. That the file system is read-only is a
// warning: whoever looks at such a tree will write elsewhere. Changes nothing and needs no lock.
Diagnostics foresee(Workspace& workspace, const ChangeSet& changes);

}  // namespace aptix::disk
