// The operation log for readers: what was done, and the texts that were saved.
#include "disk/history.h"

#include <utility>

#include "disk/back/prune.h"
#include "disk/back/undo.h"
#include "disk/commit.h"
#include "disk/os/file_on_disk.h"
#include "disk/record/state.h"
#include "disk/run/foresee.h"

namespace aptix::disk {
namespace {

constexpr uint64_t kLongestPreimage = 4ull << 30;

// The saved file of `wanted` in one record, if it is there and still what it was.
std::optional<std::string> saved_in(Site& site, const Log& log, const LogEntry& entry, const RecordedFile& wanted) {
  Fd folder = log.open(site, entry);
  if (!folder.ok()) return std::nullopt;
  for (size_t i = 0; i < entry.manifest.files.size(); ++i) {
    const RecordedFile& file = entry.manifest.files[i];
    if (file.path != wanted.path || !file.before.exists || file.before.sha != wanted.before.sha) continue;
    std::string bytes;
    std::string name = staged_name(i);
    int status = file.before.is_link() ? read_link(site.fs, folder.get(), name, bytes)
                                       : read_whole(site.fs, folder.get(), name, kLongestPreimage, bytes);
    if (status == 0 && sha256(bytes) == wanted.before.sha) return bytes;
  }
  return std::nullopt;
}

}  // namespace

Outcome<std::vector<Record>> read_log(Workspace& workspace) {
  Outcome<std::vector<Record>> outcome;
  auto log = Log::load(workspace.site(), outcome.diagnostics.warnings);
  if (!log) {
    outcome.diagnostics.errors.push_back(std::move(log).error());
    return outcome;
  }
  for (const LogEntry& entry : log->entries()) outcome.value.push_back(log->record(entry));
  return outcome;
}

// Undo and redo pass the preimages of a target on to their own records.
Result<std::optional<std::string>> saved_preimage(
    Workspace& workspace, const Record& record, const RecordedFile& file) {
  std::vector<Diagnostic> unreadable;
  TRY_ASSIGN(log, Log::load(workspace.site(), unreadable));
  const LogEntry* entry = log.find(record.id);
  if (entry == nullptr || !file.before.exists) return std::nullopt;
  if (auto bytes = saved_in(workspace.site(), log, *entry, file)) return bytes;
  return saved_in(workspace.site(), log, log.newest_of(entry->target()), file);
}

Outcome<Undone> undo(Workspace& workspace, const UndoOptions& options) {
  Site& site = workspace.site();
  Outcome<Undone> outcome;
  if (!options.dry_run) {
    // Where nothing was ever written, there is nothing to lock.
    Result<bool> found = open_state(site);
    if (!found) outcome.diagnostics.errors.push_back(std::move(found).error());
    else if (*found) outcome.diagnostics = lock(workspace).diagnostics;
    if (!outcome.ok()) return outcome;
  }
  Outcome<Reversal> reversal = reverse(site, {.id = options.id, .redo = options.redo});
  outcome.value.target = std::move(reversal.value.target);
  outcome.diagnostics.add(std::move(reversal.diagnostics));
  if (!outcome.ok()) return outcome;
  if (options.dry_run) {
    outcome.diagnostics.add(foresee(site, reversal.value.draft));
    return outcome;
  }
  Outcome<Committed> done = run_transaction(site, std::move(reversal.value.draft), options.commit);
  outcome.value.committed = std::move(done.value);
  outcome.diagnostics.add(std::move(done.diagnostics));
  // The files are in the tree now, under their second names, and the folders are made.
  if (outcome.ok()) unlink_preimages(site.fs, reversal.value.saved.get());
  return outcome;
}

Outcome<Recovered> recover(Workspace& workspace, const RecoverOptions& options) {
  return recover(workspace.site(), options);
}

}  // namespace aptix::disk
