// The operation log: what was done, undone and redone; recover. Files below .aptix/log, no database.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/hash/sha256.h"
#include "base/result.h"
#include "disk/transaction.h"
#include "disk/workspace.h"

namespace aptix::disk {

struct RecordedFile {
  std::string path;  // relative to the workspace
  std::string from;  // renamed from, or ""
  bool existed = false, exists = false;
  FileKind before_kind = FileKind::regular, after_kind = FileKind::regular;
  Sha256 before_sha, after_sha;
  uint32_t before_mode = 0, after_mode = 0;
  uint64_t before_size = 0, after_size = 0;
};

struct Record {
  uint64_t id = 0;
  TransactionKind kind = TransactionKind::apply;
  uint64_t reverses = 0;
  int64_t time_ns = 0;
  std::string caller, command;
  std::string batch;  // id of the stored batch that it carried out, or ""
  std::vector<RecordedFile> files;
  bool undone = false;    // derived: taken back by a later record that still stands
  bool preimages = true;  // false: dropped by the history limits, cannot be undone
};

// Oldest first. A record that cannot be read is left out and reported as a warning. Needs no lock.
Outcome<std::vector<Record>> read_log(Workspace& workspace);

// The saved preimage of a file of a record, for `show`: nothing when it is gone.
Result<std::optional<std::string>> saved_preimage(Workspace& workspace, const Record& record, const RecordedFile& file);

// Takes back transaction `id`, or with 0 the newest one that is not undone. A new transaction.
// Errors: undo_nothing, undo_unknown, undo_later, undo_changed (every file that changed since), and commit()'s.
// dry_run: checks all, writes nothing.
struct UndoOptions {
  uint64_t id = 0;
  bool redo = false;  // restore what was undone last
  bool dry_run = false;
  CommitOptions commit{};
};
struct Undone {
  Record target;  // what was taken back or restored
  Committed committed;
};
Outcome<Undone> undo(Workspace& workspace, const UndoOptions& options);

// Rolls back what a crash left. Idempotent; may itself be killed at any call.
// dry_run: tells what would be restored, by what stands in the tree, and leaves everything as it is.
struct RecoverOptions {
  bool dry_run = false;
};
struct Recovered {
  bool found = false;                 // there was something to roll back
  std::vector<std::string> restored;  // paths that have their old content again
  std::vector<std::string> kept;      // paths with foreign content, left as they are, and where the old text is
};
Outcome<Recovered> recover(Workspace& workspace, const RecoverOptions& options = {});

}  // namespace aptix::disk
