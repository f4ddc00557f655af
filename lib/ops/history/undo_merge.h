// Takes back of a transaction what later edits leave alone, by a new transaction that can be undone like any other.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "ops/history/restore.h"
#include "ops/history/versions.h"

namespace aptix::ops {

struct UndoMergeRequest {
  uint64_t id = 0;  // 0: the newest transaction that is not undone
  Restoring how;
};

struct MergedUndo {
  uint64_t target = 0;
  ChangeSet changes;
  Published published;
};

// REQUIRES: as rollback(). Warnings: undo_changed for what stays as it is. Errors: undo_nothing, undo_unknown,
// undo_changed (nothing of it can be taken back), version_unknown (a text is no longer kept), policy_denied, and
// publish()'s.
Outcome<MergedUndo> undo_merge(disk::Workspace& workspace, Versions& versions, const UndoMergeRequest& request);

}  // namespace aptix::ops
