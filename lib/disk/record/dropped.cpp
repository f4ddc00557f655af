// A run that is killed in between leaves a record here and in the log, or a torn entry here and its record in the log.
#include "disk/record/dropped.h"

#include <algorithm>
#include <map>

#include "disk/os/copy.h"
#include "disk/record/seal.h"
#include "disk/record/state.h"

namespace aptix::disk {
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
