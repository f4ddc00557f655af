// The operation log: what was done, undone and redone; undo and recovery. The records are files below .aptix/log.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "disk/back/prune.h"
#include "disk/back/recover.h"
#include "disk/record/log.h"
#include "disk/saved_texts.h"
#include "disk/transaction.h"
#include "disk/workspace.h"

namespace aptix::disk {

// Oldest first. A record that cannot be read is left out and reported as a warning. Needs no lock.
Outcome<std::vector<Record>> read_log(Workspace& workspace);

// Takes back transaction `id`, or with 0 the newest one that is not undone, by a new transaction.
// Errors: undo_nothing, undo_unknown, undo_later, undo_changed (every file that was changed since), and commit()'s.
// dry_run: checks all, writes nothing.
struct UndoOptions {
  uint64_t id = 0;
  bool redo = false;  // restore what was undone last
  bool dry_run = false;
  CommitOptions commit{};
  // Shown what is to be reversed, before any of its files is looked at. An error ends it.
  std::function<Diagnostics(const Record&)> judge{};
};
struct Undone {
  Record target;          // what was taken back or restored
  bool restores = false;  // it was restored: by a redo, or by taking back the undo of it
  Committed committed;
};
Outcome<Undone> undo(Workspace& workspace, const UndoOptions& options);

// Drops what is over the limits of the log: the oldest, never the newest; and of what was set aside what is too old, or
// too much. Locks unless it only looks.
Outcome<Pruned> collect(Workspace& workspace, const CollectOptions& options);

// Rolls back what a crash left. Idempotent; may itself be killed at any call.
Outcome<Recovered> recover(Workspace& workspace, const RecoverOptions& options = {});

}  // namespace aptix::disk
