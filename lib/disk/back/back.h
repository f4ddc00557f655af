// What is put back, and what is dropped: a transaction that did not end is rolled back, by the run itself or by the
// next one; the log and the texts that recovery kept are held within their limits.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "disk/record/manifest.h"
#include "disk/record/site.h"

namespace aptix::disk {

// Takes back a transaction that was prepared and not committed: the same code for an error in the running process and
// for what a crash left. It goes by what it finds, so that it may be run again at any point, and it never removes a
// text before the old one is in the tree or kept.
struct RollbackReport {
  std::vector<std::string> restored;  // paths that were new and are old again
  std::vector<std::string> kept;      // paths that somebody else wrote, and where the old text is
  std::vector<Diagnostic> warnings;   // recovered_kept, one for each of `kept`
  std::vector<Diagnostic> set_aside;  // verify_changed: what the command wrote, and where it is kept now
  std::vector<std::string> failed;    // paths with their state: the transaction's folder stays
  int left_behind = 0;                // errno: all paths are old, but the transaction's folder could not be removed
};

struct RollbackOptions {
  bool sync = true;
  bool first = false;  // in the process that published: what it finds in the tree and in `tx` was not planted
  // The command of --verify has run: what it wrote to the files is kept, and the old text goes back.
  bool verified = false;
};

// `tx`: the transaction's folder, named `tx` in the state folder; thrown away unless something failed.
RollbackReport roll_back(Site& site, int tx, const Manifest& manifest, RollbackOptions options);

// One error for `report.failed` and `report.kept`: rollback_failed. REQUIRES: one of them is not empty.
Error rollback_failure(const RollbackReport& report);

// Looks for a transaction that did not end, and rolls it back.
struct Recovered {
  bool found = false;                 // there was something to roll back
  std::vector<std::string> restored;  // paths that have their old content again
  std::vector<std::string> kept;      // paths that somebody else wrote, left as they are, and where the old text is
};

// dry_run: says what would be restored, by what stands in the tree, and changes nothing.
struct RecoverOptions {
  bool dry_run = false;
};

// Takes the lock. Without a state folder there is nothing to do.
Outcome<Recovered> recover(Site& site, const RecoverOptions& options);

// REQUIRES: the lock is held.
Outcome<Recovered> recover_locked(Site& site);

// What recovery could not put back, and what the command of --verify wrote: `.aptix/kept`.
inline constexpr int64_t kKeptDays = 30;

struct KeptLimits {
  uint64_t bytes = 0;  // that all may have
  bool looks_only = false;
};

struct KeptTexts {
  uint64_t files = 0, bytes = 0;
};

// What is there. Needs no lock.
Result<KeptTexts> count_kept(Site& site);

// Drops what has been there for longer than kKeptDays, and the oldest that is over the limit; tells what went, or would
// go. Fails with state_untrusted, io_error. REQUIRES: the lock is held, unless it only looks.
Result<KeptTexts> drop_kept(Site& site, const KeptLimits& limits);

// Keeps the operation log within its limits, oldest first, never the newest record.
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
  KeptTexts kept = {};   // of `kept/`
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
