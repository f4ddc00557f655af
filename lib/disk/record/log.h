// The records below `.aptix/log`, read and related to each other. Reading needs no lock.
//
// An `apply` record is a target. `undo` and `redo` records name their target (`reverses`) and flip it.
// Only the newest record of a target, itself or a flip, counts: its kind tells whether the target
// stands, and it holds the preimages that flip it once more.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "disk/history.h"
#include "disk/record/manifest.h"
#include "disk/workspace_impl.h"

namespace aptix::disk {

struct LogEntry {
  Manifest manifest;
  bool has_preimages = true;  // every saved file is there

  uint64_t id() const { return manifest.id; }
  uint64_t target() const { return manifest.reverses != 0 ? manifest.reverses : manifest.id; }
  bool is_target() const { return manifest.reverses == 0; }
};

// Fails with state_untrusted, io_error. `log`: the folder of all records.
Result<LogEntry> read_entry(Workspace::Impl& impl, int log, uint64_t id);

class Log {
 public:
  // What cannot be read is left out, with a warning. Fails with state_untrusted, io_error.
  static Result<Log> load(Workspace::Impl& impl, std::vector<Diagnostic>& warnings);

  const std::vector<LogEntry>& entries() const { return entries_; }  // oldest first
  const LogEntry* find(uint64_t id) const;
  const LogEntry& newest_of(uint64_t target) const;  // REQUIRES: a record of it exists
  bool stands(const LogEntry& target) const { return newest_of(target.id()).manifest.kind != TransactionKind::undo; }

  Record record(const LogEntry& entry) const;
  Fd open(Workspace::Impl& impl, const LogEntry& entry) const;  // its folder

 private:
  Fd fd_;
  std::vector<LogEntry> entries_;
};

}  // namespace aptix::disk
