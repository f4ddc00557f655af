// What becomes of the Cloud File Set after a transaction (TUL-002 §8.6): the new full files are the new copies.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "disk/workspace.h"
#include "ops/sources.h"

namespace aptix::ops {

// Pushes each file that the transaction has written and that is active or has a cloud copy, expecting the copy
// that was changed. The local result stays, whatever comes of it: everything there is to say is a
// warning, which says so.
Diagnostics push_transaction(disk::Workspace& workspace, Sources& sources, uint64_t transaction, const Sources::Pusher& by);

}  // namespace aptix::ops
