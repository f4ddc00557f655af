// The door for writing: takes the lock, and either makes the tree what a ChangeSet says or leaves it unchanged.
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
  uint64_t reverses = 0;   // undo, redo: the id of the transaction to reverse
  std::string batch = {};  // id of the stored batch that is applied, for the record; or ""
  unsigned threads = 2;
  // Called when every file is in place and durable, but not committed yet. If it returns an error, everything is rolled
  // back. What it wrote to files of the transaction is moved to `kept/` and reported as verify_changed. Null: not
  // called.
  std::function<Status()> verify = {};
  // History limits (configuration): records beyond them are dropped, oldest first, never the newest.
  uint64_t keep_transactions = kKeepTransactions;
  uint64_t keep_bytes = kKeepBytes;
};

struct Committed {
  uint64_t id = 0;  // 0: there was nothing to change, and nothing was written
  std::vector<std::string> directories_removed;
};

// Takes the workspace's lock for writing (waits up to 3 s, then lock_busy). Makes `.aptix/` with its .gitignore if
// needed; fails with state_untrusted if that folder is not ours. Recovers what a crash left; the warnings say what
// recover() did. The lock is held until the Workspace is destroyed. Value: true if the lock is held. With Unmade::waits
// it is false, not an error, if no state folder can be made; commit() then fails if there is something to write.
enum class Unmade : uint8_t { fails, waits };
Outcome<bool> lock(Workspace& workspace, Unmade unmade = Unmade::fails);

// Releases the lock before the Workspace is destroyed. From then on, files that were read under it may change.
void unlock(Workspace& workspace);

// Commits `changes`. `hashing` runs hash_changes() while the files are staged. On success the tree is new and durable.
// On failure it is the old one, unless the error is rollback_failed.
// Errors: file_changed, file_exists, path_*, io_error, io_no_space, interrupted, rollback_failed.
// Warnings: what could not be cleaned up after the commit.
// REQUIRES: lock() succeeded before the first file of `changes` was read. If the lock was released and taken again
// since, a file that changed meanwhile is a file_changed.
Outcome<Committed> commit(Workspace& workspace, ChangeSet& changes, const CommitOptions& options, Background& hashing);

// For a dry run: the errors of commit() that can be seen without writing. Examples: a file is to replace a folder that
// is not empty, a folder is not writable, a file may not be removed. A read-only file system is only a warning, because
// the user will apply the changes elsewhere. Changes nothing and needs no lock.
Diagnostics foresee(Workspace& workspace, const ChangeSet& changes);

// The two sides of a change, without their hashes.
StoredState state_before(const FileChange& change);
StoredState state_after(const FileChange& change);

// For lib/disk only. Fails with site.no_state if no state folder can be made. Otherwise REQUIRES: the lock is held, and
// no earlier transaction is left unfinished.
Outcome<Committed> run_transaction(Site& site, Draft draft, const CommitOptions& options);

}  // namespace aptix::disk
