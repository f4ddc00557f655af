// What becomes of the Cloud File Set after a transaction (TUL-002 §8.6): the new full files are the new copies.
#pragma once

#include <cstdint>
#include <optional>

#include "base/result.h"
#include "disk/history.h"
#include "disk/workspace.h"
#include "ops/files/sources.h"

namespace aptix::ops {

struct DoneTransaction {
  uint64_t transaction = 0;
  std::optional<disk::Record> reversed = {};  // by an undo or a redo: the log may have dropped it since
};

// Pushes each file that the transaction has written and that is active or has a cloud copy, expecting the copy
// that was changed. The local result stays, whatever happens: each fault is a warning that says so.
// For a pull that was taken back or restored, nothing is pushed; which of the two it was is noted.
Diagnostics push_transaction(
    disk::Workspace& workspace, Sources& sources, const DoneTransaction& done, const Sources::Pusher& by);

}  // namespace aptix::ops
