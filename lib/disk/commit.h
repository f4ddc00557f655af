// The one writer's door: takes the lock, and makes a ChangeSet the new tree, or leaves the old one.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "base/result.h"
#include "disk/record/manifest.h"
#include "disk/workspace.h"
#include "model/change_set.h"
#include "model/limits.h"

namespace aptix::disk {

struct Draft;

struct CommitOptions {
  bool sync = true;  // false: --no-sync
  TransactionKind kind = TransactionKind::apply;
  uint64_t reverses = 0;   // undo, redo: the id of the transaction that is taken back
  std::string batch = {};  // id of the stored batch that is carried out, for the record; or ""
  unsigned threads = 2;
  // Asked when all is in its place and durable, and nothing is committed yet: an error takes all of it back, also what
  // was written meanwhile to the files of the transaction. That is kept, and told as verify_changed. Null: not asked.
  std::function<Status()> verify = {};
  // History limits (configuration): what exceeds them is dropped, oldest first, never the newest.
  uint64_t keep_transactions = kKeepTransactions;
  uint64_t keep_bytes = kKeepBytes;
};

struct Committed {
  uint64_t id = 0;  // 0: there was nothing to change, nothing was written
  std::vector<std::string> directories_removed;
};

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

// The two sides of a change, without their hashes.
StoredState state_before(const FileChange& change);
StoredState state_after(const FileChange& change);

// For the files of disk/ only. Fails with site.no_state where no state folder can be made. REQUIRES: otherwise the lock
// is held, and nothing is left of an earlier transaction.
Outcome<Committed> run_transaction(Site& site, Draft draft, const CommitOptions& options);

}  // namespace aptix::disk
