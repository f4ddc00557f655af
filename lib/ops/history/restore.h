// The end of every roll-back: files as they were, as changes, and what is made of these.
#pragma once

#include <string>

#include "base/result.h"
#include "model/change_set.h"
#include "ops/publish/publish.h"

namespace aptix::ops {

struct Restoring {
  bool dry_run = false;
  bool want_diff = false;
  disk::CommitOptions commit;
};

// The file at this path becomes `state`, with that text, or goes. Errors: those of the reader.
Status append_restored(
    ChangeSet& changes, Reader& reader, const std::string& path, const disk::StoredState& state, std::string text);

// Errors: publish()'s. Where something was said against the changes they are only described.
Published publish_restored(disk::Workspace& workspace, ChangeSet& changes, const Restoring& how, Diagnostics& said);

}  // namespace aptix::ops
