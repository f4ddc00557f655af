// Reads the records below `.aptix/log` and relates them to each other. Needs no lock.
//
// An `apply` record is a target. `undo` and `redo` records name their target (`reverses`) and reverse it. Only the
// newest record of a target counts (the target itself or a reversal of it): its kind tells whether the target is in
// effect, and it holds the preimages for the next reversal.
#pragma once

#include <map>
#include <vector>

#include "disk/record/manifest.h"
#include "disk/record/site.h"

namespace aptix::disk {

// A transaction as the log describes it.
struct Record : Manifest {
  std::vector<bool> is_saved{};  // whether the old text of the i-th file is stored
  bool has_all = true;           // every old text is stored
  // Derived from the other records:
  bool undone = false;    // reversed by a later record that is still in effect
  bool preimages = true;  // false: the history limits removed them; cannot be undone

  uint64_t target() const { return reverses != 0 ? reverses : id; }
  bool is_target() const { return reverses == 0; }
};

// The ids of all records in order, readable or not. `log`: the folder of all records. Fails with io_error.
Result<std::vector<uint64_t>> record_ids(FileSystem& fs, int log);

// Both fail with state_untrusted, io_error. `folder` is set to the opened folder of the record.
Result<Manifest> read_manifest(Site& site, int log, uint64_t id, Fd& folder);
Result<Record> read_record(Site& site, int log, uint64_t id);

class Log {
 public:
  // A record that cannot be read is skipped, with a warning. Fails with state_untrusted, io_error.
  static Result<Log> load(Site& site, std::vector<Diagnostic>& warnings);

  const std::vector<Record>& records() const { return records_; }  // oldest first
  std::vector<Record> take_records() { return std::move(records_); }
  const Record* find(uint64_t id) const;
  const Record& newest_of(uint64_t target) const;  // REQUIRES: `target` has a record
  bool stands(const Record& target) const { return newest_of(target.id).kind != TransactionKind::undo; }
  Fd open(Site& site, const Record& record) const;  // the record's folder

 private:
  Fd fd_;
  std::vector<Record> records_;
  std::map<uint64_t, size_t> newest_;  // index into records_, by target
};

// `.aptix/dropped`: the manifests of records that the limits of the log removed, without their texts, oldest first. A
// history still lists them. When the file grows too long, its oldest half is removed.

// In order, each id once. A torn or damaged entry is skipped. Needs no lock.
std::vector<Manifest> read_dropped(Site& site);

// Adds records that are about to be dropped; if the run is then killed, a record is both here and in the log. 0 or
// -errno. REQUIRES: the lock is held.
int append_dropped(Site& site, std::vector<Manifest> records);

}  // namespace aptix::disk
