// The records below `.aptix/log`, read and related to each other. Reading needs no lock.
//
// An `apply` record is a target. `undo` and `redo` records name their target (`reverses`) and reverse it.
// Only the newest record of a target counts, which is the target itself or a reversal of it: its kind says whether
// the target stands, and it holds the preimages for the next reversal.
#pragma once

#include <map>
#include <vector>

#include "disk/record/manifest.h"
#include "disk/record/site.h"

namespace aptix::disk {

// A transaction as the log describes it.
struct Record : Manifest {
  std::vector<bool> is_saved{};  // the old text of the i-th file is there
  bool has_all = true;           // every old text is there
  // Derived from the others:
  bool undone = false;    // taken back by a later record that still stands
  bool preimages = true;  // false: dropped by the history limits, cannot be undone

  uint64_t target() const { return reverses != 0 ? reverses : id; }
  bool is_target() const { return reverses == 0; }
};

// The numbers of all records in order, whether they can be read or not. `log`: the folder of all records. Fails with
// io_error.
Result<std::vector<uint64_t>> record_ids(FileSystem& fs, int log);

// Both fail with state_untrusted, io_error. `folder`: becomes that of the record.
Result<Manifest> read_manifest(Site& site, int log, uint64_t id, Fd& folder);
Result<Record> read_record(Site& site, int log, uint64_t id);

class Log {
 public:
  // What cannot be read is left out, with a warning. Fails with state_untrusted, io_error.
  static Result<Log> load(Site& site, std::vector<Diagnostic>& warnings);

  const std::vector<Record>& records() const { return records_; }  // oldest first
  std::vector<Record> take_records() { return std::move(records_); }
  const Record* find(uint64_t id) const;
  const Record& newest_of(uint64_t target) const;  // REQUIRES: a record of it exists
  bool stands(const Record& target) const { return newest_of(target.id).kind != TransactionKind::undo; }
  Fd open(Site& site, const Record& record) const;  // its folder

 private:
  Fd fd_;
  std::vector<Record> records_;
  std::map<uint64_t, size_t> newest_;  // of each target
};

// `.aptix/dropped`: what the records said that the limits of the log took away, without their texts, so that a history
// still lists them. Each as its manifest, the oldest first. It is bounded: the oldest half goes where it grows too
// long.

// In order, each id once. What is torn or damaged is left out. Needs no lock.
std::vector<Manifest> read_dropped(Site& site);

// Adds records that are about to be dropped: a run that is killed then leaves one both here and in the log. -errno.
// REQUIRES: the lock is held.
int append_dropped(Site& site, std::vector<Manifest> records);

}  // namespace aptix::disk
