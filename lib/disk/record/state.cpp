// The state folder comes with the tree, so it may have been planted: nothing in it is followed, waited for, or believed
// unchecked.
#include "disk/record/state.h"

#include <fcntl.h>

#include <cerrno>

#include "disk/os/copy.h"
#include "disk/os/io_error.h"

namespace aptix::disk {
namespace {

constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY;
constexpr int kLockWaitMs = 3000;
constexpr int kLockStepMs = 20;
constexpr std::string_view kIgnoreAll = "*\n";
constexpr std::string_view kTrash = "trash-";

std::string state_path(const Site& site, std::string_view name = {}) {
  return site.path + "/" + kStateName + (name.empty() ? "" : "/") + std::string(name);
}

Error untrusted_state(const std::string& path, const std::string& problem) {
  return make_error(Code::state_untrusted, quoted(path) + " " + problem, "look at it, and remove it if it is not yours")
      .at(path);
}

Error open_failure(const std::string& path, int error) {
  if (error == ELOOP || error == ENOTDIR) return untrusted_state(path, "is not a folder");
  return io_failure("cannot open", path, error);
}

Status check_owner(Site& site, int fd, const std::string& path) {
  struct stat about {};
  if (int status = site.fs.fstat(fd, about); status < 0) return fail(io_failure("cannot open", path, -status));
  if (about.st_uid != site.fs.user()) return fail(untrusted_state(path, "belongs to another user"));
  return {};
}

Status make_state(Site& site) {
  TRY_ASSIGN(found, open_state(site));
  if (!found) {
    int status = site.fs.mkdir(site.top.get(), kStateName, 0700);
    if (status < 0 && status != -EEXIST)
      return fail(site.no_state.emplace(io_failure("cannot make", state_path(site), -status)));
    site.made_state = status == 0;
    TRY_ASSIGN(made, open_state(site));
    if (!made) return fail(io_failure("cannot open", state_path(site), ENOENT));
  }
  // A failure does no harm: git then lists the folder.
  Fd ignore(site.fs, site.fs.open(site.state.get(), ".gitignore", O_WRONLY | O_CREAT | O_EXCL, 0600));
  if (ignore.ok()) write_pieces(site.fs, ignore.get(), {kIgnoreAll});
  return {};
}

Error busy(const Site& site) {
  return make_error(
      Code::lock_busy, "another aptix is writing in " + quoted(site.path), "wait until it is done and run this again");
}

Result<Fd> open_lock(Site& site) {
  std::string path = state_path(site, "lock");
  Fd fd(site.fs, site.fs.open(site.state.get(), "lock", O_RDWR | O_CREAT | O_NONBLOCK, 0600));
  if (fd.error() == ELOOP || fd.error() == EISDIR || fd.error() == ENXIO)
    return fail(untrusted_state(path, "is not a regular file"));
  if (!fd.ok()) return fail(io_failure("cannot open", path, fd.error()));
  struct stat about {};
  if (int status = site.fs.fstat(fd.get(), about); status < 0) return fail(io_failure("cannot open", path, -status));
  if (!S_ISREG(about.st_mode)) return fail(untrusted_state(path, "is not a regular file"));
  return fd;
}

// The folder is locked, too, where that is possible: the file may be deleted while it is locked.
int lock_both(Site& site, int file) {
  int status = site.fs.lock(file);
  if (status < 0) return status;
  return site.fs.lock(site.state.get()) == -EWOULDBLOCK ? -EWOULDBLOCK : 0;
}

// Deletes what is in one trash folder. A folder in it that is not empty becomes a trash folder of its own, so that no
// recursion is needed.
void empty_one(Site& site, const std::string& trash) {
  Fd fd(site.fs, site.fs.open(site.state.get(), trash.c_str(), kFolderFlags, 0));
  std::vector<std::string> names;
  if (fd.ok()) site.fs.list(fd.get(), names);
  for (const std::string& name : names)
    if (site.fs.unlink(fd.get(), name.c_str()) < 0 && site.fs.rmdir(fd.get(), name.c_str()) < 0)
      throw_away(site, fd.get(), name.c_str());
  fd.close();
  if (site.fs.rmdir(site.state.get(), trash.c_str()) == -ENOTDIR) site.fs.unlink(site.state.get(), trash.c_str());
}

}  // namespace

Result<bool> open_state(Site& site) {
  if (site.state.ok()) return true;
  Fd fd(site.fs, site.fs.open(site.top.get(), kStateName, kFolderFlags, 0));
  if (fd.error() == ENOENT) return false;
  if (!fd.ok()) return fail(open_failure(state_path(site), fd.error()));
  TRY(check_owner(site, fd.get(), state_path(site)));
  site.state = std::move(fd);
  return true;
}

Status check_state(Site& site) {
  TRY_ASSIGN(found, open_state(site));
  int status = site.fs.may_write(found ? site.state.get() : site.top.get());
  if (status < 0) return fail(io_failure(found ? "cannot write in" : "cannot make", state_path(site), -status));
  return {};
}

Status take_lock(Site& site) {
  if (site.lock.ok()) return {};
  TRY(make_state(site));
  TRY_ASSIGN(fd, open_lock(site));
  for (int waited = 0;; waited += kLockStepMs) {
    int status = lock_both(site, fd.get());
    if (status >= 0) break;
    if (status != -EWOULDBLOCK) return fail(io_failure("cannot lock", state_path(site, "lock"), -status));
    if (site.interrupted()) return fail(Code::interrupted, "interrupted while waiting for the lock");
    if (waited >= kLockWaitMs) return fail(busy(site));
    site.fs.pause(kLockStepMs);
  }
  site.lock = std::move(fd);
  return {};
}

Result<Fd> open_in_state(Site& site, const std::string& name) {
  Fd fd(site.fs, site.fs.open(site.state.get(), name.c_str(), kFolderFlags, 0));
  if (fd.error() == ENOENT) return Fd();
  if (!fd.ok()) return fail(open_failure(state_path(site, name), fd.error()));
  TRY(check_owner(site, fd.get(), state_path(site, name)));
  return fd;
}

Result<Fd> make_in_state(Site& site, const std::string& name) {
  TRY_ASSIGN(found, open_in_state(site, name));
  if (found.ok()) return found;
  if (int status = site.fs.mkdir(site.state.get(), name.c_str(), 0700); status < 0)
    return fail(io_failure("cannot make", state_path(site, name), -status));
  TRY_ASSIGN(made, open_in_state(site, name));
  if (!made.ok()) return fail(io_failure("cannot open", state_path(site, name), ENOENT));
  return made;
}

int rename_new(FileSystem& fs, int dir, const char* name, int to_dir, const char* to) {
  int status = fs.rename(dir, name, to_dir, to, RenameMode::no_replace);
  if (status != -EINVAL && status != -ENOSYS && status != -ENOTSUP) return status;
  struct stat about {};
  status = fs.stat(to_dir, to, about);
  if (status == 0) return -EEXIST;
  if (status != -ENOENT) return status;
  return fs.rename(dir, name, to_dir, to, RenameMode::replace);
}

int throw_away(Site& site, int dir, const char* name) {
  for (;;) {
    std::string trash = std::string(kTrash) + std::to_string(site.next_trash++);
    int status = rename_new(site.fs, dir, name, site.state.get(), trash.c_str());
    if (status != -EEXIST && status != -ENOTEMPTY) return status;
  }
}

// Emptying may add trash folders: it goes on until a round finds the same names as the last.
void empty_trash(Site& site) {
  std::vector<std::string> before;
  for (;;) {
    std::vector<std::string> names;
    if (site.fs.list(site.state.get(), names) < 0) return;
    std::erase_if(names, [](const std::string& name) { return !name.starts_with(kTrash); });
    if (names.empty() || names == before) return;
    for (const std::string& name : names) empty_one(site, name);
    before = std::move(names);
  }
}

}  // namespace aptix::disk
