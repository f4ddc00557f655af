// Keeps the operation log within its limits, oldest first, never the newest record.
#pragma once

#include <vector>

#include "disk/transaction.h"
#include "disk/workspace_impl.h"

namespace aptix::disk {

struct Prune {
  uint64_t newest;    // the record that was just written
  uint64_t previous;  // the newest before it
  uint64_t records;   // how many there are
  uint64_t bytes;     // of preimages that the newest one holds
};

// Failing is no error of the command: what could not be dropped is told in warnings.
std::vector<Diagnostic> prune_log(Workspace::Impl& impl, int log, const Prune& prune, const CommitOptions& options);

// Removes the saved preimages and folders of one record. 0 or -errno.
int unlink_preimages(FileSystem& fs, int record);

}  // namespace aptix::disk
