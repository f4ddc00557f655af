// The one writer. Stages a ChangeSet, prepares, publishes and commits it, or leaves the old tree.
// The invariants of DESIGN §4 stand above the code in transaction.cpp.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "disk/workspace.h"
#include "model/change_set.h"

namespace aptix::disk {

enum class TransactionKind : uint8_t { apply, undo, redo, pull };  // pull: from the Cloud File Set

struct CommitOptions {
  bool sync = true;  // false: --no-sync
  TransactionKind kind = TransactionKind::apply;
  uint64_t reverses = 0;   // undo, redo: the id of the transaction that is taken back
  std::string batch = {};  // id of the stored batch that is carried out, for the record; or ""
  unsigned threads = 2;
  // History limits (configuration): what goes beyond is dropped, oldest first, never the newest.
  uint64_t keep_transactions = 200;
  uint64_t keep_bytes = 512ull << 20;
};

struct Committed {
  uint64_t id = 0;  // 0: there was nothing to change, nothing was written
  std::vector<std::string> directories_made, directories_removed;
};

// Hashes (hash_changes) run beside the staging. On success the tree is new and durable; on failure it
// is the old one, unless the error is rollback_failed.
// Errors: file_changed, file_exists, path_*, io_error, io_no_space, interrupted, rollback_failed.
// Warnings: what could not be cleaned up behind the commit.
// REQUIRES: workspace.lock() succeeded before the first file of `changes` was read.
Outcome<Committed> commit(Workspace& workspace, ChangeSet& changes, const CommitOptions& options);

// For a dry run: what would keep commit() from writing, as far as it can be seen: a folder that has something in it
// where a file is to be, one that must not be written in, a file that must not go, or whose owner the new one cannot
// have. Changes nothing and needs no lock.
Diagnostics foresee(Workspace& workspace, const ChangeSet& changes);

}  // namespace aptix::disk
