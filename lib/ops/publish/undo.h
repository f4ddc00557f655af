// The tail of a change that takes back or restores a transaction: publish() for what puts saved files in place rather
// than new texts (APX-004). The same judge, the same person who is asked, the same notes for audit and session.
#pragma once

#include "base/result.h"
#include "disk/history.h"
#include "disk/workspace.h"

namespace aptix::ops {

// What it does to the files of its target, or in a dry run would do.
disk::Record effect(const disk::Undone& undone);

// disk::undo() under the policy. Errors: those of both.
Outcome<disk::Undone> undo(disk::Workspace& workspace, disk::UndoOptions options);

}  // namespace aptix::ops
