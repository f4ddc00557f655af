// The operation log (records below .aptix/log), undo and redo, and recovery.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "disk/back/back.h"
#include "disk/commit.h"
#include "disk/record/log.h"
#include "disk/workspace.h"

namespace aptix::disk {

// Oldest first. A record that cannot be read is skipped, with a warning. Needs no lock.
Outcome<std::vector<Record>> read_log(Workspace& workspace);

// Reverses transaction `id`, or with 0 the newest one that is not undone, by a new transaction. Errors: undo_nothing,
// undo_unknown, undo_later, undo_changed (one for each file that changed since), and those of commit(). With dry_run it
// checks everything and writes nothing.
struct UndoOptions {
  uint64_t id = 0;
  bool redo = false;  // restore the transaction that was undone last
  bool dry_run = false;
  CommitOptions commit{};
  // Called with the record to reverse, before any of its files is read. If it returns an error, the undo stops.
  std::function<Diagnostics(const Record&)> judge{};
};
struct Undone {
  Record target;          // the transaction that was undone or restored
  bool restores = false;  // it was restored: by a redo, or by undoing its undo
  Committed committed;
};
Outcome<Undone> undo(Workspace& workspace, const UndoOptions& options);

// Applies the limits of the log, oldest records first, never the newest; and removes files of `kept/` that are too old
// or too much. Takes the lock unless it is a dry run.
Outcome<Pruned> collect(Workspace& workspace, const CollectOptions& options);

// Rolls back what a crash left. Idempotent; may be killed at any call and run again.
Outcome<Recovered> recover(Workspace& workspace, const RecoverOptions& options = {});

// Finds the texts of the log by hash. The log is read once.
class SavedTexts {
 public:
  // Warnings: those of read_log(). Fails with state_untrusted, io_error. REQUIRES: the workspace outlives this.
  static Result<SavedTexts> open(Workspace& workspace, std::vector<Diagnostic>& warnings);

  const std::vector<Record>& records() const { return log_.records(); }  // oldest first
  const std::vector<Record>& dropped() const { return dropped_; }        // older, removed by the history limits
  // Looks at the records only; find() also reads the stored text.
  bool holds(const Sha256& sha) const;
  // nullopt if there is no such text, or if its hash does not match.
  std::optional<std::string> find(const Sha256& sha) const;

 private:
  struct Place {
    const Record* record = nullptr;
    size_t file = 0;
    const RecordedFile& of() const { return record->files[file]; }
  };
  SavedTexts(Workspace& workspace, Log log) : site_(&workspace.site()), log_(std::move(log)) {}
  void index();
  void add_dropped(std::vector<Manifest> records);
  std::optional<std::string> read(const Place& place) const;
  std::optional<std::string> make(const Place& place) const;
  std::optional<Sha256> base_of(const Place& place) const;

  Site* site_;
  Log log_;
  std::vector<Record> dropped_;
  std::map<Sha256, Place> saved_;  // old texts that are kept, by hash
  std::map<Sha256, Place> made_;   // new texts of which a record has the pieces, by hash
};

// Tells which record of the log left a file in its present state, for a process that asks repeatedly. Caches what it
// read; each call checks that the records are still the same. For one workspace. Thread-safe.
class KnownLog {
 public:
  // The newest record that touched the file, if it left the file in this state. `path`: relative to the workspace.
  // nullopt: there is no such record, or the log cannot be read.
  std::optional<uint64_t> version_of(Workspace& workspace, std::string_view path, const StoredState& state);

 private:
  struct Left {
    uint64_t id = 0;
    StoredState state{};
  };
  Status look(Workspace& workspace);
  void drop_gone(Site& site, int log, const std::vector<uint64_t>& ids);
  void take_in(Site& site, int log, uint64_t id);

  std::mutex mutex_;
  struct stat about_ {};                   // of the log folder; set if it proves that no record is new
  std::map<uint64_t, struct stat> known_;  // of the folder of each record that was read, by id
  std::map<std::string, std::vector<Left>, std::less<>> left_;  // by path; oldest first
};

}  // namespace aptix::disk
