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

Result<Record> read_record(Site& site, int log, uint64_t id) {
  Fd fd;
  TRY_ASSIGN(manifest, read_manifest(site, log, id, fd));
  std::vector<std::string> names;
  if (int status = site.fs.list(fd.get(), names); status < 0)
    return fail(io_failure("cannot read the record", record_name(site, id), -status));
  Record record{std::move(manifest)};
  std::set<std::string> present(names.begin(), names.end());
  for (size_t i = 0; i < record.files.size(); ++i) {
    bool had_text = record.files[i].before.exists;
    record.is_saved.push_back(had_text && present.contains(staged_name(i)));
    record.has_all = record.has_all && record.is_saved.back() == had_text;
  }
  return record;
}

Result<Log> Log::load(Site& site, std::vector<Diagnostic>& warnings) {
  Log log;
  TRY_SET(log.fd_, open_in_state(site, "log"));
  if (!log.fd_.ok()) return log;
  TRY_ASSIGN(ids, record_ids(site.fs, log.fd_.get()));
  for (uint64_t id : ids) {
    auto record = read_record(site, log.fd_.get(), id);
    if (record) log.records_.push_back(std::move(*record));
    else warnings.push_back(std::move(record).error());
  }
  for (size_t i = 0; i < log.records_.size(); ++i) log.newest_[log.records_[i].target()] = i;
  for (Record& record : log.records_) {
    const Record& newest = log.newest_of(record.target());
    record.undone = record.is_target() ? newest.kind == TransactionKind::undo : &newest != &record;
    record.preimages = (record.is_target() || &newest == &record) && newest.has_all;
  }
  return log;
}

const Record* Log::find(uint64_t id) const {
  auto record = std::ranges::lower_bound(records_, id, {}, &Record::id);
  return record != records_.end() && record->id == id ? &*record : nullptr;
}

const Record& Log::newest_of(uint64_t target) const {
  auto newest = newest_.find(target);
  ASSERT(newest != newest_.end());
  return records_[newest->second];
}

Fd Log::open(Site& site, const Record& record) const {
  return Fd(site.fs, site.fs.open(fd_.get(), std::to_string(record.id).c_str(), O_RDONLY | O_DIRECTORY, 0));
}

namespace {

constexpr const char* kDroppedName = "dropped";
constexpr const char* kDroppedNewName = "dropped.new";
constexpr uint64_t kLongestDropped = 16 << 20;

// Removes the next entry (two lines) from `rest` and returns it.
std::string_view take_entry(std::string_view& rest) {
  size_t mark = rest.find(kSealMark);
  size_t end = mark == std::string_view::npos ? mark : rest.find('\n', mark + kSealMark.size());
  std::string_view entry = rest.substr(0, end == std::string_view::npos ? rest.size() : end + 1);
  rest.remove_prefix(entry.size());
  return entry;
}

// A torn entry may precede the next one in the same piece; it is skipped.
std::optional<Manifest> decode_entry(std::string_view entry) {
  size_t start = entry.rfind('\n', entry.find(kSealMark) - 1);
  if (entry.find(kSealMark) != std::string_view::npos && start != std::string_view::npos)
    entry.remove_prefix(start + 1);
  auto manifest = decode(entry);
  return manifest ? std::move(*manifest) : std::nullopt;
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

namespace {

// Appends to the file. 1: done. 0: not possible, nothing was written. -errno: what was written of it is cut off
// again; if that fails, too, readers skip it.
int append_in_place(Site& site, std::string_view added) {
  Fd fd(site.fs, make_file(site, site.state.get(), kDroppedName, O_NONBLOCK | O_APPEND));
  struct stat about {};
  bool fits = is_ours(site, fd, about) && static_cast<uint64_t>(about.st_size) + 1 + added.size() <= kLongestDropped;
  if (!fits) return 0;
  char last = '\n';
  ssize_t got = about.st_size == 0 ? 1 : site.fs.read_at(fd.get(), &last, 1, static_cast<uint64_t>(about.st_size) - 1);
  if (got < 0) return static_cast<int>(got);
  std::string_view end = last == '\n' ? "" : "\n";  // ends an entry that a crash cut off
  int status = write_pieces(site.fs, fd.get(), {end, added});
  // The lock is held: nobody has appended since.
  if (status < 0) (void)site.fs.truncate(fd.get(), static_cast<uint64_t>(about.st_size));
  return status < 0 ? status : 1;
}

// Writes a new file with the newest old entries, if the old file is full or not ours.
int write_anew(Site& site, std::string_view added) {
  int state = site.state.get();
  std::string text;
  int status = read_whole(site.fs, state, kDroppedName, kLongestDropped, text);
  bool not_ours = status == -ENOENT || status == -EINVAL || status == -ELOOP || status == -ENXIO || status == -EFBIG;
  if (status < 0 && !not_ours) return status;
  std::string_view kept = status < 0 ? std::string_view() : text;
  bool full = kept.size() + 1 + added.size() > kLongestDropped;
  while (full && !kept.empty() && kept.size() + added.size() > kLongestDropped / 2) take_entry(kept);
  std::string_view end = kept.empty() || kept.ends_with('\n') ? "" : "\n";
  status = write_file(site, state, kDroppedNewName, {kept, end, added});
  return status < 0 ? status : site.fs.rename(state, kDroppedNewName, state, kDroppedName, RenameMode::replace);
}

}  // namespace

int append_dropped(Site& site, std::vector<Manifest> records) {
  std::string added;
  for (Manifest& record : records) {
    record.batch.clear();
    record.made.clear();
    record.removed.clear();
    for (RecordedFile& file : record.files) file.pieces.clear();
    added += encode(record);
  }
  if (added.size() >= kLongestDropped) added.clear();
  int appended = append_in_place(site, added);
  return appended == 0 ? write_anew(site, added) : std::min(appended, 0);
}

}  // namespace aptix::disk
