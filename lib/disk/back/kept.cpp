// A text that is moved there keeps the time of its last change. When it came is told by the inode's own time.
#include "disk/back/kept.h"

#include <fcntl.h>

#include <algorithm>
#include <string>
#include <vector>

#include "disk/os/io_error.h"
#include "disk/record/state.h"

namespace aptix::disk {
namespace {

constexpr const char* kKeptFolder = "kept";
constexpr int64_t kNsOfDay = 86'400'000'000'000;

struct KeptFile {
  std::string name;
  int64_t came_ns = 0;
  uint64_t size = 0;
};

// Oldest first. Nothing but files and links is ever put there.
Result<std::vector<KeptFile>> files_in(Site& site, const Fd& folder) {
  std::vector<KeptFile> files;
  if (!folder.ok()) return files;
  std::vector<std::string> names;
  if (int status = site.fs.list(folder.get(), names); status < 0)
    return fail(io_failure("cannot read", shown_state(site, kKeptFolder), -status));
  for (std::string& name : names) {
    struct stat about {};
    if (site.fs.stat(folder.get(), name.c_str(), about) < 0 || S_ISDIR(about.st_mode)) continue;
    int64_t came_ns = int64_t{about.st_ctim.tv_sec} * 1'000'000'000 + about.st_ctim.tv_nsec;
    files.push_back({std::move(name), came_ns, static_cast<uint64_t>(about.st_size)});
  }
  std::sort(files.begin(), files.end(), [](const KeptFile& a, const KeptFile& b) { return a.came_ns < b.came_ns; });
  return files;
}

Result<Fd> open_kept(Site& site) {
  TRY_ASSIGN(found, open_state(site));
  return found ? open_in_state(site, kKeptFolder) : Result<Fd>(Fd());
}

}  // namespace

Result<KeptTexts> count_kept(Site& site) {
  TRY_ASSIGN(folder, open_kept(site));
  TRY_ASSIGN(files, files_in(site, folder));
  KeptTexts all{.files = files.size()};
  for (const KeptFile& file : files) all.bytes += file.size;
  return all;
}

Result<KeptTexts> drop_kept(Site& site, const KeptLimits& limits) {
  TRY_ASSIGN(folder, open_kept(site));
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
