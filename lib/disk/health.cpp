#include "disk/health.h"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "disk/back/back.h"
#include "disk/os/copy.h"
#include "disk/os/io_error.h"
#include "disk/record/state.h"

namespace aptix::disk {
namespace {

constexpr int kDeepest = 16;
constexpr const char* kProbe = "doctor-probe";
constexpr const char* kOtherProbe = "doctor-probe-2";

// Adds an entry and everything below it. What cannot be read, or is nested deeper than aptix makes it, counts as empty.
void add_to(StatePart& part, FileSystem& fs, int dir, const std::string& name, int depth = 0) {
  struct stat about {};
  if (fs.stat(dir, name.c_str(), about) < 0) return;
  if (!S_ISDIR(about.st_mode)) {
    ++part.files;
    part.bytes += static_cast<uint64_t>(about.st_size);
    return;
  }
  Fd folder(fs, depth < kDeepest ? fs.open(dir, name.c_str(), O_RDONLY | O_DIRECTORY, 0) : -ELOOP);
  std::vector<std::string> names;
  if (!folder.ok() || fs.list(folder.get(), names) < 0) return;
  for (const std::string& inner : names) add_to(part, fs, folder.get(), inner, depth + 1);
}

// True if somebody holds the lock. Taking and releasing it at once disturbs nobody, because runs wait for it.
bool is_locked(FileSystem& fs, int state) {
  Fd lock(fs, fs.open(state, "lock", O_RDWR | O_NONBLOCK, 0));
  return lock.ok() && fs.lock(lock.get()) == -EWOULDBLOCK;
}

// In ns, or -errno.
int64_t time_of_sync(Site& site, const std::function<int64_t()>& now_ns) {
  FileSystem& fs = site.fs;
  int dir = site.state.get();
  int64_t start = now_ns();
  Fd fd(fs, make_file(site, dir, kProbe));
  int status = fd.ok() ? write_pieces(fs, fd.get(), {"aptix doctor\n"}) : -fd.error();
  if (status >= 0) status = fs.sync(fd.get());
  if (status >= 0) status = fs.sync(dir);
  int64_t taken = now_ns() - start;
  fs.unlink(dir, kProbe);
  return status < 0 ? status : taken;
}

bool can_exchange(Site& site) {
  FileSystem& fs = site.fs;
  int dir = site.state.get();
  for (const char* name : {kProbe, kOtherProbe}) Fd made(fs, make_file(site, dir, name));
  int status = fs.rename(dir, kProbe, dir, kOtherProbe, RenameMode::exchange);
  for (const char* name : {kProbe, kOtherProbe}) fs.unlink(dir, name);
  return status != -EINVAL && status != -ENOSYS && status != -ENOTSUP;
}

}  // namespace

Result<StateHealth> look_at_state(Workspace& workspace) {
  Site& site = workspace.site();
  StateHealth health;
  TRY_SET(health.exists, open_state(site));
  if (!health.exists) return health;
  FileSystem& fs = site.fs;
  int state = site.state.get();
  std::vector<std::string> names;
  if (int status = fs.list(state, names); status < 0) return fail(io_failure("cannot read", state_path(site), -status));
  for (const std::string& name : names) {
    add_to(health.parts.emplace_back(StatePart{.name = name}), fs, state, name);
    health.files += health.parts.back().files;
    health.bytes += health.parts.back().bytes;
  }
  std::stable_sort(health.parts.begin(), health.parts.end(),
      [](const StatePart& a, const StatePart& b) { return a.bytes > b.bytes; });
  TRY_ASSIGN(kept, count_kept(site));
  health.kept = kept.files;
  struct stat about {};
  for (const char* name :
      {"lock", "tx", "log", "kept", "inbox", "approvals", "sessions", "audit", "checkpoints", "texts"}) {
    if (fs.stat(state, name, about) < 0) continue;
    bool right = std::string_view(name) == "lock" ? S_ISREG(about.st_mode) : S_ISDIR(about.st_mode);
    if (!right) health.foreign.emplace_back(name);
  }
  health.unfinished = fs.stat(state, "tx", about) == 0;
  health.is_locked = is_locked(fs, state);
  health.is_writable = fs.may_write(state) >= 0;
  return health;
}

Result<DiskHealth> look_at_disk(Workspace& workspace, const std::function<int64_t()>& now_ns) {
  Site& site = workspace.site();
  TRY_ASSIGN(exists, open_state(site));
  KindOfDisk kind = kind_of_disk(site.top.get());
  DiskHealth health{.kind = kind.name, .is_network = kind.is_network};
  if (!exists || site.fs.may_write(site.state.get()) < 0) return health;
  std::array<int64_t, 3> taken{};
  for (int64_t& one : taken) one = time_of_sync(site, now_ns);
  std::sort(taken.begin(), taken.end());
  if (taken[0] >= 0) health.sync_ns = taken[1];
  health.exchanges = taken[0] < 0 || can_exchange(site);
  return health;
}

}  // namespace aptix::disk
