// Looks for a transaction that did not end, and rolls it back.
#pragma once

#include "disk/history.h"
#include "disk/workspace_impl.h"

namespace aptix::disk {

// REQUIRES: the lock is held.
Outcome<Recovered> recover_locked(Workspace::Impl& impl);

}  // namespace aptix::disk
