// Line-patch batches that are stored: handed in, listed, shown, carried out later. TUL-002 §7, §8.6.
#pragma once

#include <cstdint>

#include "model/batch.h"
#include "model/input.h"
#include "model/limits.h"
#include "ops/files/known_bases.h"
#include "store/workspace_tables.h"

namespace aptix::ops {

struct Settings;  // ops/config.h

// When and by whom; `random` is fresh for every batch.
struct Occasion {
  int64_t now_ns = 0;
  uint64_t random = 0;
  std::string caller;
};

struct NewBatch {
  BatchNames names;           // with their ids
  store::StoredBatch stored;  // not yet stored
};

// REQUIRES: the block is a line-patch batch without faults.
NewBatch new_batch(const Block& block, const Occasion& occasion);
// Without reading the document again: whoever takes it in does. The same id.
store::StoredBatch unread_batch(const Occasion& occasion);

// A batch that was applied waits in the inbox until somebody opens the database. Fails with io_error, state_untrusted,
// lock_busy, limit_exceeded. REQUIRES: the batch was applied once.
Status leave_applied(disk::Workspace& workspace, const store::StoredBatch& batch, std::string_view document);

// The names in a stored document, with the ids of the batch. REQUIRES: it was read without faults.
BatchNames stored_names(std::string_view document, std::string_view id);

// All that are stored, the newest first.
Result<std::vector<store::StoredBatch>> list_batches(disk::Workspace& workspace);

// The database of a workspace's state folder, with all that waited in the inbox. Where something waits, a missing
// database is made, whatever `options` say, and without a lock. REQUIRES: with `create`, lock(workspace) succeeded.
Result<std::optional<store::Batches>> open_batches(disk::Workspace& workspace, store::OpenOptions options);

// A stored batch, and the part of it that an id stands for.
struct ShownBatch {
  store::StoredBatch stored;
  BatchNames names{};
  BatchPart part{};
  std::string diff{};  // of the part, for display
};

// `bases`: where the texts may be found that the changes are for. Errors: batch_unknown, io_error, lock_busy.
Result<ShownBatch> show_batch(
    disk::Workspace& workspace, std::string_view id, const Settings& settings, const BasePlaces& bases);

// The operation log is the truth, as far back as it reaches: a run that was killed after its commit has a record that
// names the batch, and what was undone or restored since stands there as well. The database follows.
void follow_log(store::StoredBatch& batch, const std::vector<disk::Record>& log);
// The same, and the database knows it, too. REQUIRES: the batch is in it.
Status store_by_log(store::Batches& batches, store::StoredBatch& batch, const std::vector<disk::Record>& log);

// Whether every transaction that carried it out was taken back. REQUIRES: follow_log().
enum class BatchState : uint8_t { stored, applied, undone };
BatchState state_of(const store::StoredBatch& batch);
std::string_view name(BatchState state);  // "stored", "applied", "undone"

}  // namespace aptix::ops
