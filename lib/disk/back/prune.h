// Keeps the operation log within its limits, oldest first, never the newest record.
#pragma once

#include <vector>

#include "base/result.h"
#include "disk/back/kept.h"
#include "disk/record/site.h"

namespace aptix::disk {

struct Prune {
  uint64_t newest;    // the record that was just written
  uint64_t previous;  // the newest before it
  uint64_t records;   // how many there are
  uint64_t bytes;     // of preimages that the newest one holds
  uint64_t keep_records, keep_bytes;
  uint64_t aged = 0;  // records up to this one are too old: their old texts go
  bool looks_only = false;
};

// What went, or would go.
struct Pruned {
  uint64_t records = 0;  // whole
  uint64_t texts = 0;    // records that stay without their old texts
  uint64_t bytes = 0;    // of old texts
  KeptTexts kept = {};   // see kept.h
};

// After a run. The number of records may pass its limit by an eighth before they are dropped, down to the limit.
// What could not be dropped is not an error of the command: the warnings name it.
std::vector<Diagnostic> prune_log(Site& site, int log, const Prune& prune);

// Counts everything anew, and drops what is over the limits. REQUIRES: the lock is held, unless it only looks.
struct CollectOptions {
  uint64_t keep_transactions = 0, keep_bytes = 0;
  uint64_t keep_days = 0;  // 0: any age
  bool dry_run = false;
};
Outcome<Pruned> collect_log(Site& site, const CollectOptions& options);

// Removes the saved preimages and folders of one record. 0 or -errno.
int unlink_preimages(FileSystem& fs, int record);

}  // namespace aptix::disk
