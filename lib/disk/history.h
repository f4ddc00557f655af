// The operation log: what was done, undone and redone; undo and recovery. The records are files below .aptix/log.
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

// Oldest first. A record that cannot be read is left out and reported as a warning. Needs no lock.
Outcome<std::vector<Record>> read_log(Workspace& workspace);

// Takes back transaction `id`, or with 0 the newest one that is not undone, by a new transaction.
// Errors: undo_nothing, undo_unknown, undo_later, undo_changed (every file that was changed since), and commit()'s.
// dry_run: checks all, writes nothing.
struct UndoOptions {
  uint64_t id = 0;
  bool redo = false;  // restore what was undone last
  bool dry_run = false;
  CommitOptions commit{};
  // Shown what is to be reversed, before any of its files is looked at. An error ends it.
  std::function<Diagnostics(const Record&)> judge{};
};
struct Undone {
  Record target;          // what was taken back or restored
  bool restores = false;  // it was restored: by a redo, or by taking back the undo of it
  Committed committed;
};
Outcome<Undone> undo(Workspace& workspace, const UndoOptions& options);

// Drops what is over the limits of the log: the oldest, never the newest; and of what was set aside what is too old, or
// too much. Locks unless it only looks.
Outcome<Pruned> collect(Workspace& workspace, const CollectOptions& options);

// Rolls back what a crash left. Idempotent; may itself be killed at any call.
Outcome<Recovered> recover(Workspace& workspace, const RecoverOptions& options = {});

// The texts that the log has, found by their hash. It is read once.
class SavedTexts {
 public:
  // Warnings: as read_log()'s. Fails with state_untrusted, io_error. REQUIRES: the workspace outlives it.
  static Result<SavedTexts> open(Workspace& workspace, std::vector<Diagnostic>& warnings);

  const std::vector<Record>& records() const { return log_.records(); }  // oldest first
  const std::vector<Record>& dropped() const { return dropped_; }        // by the limits of the log, before those
  // As far as the names in the log tell; find() looks into the files.
  bool holds(const Sha256& sha) const;
  // Nothing when it is not there, or is not what it was.
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
  std::map<Sha256, Place> saved_;  // an old text that is kept
  std::map<Sha256, Place> made_;   // a new one of which the record has the pieces
};

// Which record of the log left a file as it is, for a process that asks again and again: it keeps what it has read of
// the records, and looks each time whether they are still those. Of one workspace. Safe from several threads.
class KnownLog {
 public:
  // The newest record that touched the file, by its path from the workspace on, where it left it so. Nothing: none did,
  // or the log cannot be read.
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
  struct stat about_ {};                   // of the folder, where nothing new can be in it while it is the same
  std::map<uint64_t, struct stat> known_;  // of the folder of each record that was read
  std::map<std::string, std::vector<Left>, std::less<>> left_;  // of each path, oldest first
};

}  // namespace aptix::disk
