// The state folder comes with the tree, so it may have been planted: nothing in it is followed,
// waited for or believed before it was looked at.
#include "disk/record/state.h"

#include <fcntl.h>

#include <cerrno>

#include "disk/os/io_error.h"

namespace aptix::disk {
namespace {

constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY;
constexpr int kLockWaitMs = 3000;
constexpr int kLockStepMs = 20;
constexpr std::string_view kIgnoreAll = "*\n";
constexpr std::string_view kTrash = "trash-";

std::string state_path(const Workspace::Impl& impl, std::string_view name = {}) {
  return impl.path + "/" + kStateName + (name.empty() ? "" : "/") + std::string(name);
}

Error untrusted_state(const std::string& path, const std::string& problem) {
  return make_error(Code::state_untrusted, quoted(path) + " " + problem, "look at it, and remove it if it is not yours")
      .at(path);
}

Error open_failure(const std::string& path, int error) {
  if (error == ELOOP || error == ENOTDIR) return untrusted_state(path, "is not a folder");
  return io_failure("cannot open", path, error);
}

Status check_owner(Workspace::Impl& impl, int fd, const std::string& path) {
  struct stat about {};
  if (int status = impl.fs.fstat(fd, about); status < 0) return fail(io_failure("cannot open", path, -status));
  if (about.st_uid != impl.fs.user()) return fail(untrusted_state(path, "belongs to another user"));
  return {};
}

Status make_state(Workspace::Impl& impl) {
  TRY_ASSIGN(found, open_state(impl));
  if (!found) {
    int status = impl.fs.mkdir(impl.top.get(), kStateName, 0700);
    if (status < 0 && status != -EEXIST)
      return fail(impl.no_state.emplace(io_failure("cannot make", state_path(impl), -status)));
    impl.made_state = status == 0;
    TRY_ASSIGN(made, open_state(impl));
    if (!made) return fail(io_failure("cannot open", state_path(impl), ENOENT));
  }
  // Best effort: without it git lists the folder, no more.
  Fd ignore(impl.fs, impl.fs.open(impl.state.get(), ".gitignore", O_WRONLY | O_CREAT | O_EXCL, 0600));
  if (ignore.ok()) impl.fs.write(ignore.get(), kIgnoreAll.data(), kIgnoreAll.size());
  return {};
}

Error busy(const Workspace::Impl& impl) {
  return make_error(
      Code::lock_busy, "another aptix is writing in " + quoted(impl.path), "wait until it is done and run this again");
}

Result<Fd> open_lock(Workspace::Impl& impl) {
  std::string path = state_path(impl, "lock");
  Fd fd(impl.fs, impl.fs.open(impl.state.get(), "lock", O_RDWR | O_CREAT | O_NONBLOCK, 0600));
  if (fd.error() == ELOOP || fd.error() == EISDIR || fd.error() == ENXIO)
    return fail(untrusted_state(path, "is no regular file"));
  if (!fd.ok()) return fail(io_failure("cannot open", path, fd.error()));
  struct stat about {};
  if (int status = impl.fs.fstat(fd.get(), about); status < 0) return fail(io_failure("cannot open", path, -status));
  if (!S_ISREG(about.st_mode)) return fail(untrusted_state(path, "is no regular file"));
  return fd;
}

// The folder too, where it can be locked: the file may be deleted while it is.
int lock_both(Workspace::Impl& impl, int file) {
  int status = impl.fs.lock(file);
  if (status < 0) return status;
  return impl.fs.lock(impl.state.get()) == -EWOULDBLOCK ? -EWOULDBLOCK : 0;
}

// Deletes what is in one trash folder. A folder in it that has something in it becomes a trash folder
// of its own, so depth costs no recursion.
void empty_one(Workspace::Impl& impl, const std::string& trash) {
  Fd fd(impl.fs, impl.fs.open(impl.state.get(), trash.c_str(), kFolderFlags, 0));
  std::vector<std::string> names;
  if (fd.ok()) impl.fs.list(fd.get(), names);
  for (const std::string& name : names)
    if (impl.fs.unlink(fd.get(), name.c_str()) < 0 && impl.fs.rmdir(fd.get(), name.c_str()) < 0)
      throw_away(impl, fd.get(), name.c_str());
  fd.close();
  if (impl.fs.rmdir(impl.state.get(), trash.c_str()) == -ENOTDIR) impl.fs.unlink(impl.state.get(), trash.c_str());
}

}  // namespace

Result<bool> open_state(Workspace::Impl& impl) {
  if (impl.state.ok()) return true;
  Fd fd(impl.fs, impl.fs.open(impl.top.get(), kStateName, kFolderFlags, 0));
  if (fd.error() == ENOENT) return false;
  if (!fd.ok()) return fail(open_failure(state_path(impl), fd.error()));
  TRY(check_owner(impl, fd.get(), state_path(impl)));
  impl.state = std::move(fd);
  return true;
}

Status check_state(Workspace::Impl& impl) {
  TRY_ASSIGN(found, open_state(impl));
  int status = impl.fs.may_write(found ? impl.state.get() : impl.top.get());
  if (status < 0) return fail(io_failure(found ? "cannot write in" : "cannot make", state_path(impl), -status));
  return {};
}

Status take_lock(Workspace::Impl& impl) {
  if (impl.lock.ok()) return {};
  TRY(make_state(impl));
  TRY_ASSIGN(fd, open_lock(impl));
  for (int waited = 0;; waited += kLockStepMs) {
    int status = lock_both(impl, fd.get());
    if (status >= 0) break;
    if (status != -EWOULDBLOCK) return fail(io_failure("cannot lock", state_path(impl, "lock"), -status));
    if (impl.interrupted()) return fail(Code::interrupted, "interrupted while waiting for the lock");
    if (waited >= kLockWaitMs) return fail(busy(impl));
    impl.fs.pause(kLockStepMs);
  }
  impl.lock = std::move(fd);
  return {};
}

Result<Fd> open_in_state(Workspace::Impl& impl, const std::string& name) {
  Fd fd(impl.fs, impl.fs.open(impl.state.get(), name.c_str(), kFolderFlags, 0));
  if (fd.error() == ENOENT) return Fd();
  if (!fd.ok()) return fail(open_failure(state_path(impl, name), fd.error()));
  TRY(check_owner(impl, fd.get(), state_path(impl, name)));
  return fd;
}

Result<Fd> make_in_state(Workspace::Impl& impl, const std::string& name) {
  TRY_ASSIGN(found, open_in_state(impl, name));
  if (found.ok()) return found;
  if (int status = impl.fs.mkdir(impl.state.get(), name.c_str(), 0700); status < 0)
    return fail(io_failure("cannot make", state_path(impl, name), -status));
  TRY_ASSIGN(made, open_in_state(impl, name));
  if (!made.ok()) return fail(io_failure("cannot open", state_path(impl, name), ENOENT));
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

int throw_away(Workspace::Impl& impl, int dir, const char* name) {
  for (;;) {
    std::string trash = std::string(kTrash) + std::to_string(impl.next_trash++);
    int status = rename_new(impl.fs, dir, name, impl.state.get(), trash.c_str());
    if (status != -EEXIST && status != -ENOTEMPTY) return status;
  }
}

// Emptying may add trash folders: as long as one round finds fewer or other names than the last.
void empty_trash(Workspace::Impl& impl) {
  std::vector<std::string> before;
  for (;;) {
    std::vector<std::string> names;
    if (impl.fs.list(impl.state.get(), names) < 0) return;
    std::erase_if(names, [](const std::string& name) { return !name.starts_with(kTrash); });
    if (names.empty() || names == before) return;
    for (const std::string& name : names) empty_one(impl, name);
    before = std::move(names);
  }
}

}  // namespace aptix::disk
