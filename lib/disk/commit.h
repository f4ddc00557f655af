// The one writer's door: takes the lock, and makes a ChangeSet the new tree, or leaves the old one.
#pragma once

#include "base/result.h"
#include "disk/transaction.h"
#include "disk/workspace.h"
#include "model/change_set.h"

namespace aptix::disk {

// Takes the workspace's lock for writing (waits up to 3 s, then lock_busy), makes `.aptix/` with its
// .gitignore if needed, refuses one that is not ours (state_untrusted), and recovers what a crash
// left: what recover() reports is in warnings. Held until the Workspace is destroyed. Unmade::waits: where there is
// no state folder and none can be made, commit() fails in its place, when there is something to write.
enum class Unmade : uint8_t { fails, waits };
Outcome<bool> lock(Workspace& workspace, Unmade unmade = Unmade::fails);

// Hashes (hash_changes) run beside the staging. On success the tree is new and durable; on failure it
// is the old one, unless the error is rollback_failed.
// Errors: file_changed, file_exists, path_*, io_error, io_no_space, interrupted, rollback_failed.
// Warnings: what could not be cleaned up behind the commit.
// REQUIRES: lock() succeeded before the first file of `changes` was read.
Outcome<Committed> commit(Workspace& workspace, ChangeSet& changes, const CommitOptions& options);

// For a dry run: what would keep commit() from writing, as far as it can be seen: a folder that has something in it
// where a file is to be, one that must not be written in, a file that must not go, or whose owner the new one cannot
// have. Changes nothing and needs no lock.
Diagnostics foresee(Workspace& workspace, const ChangeSet& changes);

}  // namespace aptix::disk
