// The operation log for readers: what was done, and the texts that were saved.
#include "disk/history.h"

#include "disk/os/look.h"
#include "disk/record/log.h"

namespace aptix::disk {
namespace {

constexpr uint64_t kLongestPreimage = 4ull << 30;

// The saved file of `wanted` in one record, if it is there and still what it was.
std::optional<std::string> saved_in(
    Workspace::Impl& impl, const Log& log, const LogEntry& entry, const RecordedFile& wanted) {
  Fd folder = log.open(impl, entry);
  if (!folder.ok()) return std::nullopt;
  for (size_t i = 0; i < entry.manifest.files.size(); ++i) {
    const ManifestFile& file = entry.manifest.files[i];
    if (file.path != wanted.path || !file.before.exists || file.before.sha != wanted.before_sha) continue;
    std::string bytes;
    std::string name = staged_name(i, entry.manifest.version);
    int status = file.before.is_link() ? read_link(impl.fs, folder.get(), name, bytes)
                                       : read_whole(impl.fs, folder.get(), name, kLongestPreimage, bytes);
    if (status == 0 && sha256(bytes) == wanted.before_sha) return bytes;
  }
  return std::nullopt;
}

}  // namespace

Outcome<std::vector<Record>> read_log(Workspace& workspace) {
  Outcome<std::vector<Record>> outcome;
  auto log = Log::load(workspace.impl(), outcome.diagnostics.warnings);
  if (!log) {
    outcome.diagnostics.errors.push_back(std::move(log).error());
    return outcome;
  }
  for (const LogEntry& entry : log->entries()) outcome.value.push_back(log->record(entry));
  return outcome;
}

// Undo and redo hand the preimages of a target on to their own records.
Result<std::optional<std::string>> saved_preimage(
    Workspace& workspace, const Record& record, const RecordedFile& file) {
  std::vector<Diagnostic> unreadable;
  TRY_ASSIGN(log, Log::load(workspace.impl(), unreadable));
  const LogEntry* entry = log.find(record.id);
  if (entry == nullptr || !file.existed) return std::nullopt;
  if (auto bytes = saved_in(workspace.impl(), log, *entry, file)) return bytes;
  return saved_in(workspace.impl(), log, log.newest_of(entry->target()), file);
}

}  // namespace aptix::disk
