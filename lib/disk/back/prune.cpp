// The size of all preimages is stored in `usage`, so that an everyday run need not look at every record. It is a cache:
// it is used only if it was written for the record before this one; otherwise everything is counted.
//   aptix-usage 1 <id of the newest record> <bytes of preimages in the log> <spaces up to a fixed length>
#include "disk/back/prune.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <charconv>

#include "disk/os/copy.h"
#include "disk/os/file_on_disk.h"
#include "disk/os/io_error.h"
#include "disk/record/log.h"
#include "disk/record/state.h"
#include "disk/run/saved_folders.h"

namespace aptix::disk {
namespace {

constexpr const char* kUsageName = "usage";
constexpr std::string_view kUsageHead = "aptix-usage 1 ";
constexpr size_t kUsageLength = 64;

struct RecordSize {
  uint64_t id;
  uint64_t bytes;
};

std::optional<uint64_t> read_number(std::string_view& text) {
  uint64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(std::min(static_cast<size_t>(end - text.data()) + 1, text.size()));
  return number;
}

// Bytes of all preimages up to the record `newest`, if that is known.
std::optional<uint64_t> read_usage(Site& site, uint64_t newest) {
  if (newest == 0) return 0;
  std::string text;
  if (read_whole(site.fs, site.state.get(), kUsageName, kUsageLength, text) < 0) return std::nullopt;
  std::string_view rest = text;
  if (!rest.starts_with(kUsageHead)) return std::nullopt;
  rest.remove_prefix(kUsageHead.size());
  std::optional<uint64_t> id = read_number(rest);
  std::optional<uint64_t> bytes = read_number(rest);
  return id == newest ? bytes : std::nullopt;
}

// The file is overwritten: to make and free one in each run costs more than the rest of this. If the name is a hard
// link to some other file, or a longer file, it is removed first.
Fd open_usage(Site& site) {
  FileSystem& fs = site.fs;
  int state = site.state.get();
  Fd fd(fs, fs.open(state, kUsageName, O_WRONLY | O_NONBLOCK, 0));
  struct stat about {};
  bool ours = fd.ok() && fs.fstat(fd.get(), about) == 0 && S_ISREG(about.st_mode) && about.st_nlink == 1 &&
      about.st_size == static_cast<off_t>(kUsageLength);
  if (ours) return fd;
  fs.unlink(state, kUsageName);
  return Fd(fs, make_file(site, state, kUsageName));
}

void write_usage(Site& site, uint64_t newest, uint64_t bytes) {
  Fd fd = open_usage(site);
  if (!fd.ok()) return;
  std::string text = std::string(kUsageHead) + std::to_string(newest) + " " + std::to_string(bytes);
  text.resize(kUsageLength - 1, ' ');
  text += '\n';
  write_pieces(site.fs, fd.get(), {text});
}

bool is_preimage(const std::string& name) {
  return name.size() > 1 && name[0] == 'n' && name[1] >= '0' && name[1] <= '9';
}

class Pruner {
 public:
  Pruner(Site& site, int log) : site_(site), fs_(site.fs), log_(log) {}

  // All records, oldest first, with what they hold.
  void count() {
    if (auto ids = record_ids(fs_, log_))
      for (uint64_t id : *ids) records_.push_back({id, size_of(id)});
  }

  uint64_t total() const {
    uint64_t bytes = 0;
    for (const RecordSize& record : records_) bytes += record.bytes;
    return bytes;
  }

  // Preimages first: a record without them still tells what was done.
  void drop(const Prune& keep) {
    if (records_.empty()) return;
    uint64_t bytes = total();
    for (size_t i = 0; i + 1 < records_.size() && bytes > keep.keep_bytes; ++i) {
      bytes -= records_[i].bytes;
      if (records_[i].bytes != 0) drop_preimages(records_[i]);
    }
    size_t kept = static_cast<size_t>(std::clamp<uint64_t>(keep.keep_records, 1, records_.size()));
    size_t surplus = records_.size() - kept;
    for (size_t i = 0; i < surplus; ++i) drop_record(records_[i].id);
    records_.erase(records_.begin(), records_.begin() + static_cast<ptrdiff_t>(surplus));
    empty_trash(site_);
  }

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

  void drop_preimages(RecordSize& record) {
    Fd fd = open(record.id);
    int status = fd.ok() ? unlink_preimages(fs_, fd.get()) : -fd.error();
    if (status < 0) warn(record.id, status);
    record.bytes = 0;
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
  std::vector<RecordSize> records_;
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
  std::optional<uint64_t> before = read_usage(site, prune.previous);
  uint64_t bytes = before.value_or(0) + prune.bytes;
  Pruner pruner(site, log);
  bool over = bytes > prune.keep_bytes || prune.records > std::max<uint64_t>(prune.keep_records, 1);
  if (!before || over) {
    pruner.count();
    pruner.drop(prune);
    bytes = pruner.total();
  }
  write_usage(site, prune.newest, bytes);
  return pruner.take_warnings();
}

}  // namespace aptix::disk
