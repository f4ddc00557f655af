// The total size of all preimages is cached in `usage`, so that a run opens only the records that it drops. The cache
// is used only if it was written for the record before this one; otherwise everything is counted.
//   aptix-usage 1 <newest record> <bytes of preimages in the log> <oldest record that may have some>
// padded with spaces to a fixed length, so that it can be overwritten in place.
#include "disk/back/back.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <string>
#include <vector>

#include "disk/os/copy.h"
#include "disk/os/file_on_disk.h"
#include "disk/os/io_error.h"
#include "disk/record/log.h"
#include "disk/record/state.h"
#include "disk/run/run.h"

namespace aptix::disk {
namespace {

constexpr const char* kUsageName = "usage";
constexpr uint64_t kUsageLength = 80;  // three numbers of 20 digits fit
constexpr uint64_t kLongestUsage = 128;

// Records may exceed the limit by this share before a run drops all of them: dropping one or two in every run would
// double the time of a small run. A limit below 8 is exact.
constexpr uint64_t kSlackShare = 8;

struct Usage {
  uint64_t bytes = 0;   // of all preimages
  uint64_t oldest = 0;  // older records have no preimages
};

// nullopt unless the cache was written when the record `newest` was.
std::optional<Usage> read_usage(Site& site, uint64_t newest) {
  if (newest == 0) return Usage{};
  std::string text;
  uint64_t id = 0;
  Usage usage;
  char end = 0;
  if (read_whole(site.fs, site.state.get(), kUsageName, kLongestUsage, text) < 0) return std::nullopt;
  int read = std::sscanf(
      text.c_str(), "aptix-usage 1 %" SCNu64 " %" SCNu64 " %" SCNu64 "%c", &id, &usage.bytes, &usage.oldest, &end);
  return read == 4 && id == newest && (end == ' ' || end == '\n') ? std::optional(usage) : std::nullopt;
}

// If the cache cannot be written, the next run counts. Overwrites it in place: creating a file takes twenty times as
// long.
void write_usage(Site& site, uint64_t newest, const Usage& usage) {
  std::string text = fmt::format("aptix-usage 1 {} {} {}", newest, usage.bytes, usage.oldest);
  text.resize(kUsageLength - 1, ' ');
  text += '\n';
  Fd fd(site.fs, site.fs.open(site.state.get(), kUsageName, O_RDWR | O_NONBLOCK, 0));
  struct stat about {};
  bool fits = is_ours(site, fd, about) && static_cast<uint64_t>(about.st_size) == text.size();
  if (fits && site.fs.write_at(fd.get(), text, 0) == static_cast<ssize_t>(text.size())) return;
  (void)write_file(site, site.state.get(), kUsageName, {text});
}

bool is_preimage(const std::string& name) {
  return name.size() > 1 && name[0] == 'n' && name[1] >= '0' && name[1] <= '9';
}

class Pruner {
 public:
  Pruner(Site& site, int log, const Prune& keep) : site_(site), fs_(site.fs), log_(log), keep_(keep) {}

  // Counts the preimages of every record.
  Usage count() {
    Usage usage;
    if (auto ids = record_ids(fs_, log_))
      for (uint64_t id : *ids) usage.bytes += size_of(id);
    return usage;
  }

  // Removes what is over the limits, oldest first.
  void drop(Usage& usage) {
    auto ids = record_ids(fs_, log_);
    if (!ids || ids->empty()) return;
    ids->pop_back();  // the newest stays
    uint64_t kept = std::max<uint64_t>(keep_.keep_records, 1) - 1;
    uint64_t surplus = ids->size() - std::min<uint64_t>(ids->size(), kept);
    if (!keep_.looks_only) note_dropped(*ids, surplus);
    for (uint64_t id : *ids) {
      if (surplus == 0 && usage.bytes <= keep_.keep_bytes && id > keep_.aged) break;
      if (id < usage.oldest && surplus == 0) continue;
      uint64_t bytes = id >= usage.oldest ? size_of(id) : 0;
      usage.bytes -= std::min(usage.bytes, bytes);
      pruned_.bytes += bytes;
      (surplus != 0 ? pruned_.records : pruned_.texts) += surplus != 0 || bytes != 0;
      if (keep_.looks_only) {
        surplus -= surplus != 0;
        continue;
      }
      if (surplus != 0) drop_record(id);
      else drop_preimages(id);  // the rest of the record still tells what was done
      surplus -= surplus != 0;
      usage.oldest = std::max(usage.oldest, id + 1);
    }
    if (!keep_.looks_only) empty_trash(site_);
  }

  const Pruned& pruned() const { return pruned_; }
  std::vector<Diagnostic> take_warnings() { return std::move(warnings_); }

 private:
  Fd open(uint64_t id) { return Fd(fs_, fs_.open(log_, std::to_string(id).c_str(), O_RDONLY | O_DIRECTORY, 0)); }

  uint64_t size_of(uint64_t id) {
    Fd fd = open(id);
    std::vector<std::string> names;
    if (fd.ok()) fs_.list(fd.get(), names);
    uint64_t bytes = 0;
    struct stat about {};
    for (const std::string& name : names)
      if (is_preimage(name) && fs_.stat(fd.get(), name.c_str(), about) == 0)
        bytes += static_cast<uint64_t>(about.st_size);
    return bytes;
  }

  // Adds the first `count` records to `dropped` before they are removed.
  void note_dropped(const std::vector<uint64_t>& ids, uint64_t count) {
    std::vector<Manifest> records;
    Fd folder;
    for (auto id = ids.begin(); count != 0 && id != ids.end(); ++id, --count)
      if (auto manifest = read_manifest(site_, log_, *id, folder)) records.push_back(std::move(*manifest));
    int status = records.empty() ? 0 : append_dropped(site_, std::move(records));
    if (status < 0) warnings_.push_back(io_failure("cannot note which records were dropped in", ".aptix", -status));
  }

  void drop_preimages(uint64_t id) {
    Fd fd = open(id);
    int status = fd.ok() ? unlink_preimages(fs_, fd.get()) : -fd.error();
    if (status < 0) warn(id, status);
  }

  void drop_record(uint64_t id) {
    if (int status = throw_away(site_, log_, std::to_string(id).c_str()); status < 0) warn(id, status);
  }

  void warn(uint64_t id, int status) {
    warnings_.push_back(io_failure("cannot drop the old record", ".aptix/log/" + std::to_string(id), -status));
  }

  Site& site_;
  FileSystem& fs_;
  int log_;
  const Prune& keep_;
  Pruned pruned_;
  std::vector<Diagnostic> warnings_;
};

}  // namespace

int unlink_preimages(FileSystem& fs, int record) {
  std::vector<std::string> names;
  int status = fs.list(record, names);
  for (const std::string& name : names) {
    if (!is_preimage(name) && !is_saved_folder(name)) continue;
    int gone = is_preimage(name) ? fs.unlink(record, name.c_str()) : fs.rmdir(record, name.c_str());
    if (gone < 0 && gone != -ENOENT) status = gone;
  }
  return status;
}

std::vector<Diagnostic> prune_log(Site& site, int log, const Prune& prune) {
  Pruner pruner(site, log, prune);
  std::optional<Usage> known = read_usage(site, prune.previous);
  if (known) known->bytes += prune.bytes;
  Usage usage = known ? *known : pruner.count();
  uint64_t most = std::max<uint64_t>(prune.keep_records, 1);
  most += most / kSlackShare;
  bool over = usage.bytes > prune.keep_bytes || prune.records > most;
  if (!known || over) pruner.drop(usage);
  write_usage(site, prune.newest, usage);
  return pruner.take_warnings();
}

Outcome<Pruned> collect_log(Site& site, const CollectOptions& options) {
  Outcome<Pruned> out;
  TRY_ASSIGN(log, open_in_state(site, "log"));
  if (!log.ok()) return out;
  TRY_ASSIGN(ids, record_ids(site.fs, log.get()));
  if (ids.empty()) return out;
  constexpr int64_t kDay = 86'400'000'000'000;
  Prune prune{.newest = ids.back(),
      .previous = 0,
      .records = ids.size(),
      .bytes = 0,
      .keep_records = options.keep_transactions,
      .keep_bytes = options.keep_bytes,
      .looks_only = options.dry_run};
  uint64_t days = std::min<uint64_t>(options.keep_days, 36'500);
  for (uint64_t id : ids) {
    auto record = days == 0 ? fail(Code::io_error, "") : read_record(site, log.get(), id);
    if (!record || record->time_ns >= site.around.now_ns - static_cast<int64_t>(days) * kDay) break;
    prune.aged = id;
  }
  Pruner pruner(site, log.get(), prune);
  Usage usage = pruner.count();
  pruner.drop(usage);
  if (!prune.looks_only) write_usage(site, prune.newest, usage);
  out.value = pruner.pruned();
  out.diagnostics.warnings = pruner.take_warnings();
  return out;
}

// A file moved there keeps its modification time. Its ctime tells when it was moved.
namespace {

constexpr const char* kKeptFolder = "kept";
constexpr int64_t kNsOfDay = 86'400'000'000'000;

struct KeptFile {
  std::string name;
  int64_t came_ns = 0;
  uint64_t size = 0;
};

// Oldest first. Only files and links are ever moved there.
Result<std::vector<KeptFile>> files_in(Site& site, const Fd& folder) {
  std::vector<KeptFile> files;
  TRY_ASSIGN(names, names_in_state(site, folder, kKeptFolder));
  for (std::string& name : names) {
    struct stat about {};
    if (site.fs.stat(folder.get(), name.c_str(), about) < 0 || S_ISDIR(about.st_mode)) continue;
    int64_t came_ns = int64_t{about.st_ctim.tv_sec} * 1'000'000'000 + about.st_ctim.tv_nsec;
    files.push_back({std::move(name), came_ns, static_cast<uint64_t>(about.st_size)});
  }
  std::sort(files.begin(), files.end(), [](const KeptFile& a, const KeptFile& b) { return a.came_ns < b.came_ns; });
  return files;
}

}  // namespace

Result<KeptTexts> count_kept(Site& site) {
  TRY_ASSIGN(folder, open_in_state(site, kKeptFolder));
  TRY_ASSIGN(files, files_in(site, folder));
  KeptTexts all{.files = files.size()};
  for (const KeptFile& file : files) all.bytes += file.size;
  return all;
}

Result<KeptTexts> drop_kept(Site& site, const KeptLimits& limits) {
  TRY_ASSIGN(folder, open_in_state(site, kKeptFolder));
  TRY_ASSIGN(files, files_in(site, folder));
  uint64_t left = 0;
  for (const KeptFile& file : files) left += file.size;
  KeptTexts gone;
  int64_t aged_ns = site.around.now_ns - kKeptDays * kNsOfDay;
  for (const KeptFile& file : files) {
    if (file.came_ns >= aged_ns && left <= limits.bytes) break;
    int status = limits.looks_only ? 0 : site.fs.unlink(folder.get(), file.name.c_str());
    if (status < 0)
      return fail(io_failure("cannot remove", shown_state(site, std::string(kKeptFolder) + "/" + file.name), -status));
    left -= file.size;
    ++gone.files;
    gone.bytes += file.size;
  }
  return gone;
}

}  // namespace aptix::disk
