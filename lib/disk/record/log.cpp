// A record is trusted as little as a running transaction: it may have come with the tree.
#include "disk/record/log.h"

#include <fcntl.h>

#include <algorithm>
#include <set>

#include "base/assert.h"
#include "base/text/text.h"
#include "disk/os/file_on_disk.h"
#include "disk/os/io_error.h"
#include "disk/record/state.h"

namespace aptix::disk {
namespace {

std::string record_name(const Site& site, uint64_t id) { return shown_state(site, "log/" + std::to_string(id)); }

}  // namespace

Result<std::vector<uint64_t>> record_ids(FileSystem& fs, int log) {
  std::vector<std::string> names;
  if (int status = fs.list(log, names); status < 0)
    return fail(io_failure("cannot read", std::string(kStateName) + "/log", -status));
  std::vector<uint64_t> ids;
  for (const std::string& name : names)
    if (std::optional<uint64_t> id = parse_id(name)) ids.push_back(*id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

Result<Manifest> read_manifest(Site& site, int log, uint64_t id, Fd& fd) {
  fd = Fd(site.fs, site.fs.open(log, std::to_string(id).c_str(), O_RDONLY | O_DIRECTORY, 0));
  if (!fd.ok()) return fail(io_failure("cannot read the record", record_name(site, id), fd.error()));
  std::string text;
  if (int status = read_whole(site.fs, fd.get(), kManifestName, kLongestManifest, text); status < 0)
    return fail(io_failure("cannot read the record", record_name(site, id), -status));
  TRY_ASSIGN(manifest, decode(text));
  if (!manifest || manifest->id != id)
    return fail(Code::state_untrusted, "the record " + in_quotes(record_name(site, id)) + " is damaged", "remove it");
  return std::move(*manifest);
}

Result<LogEntry> read_entry(Site& site, int log, uint64_t id) {
  Fd fd;
  TRY_ASSIGN(manifest, read_manifest(site, log, id, fd));
  std::vector<std::string> names;
  if (int status = site.fs.list(fd.get(), names); status < 0)
    return fail(io_failure("cannot read the record", record_name(site, id), -status));
  LogEntry entry{std::move(manifest)};
  std::set<std::string> present(names.begin(), names.end());
  for (size_t i = 0; i < entry.manifest.files.size(); ++i) {
    bool saved = entry.manifest.files[i].before.exists && present.contains(staged_name(i));
    entry.is_saved.push_back(saved);
    if (entry.manifest.files[i].before.exists && !saved) entry.has_preimages = false;
  }
  return entry;
}

Result<Log> Log::load(Site& site, std::vector<Diagnostic>& warnings) {
  Log log;
  TRY_ASSIGN(found, open_state(site));
  if (!found) return log;
  TRY_ASSIGN(fd, open_in_state(site, "log"));
  if (!fd.ok()) return log;
  TRY_ASSIGN(ids, record_ids(site.fs, fd.get()));
  for (uint64_t id : ids) {
    auto entry = read_entry(site, fd.get(), id);
    if (entry) log.entries_.push_back(std::move(*entry));
    else warnings.push_back(std::move(entry).error());
  }
  for (size_t i = 0; i < log.entries_.size(); ++i) log.newest_[log.entries_[i].target()] = i;
  log.fd_ = std::move(fd);
  return log;
}

const LogEntry* Log::find(uint64_t id) const {
  auto before = [](const LogEntry& entry, uint64_t wanted) { return entry.id() < wanted; };
  auto entry = std::lower_bound(entries_.begin(), entries_.end(), id, before);
  return entry != entries_.end() && entry->id() == id ? &*entry : nullptr;
}

const LogEntry& Log::newest_of(uint64_t target) const {
  auto newest = newest_.find(target);
  ASSERT(newest != newest_.end());
  return entries_[newest->second];
}

Record Log::record(const LogEntry& entry) const {
  const LogEntry& newest = newest_of(entry.target());
  Record out{entry.manifest};
  out.undone = entry.is_target() ? newest.manifest.kind == TransactionKind::undo : &newest != &entry;
  out.preimages = (entry.is_target() || &newest == &entry) && newest.has_preimages;
  return out;
}

Fd Log::open(Site& site, const LogEntry& entry) const {
  return Fd(site.fs, site.fs.open(fd_.get(), std::to_string(entry.id()).c_str(), O_RDONLY | O_DIRECTORY, 0));
}

}  // namespace aptix::disk
