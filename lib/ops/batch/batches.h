// Stored line-patch batches: storing, listing, showing, and applying them later. TUL-002 §7, §8.6.
#pragma once

#include <cstdint>

#include "model/batch.h"
#include "model/input.h"
#include "model/limits.h"
#include "ops/files/known_bases.h"
#include "store/workspace_tables.h"

namespace aptix::ops {

struct Settings;  // ops/config.h

// When and by whom a batch is stored; `random` is new for every batch.
struct Occasion {
  int64_t now_ns = 0;
  uint64_t random = 0;
  std::string caller;
};

struct NewBatch {
  BatchNames names;           // with their ids
  store::StoredBatch stored;  // not stored yet
};

// REQUIRES: the block is a line-patch batch without errors.
NewBatch new_batch(const Block& block, const Occasion& occasion);
// As new_batch(), with the same id, but does not read the document: open_batches() will.
store::StoredBatch unread_batch(const Occasion& occasion);

// Leaves a batch that was applied in the inbox, until somebody opens the database. Fails with io_error,
// state_untrusted, lock_busy, limit_exceeded. REQUIRES: the batch was applied once.
Status leave_applied(disk::Workspace& workspace, const store::StoredBatch& batch, std::string_view document);

// The names in a stored document, with the ids of the batch. REQUIRES: it was read without errors.
BatchNames stored_names(std::string_view document, std::string_view id);

// Newest first.
Result<std::vector<store::StoredBatch>> list_batches(disk::Workspace& workspace);

// Opens the database of a workspace and moves the batches of the inbox into it. If there are any, a missing database is
// created, whatever `options` say, and without a lock. REQUIRES: with `create`, lock(workspace) succeeded.
Result<std::optional<store::Batches>> open_batches(disk::Workspace& workspace, store::OpenOptions options);

// A stored batch, and the part of it that an id names.
struct ShownBatch {
  store::StoredBatch stored;
  BatchNames names{};
  BatchPart part{};
  std::string diff{};  // of the part, for display
};

// `bases`: where to look for the texts that the changes were made for. Errors: batch_unknown, io_error, lock_busy.
Result<ShownBatch> show_batch(
    disk::Workspace& workspace, std::string_view id, const Settings& settings, const BasePlaces& bases);

// Updates a batch from the operation log, which takes precedence as far back as it reaches: a run that was killed after
// its commit has a record that names the batch, and undo and redo are recorded there, too.
void follow_log(store::StoredBatch& batch, const std::vector<disk::Record>& log);
// As follow_log(), and stores the result. REQUIRES: the batch is in the database.
Status store_by_log(store::Batches& batches, store::StoredBatch& batch, const std::vector<disk::Record>& log);

// undone: every transaction that applied it was undone. REQUIRES: follow_log().
enum class BatchState : uint8_t { stored, applied, undone };
BatchState state_of(const store::StoredBatch& batch);
std::string_view name(BatchState state);  // "stored", "applied", "undone"

}  // namespace aptix::ops
