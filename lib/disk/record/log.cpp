// A record is trusted as little as a running transaction: it may have come with the tree.
#include "disk/record/log.h"

#include <fcntl.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/assert.h"
#include "base/text/text.h"
#include "disk/os/copy.h"
#include "disk/os/file_on_disk.h"
#include "disk/os/io_error.h"
#include "disk/record/manifest.h"
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

// A run that is killed in between leaves a record here and in the log, or a torn entry here and its record in the log.
namespace {

constexpr const char* kDroppedName = "dropped";
constexpr const char* kDroppedNewName = "dropped.new";
constexpr uint64_t kLongestDropped = 16 << 20;

// The next entry, two lines; what is left after it.
std::string_view take_entry(std::string_view& rest) {
  size_t mark = rest.find(kSealMark);
  size_t end = mark == std::string_view::npos ? mark : rest.find('\n', mark + kSealMark.size());
  std::string_view entry = rest.substr(0, end == std::string_view::npos ? rest.size() : end + 1);
  rest.remove_prefix(entry.size());
  return entry;
}

// A torn entry stands before the next one in the same piece.
std::optional<Manifest> decode_entry(std::string_view entry) {
  size_t start = entry.rfind('\n', entry.find(kSealMark) - 1);
  if (entry.find(kSealMark) != std::string_view::npos && start != std::string_view::npos)
    entry.remove_prefix(start + 1);
  auto manifest = decode(entry);
  return manifest ? std::move(*manifest) : std::nullopt;
}

int write_anew(Site& site, std::string_view kept, std::string_view added) {
  FileSystem& fs = site.fs;
  int state = site.state.get();
  (void)fs.unlink(state, kDroppedNewName);
  Fd fd(fs, make_file(site, state, kDroppedNewName));
  int status = fd.ok() ? write_pieces(fs, fd.get(), {kept, added}) : -fd.error();
  return status < 0 ? status : fs.rename(state, kDroppedNewName, state, kDroppedName, RenameMode::replace);
}

}  // namespace

std::vector<Manifest> read_dropped(Site& site) {
  std::string text;
  if (read_whole(site.fs, site.state.get(), kDroppedName, kLongestDropped, text) < 0) return {};
  std::map<uint64_t, Manifest> found;
  for (std::string_view rest = text; !rest.empty();)
    if (auto manifest = decode_entry(take_entry(rest))) found.insert_or_assign(manifest->id, std::move(*manifest));
  std::vector<Manifest> records;
  for (auto& [id, manifest] : found) records.push_back(std::move(manifest));
  return records;
}

int append_dropped(Site& site, std::vector<Manifest> records) {
  std::string added;
  for (Manifest& record : records) {
    record.batch.clear();
    record.made.clear();
    record.removed.clear();
    for (RecordedFile& file : record.files) file.pieces.clear();
    added += encode(record);
  }
  FileSystem& fs = site.fs;
  Fd fd(fs, make_file(site, site.state.get(), kDroppedName, O_APPEND | O_NONBLOCK));
  struct stat about {};
  bool is_ours = fd.ok() && fs.fstat(fd.get(), about) == 0 && S_ISREG(about.st_mode) && about.st_nlink == 1;
  uint64_t size = is_ours ? static_cast<uint64_t>(about.st_size) : 0;
  char last = '\n';
  if (size != 0 && fs.read_at(fd.get(), &last, 1, size - 1) < 0) size = 0;
  if (is_ours && size + added.size() < kLongestDropped)
    return write_pieces(fs, fd.get(), {last == '\n' ? "" : "\n", added});
  std::string text;
  if (is_ours) read_whole(fs, site.state.get(), kDroppedName, kLongestDropped, text);
  std::string_view kept = text;
  while (!kept.empty() && kept.size() + added.size() > kLongestDropped / 2) take_entry(kept);
  return write_anew(site, kept, added.size() < kLongestDropped ? added : std::string_view());
}

}  // namespace aptix::disk
