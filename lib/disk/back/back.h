// Rolling back and dropping. A transaction that did not finish is rolled back, by its own run or by the next one; the
// log and `kept/` are held within their limits.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "disk/record/manifest.h"
#include "disk/record/site.h"

namespace aptix::disk {

// Takes back a transaction that was prepared and not committed; the same code handles an error in the running process
// and what a crash left. It decides by what it finds on disk, so it can be killed and run again at any point. It never
// removes a text before the old one is in the tree or in `kept/`.
struct RollbackReport {
  std::vector<std::string> restored;  // paths that had the new state and have the old one again
  std::vector<std::string> kept;      // paths that somebody else wrote, with the place of the old text
  std::vector<Diagnostic> warnings;   // recovered_kept, one for each of `kept`
  std::vector<Diagnostic> set_aside;  // verify_changed: what the command wrote, and where it is now
  std::vector<std::string> failed;    // paths with their state; if any, the transaction's folder stays
  int left_behind = 0;                // errno: all paths are old, but the transaction's folder could not be removed
};

struct RollbackOptions {
  bool sync = true;
  bool first = false;  // this process published: files in the tree and in `tx` are not planted
  // The command of --verify has run: what it wrote to the files goes to `kept/`, and the old text goes back.
  bool verified = false;
};

// `tx`: the transaction's folder, `tx` in the state folder. It is removed unless something failed.
RollbackReport roll_back(Site& site, int tx, const Manifest& manifest, RollbackOptions options);

// The error rollback_failed, made of `report.failed` and `report.kept`. REQUIRES: one of them is not empty.
Error rollback_failure(const RollbackReport& report);

// The result of looking for an unfinished transaction and rolling it back.
struct Recovered {
  bool found = false;                 // there was a transaction to roll back
  std::vector<std::string> restored;  // paths that have their old content again
  std::vector<std::string> kept;      // paths that somebody else wrote: unchanged, with the place of the old text
};

// dry_run: says what would be restored, judged by the tree as it is, and changes nothing.
struct RecoverOptions {
  bool dry_run = false;
};

// Takes the lock. Does nothing if there is no state folder.
Outcome<Recovered> recover(Site& site, const RecoverOptions& options);

// REQUIRES: the lock is held.
Outcome<Recovered> recover_locked(Site& site);

// `.aptix/kept`: texts that recovery could not put back, and what the command of --verify wrote.
inline constexpr int64_t kKeptDays = 30;

struct KeptLimits {
  uint64_t bytes = 0;  // limit for all files together
  bool looks_only = false;
};

struct KeptTexts {
  uint64_t files = 0, bytes = 0;
};

// Counts what is there. Needs no lock.
Result<KeptTexts> count_kept(Site& site);

// Removes files older than kKeptDays, then the oldest ones beyond the limit. Returns what was, or would be, removed.
// Fails with state_untrusted, io_error. REQUIRES: the lock is held, unless limits.looks_only.
Result<KeptTexts> drop_kept(Site& site, const KeptLimits& limits);

// Keeps the operation log within its limits: the oldest records go first, the newest never.
struct Prune {
  uint64_t newest;    // the record that was just written
  uint64_t previous;  // the newest before it
  uint64_t records;   // number of records
  uint64_t bytes;     // of preimages in the newest record
  uint64_t keep_records, keep_bytes;
  uint64_t aged = 0;  // records up to this id lose their old texts
  bool looks_only = false;
};

// What was, or would be, removed.
struct Pruned {
  uint64_t records = 0;  // whole records
  uint64_t texts = 0;    // records that lost only their old texts
  uint64_t bytes = 0;    // of old texts
  KeptTexts kept = {};   // files of `kept/`
};

// Called after a run. The number of records may exceed its limit by an eighth; then it is cut down to the limit. What
// could not be removed is a warning, not an error of the command.
std::vector<Diagnostic> prune_log(Site& site, int log, const Prune& prune);

// Counts everything again and removes what is over the limits. REQUIRES: the lock is held, unless it is a dry run.
struct CollectOptions {
  uint64_t keep_transactions = 0, keep_bytes = 0;
  uint64_t keep_days = 0;  // 0: any age
  bool dry_run = false;
};
Outcome<Pruned> collect_log(Site& site, const CollectOptions& options);

// Removes the saved preimages and folders of one record. 0 or -errno.
int unlink_preimages(FileSystem& fs, int record);

}  // namespace aptix::disk
