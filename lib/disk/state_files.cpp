// Each text is written under another name first and renamed when it is complete. Readers take no lock and find the old
// text or the new one.
#include "disk/state_files.h"

#include <fcntl.h>

#include <cstdint>
#include <limits>

#include "disk/os/copy.h"
#include "disk/os/file_on_disk.h"
#include "disk/os/io_error.h"
#include "disk/record/state.h"

namespace aptix::disk {
namespace {

constexpr const char* kBoxes[] = {"inbox", "approvals"};  // of Box
constexpr const char* kNext = "next";

const char* name_of(Box box) { return kBoxes[static_cast<size_t>(box)]; }

}  // namespace

// Only the holder of the workspace's lock writes here, so one temporary name is enough, and killed runs leave at most
// one file with it.
Status leave_in(Workspace& workspace, Box box, const std::string& name, const std::vector<std::string_view>& pieces) {
  Site& site = workspace.site();
  TRY(take_lock(site));
  TRY_ASSIGN(inbox, make_in_state(site, name_of(box)));
  int status = write_file(site, inbox.get(), kNext, pieces);
  if (status == 0) status = site.fs.rename(inbox.get(), kNext, inbox.get(), name.c_str(), RenameMode::replace);
  if (status == 0) return {};
  site.fs.unlink(inbox.get(), kNext);
  return fail(io_failure("cannot write", std::string(kStateName) + "/" + name_of(box), -status));
}

Result<std::vector<std::string>> names_in(Workspace& workspace, Box box) {
  TRY_ASSIGN(inbox, open_in_state(workspace.site(), name_of(box)));
  TRY_ASSIGN(names, names_in_state(workspace.site(), inbox, name_of(box)));
  std::erase(names, kNext);
  return names;
}

std::optional<std::string> read_from(Workspace& workspace, Box box, const std::string& name) {
  auto inbox = open_in_state(workspace.site(), name_of(box));
  std::string text;
  if (!inbox || !inbox->ok() ||
      read_whole(workspace.site().fs, inbox->get(), name, std::numeric_limits<uint64_t>::max(), text) < 0)
    return std::nullopt;
  return text;
}

void take_from(Workspace& workspace, Box box, const std::string& name) {
  auto inbox = open_in_state(workspace.site(), name_of(box));
  if (inbox && inbox->ok()) workspace.site().fs.unlink(inbox->get(), name.c_str());
}

// Caches are written without the workspace's lock, so the temporary file itself is locked meanwhile. A killed run
// leaves it without a lock, and the next run takes it over.
namespace {

// True if the open file still has that name and is empty: the holder of the lock before us may have renamed it. If a
// killed run left content, removes the file; the next run starts with a new one.
bool may_write(FileSystem& fs, int fd, int dir, const char* name) {
  struct stat own {};
  struct stat named {};
  if (fs.fstat(fd, own) < 0 || fs.stat(dir, name, named) < 0 || !S_ISREG(own.st_mode)) return false;
  if (own.st_ino != named.st_ino || own.st_dev != named.st_dev) return false;
  if (own.st_size != 0) fs.unlink(dir, name);
  return own.st_size == 0;
}

}  // namespace

std::optional<CachedText> read_cache(Workspace& workspace, const std::string& name) {
  Site& site = workspace.site();
  auto found = open_state(site);
  if (!found || !*found) return std::nullopt;
  Fd fd(site.fs, site.fs.open(site.state.get(), name.c_str(), O_RDONLY | O_NONBLOCK, 0));
  struct stat about {};
  if (!fd.ok() || site.fs.fstat(fd.get(), about) < 0 || !S_ISREG(about.st_mode) || about.st_size == 0)
    return std::nullopt;
  CachedText cached;
  if (site.fs.map(fd.get(), static_cast<size_t>(about.st_size), cached.owner) < 0) return std::nullopt;
  cached.text = {static_cast<const char*>(cached.owner.get()), static_cast<size_t>(about.st_size)};
  return cached;
}

void write_cache(Workspace& workspace, const std::string& name, const std::vector<std::string_view>& pieces) {
  Site& site = workspace.site();
  if (!make_state(site)) return;
  std::string next = name + ".new";
  int dir = site.state.get();
  Fd fd(site.fs, make_file(site, dir, next.c_str(), O_NONBLOCK));
  if (!fd.ok() || site.fs.lock(fd.get()) < 0) return;
  if (!may_write(site.fs, fd.get(), dir, next.c_str())) return;
  int status = write_pieces(site.fs, fd.get(), pieces);
  if (status == 0) status = site.fs.rename(dir, next.c_str(), dir, name.c_str(), RenameMode::replace);
  if (status < 0) site.fs.unlink(dir, next.c_str());
}

}  // namespace aptix::disk
