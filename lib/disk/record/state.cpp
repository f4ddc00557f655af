// The state folder comes with the tree, so it may be planted: never follow, wait for or trust anything in it unchecked.
#include "disk/record/state.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "disk/os/copy.h"
#include "disk/os/file_on_disk.h"
#include "disk/os/io_error.h"

namespace aptix::disk {
namespace {

constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY;
constexpr int kLockStepMs = 20;
constexpr std::string_view kIgnoreAll = "*\n";
constexpr std::string_view kTrash = "trash-";
constexpr const char* kOwnerMark = "workspace";  // in a folder of --state-dir: a line with the workspace's path

Error untrusted_state(const std::string& path, const std::string& problem) {
  return error_at(
      path, Code::state_untrusted, in_quotes(path) + " " + problem, "look at it, and remove it if it is not yours");
}

Error open_failure(const std::string& path, int error) {
  if (error == ELOOP || error == ENOTDIR) return untrusted_state(path, "is not a folder");
  Error failure = io_failure("cannot open", path, error);
  if (error == EACCES)
    failure.hint = "another user made it: have it removed or given to you, or name a folder with --state-dir";
  return failure;
}

// Its stat, if its owner is trusted.
Result<struct stat> check_owner(Site& site, int fd, const std::string& path) {
  struct stat about {};
  if (int status = site.fs.fstat(fd, about); status < 0) return fail(io_failure("cannot open", path, -status));
  if (believes(site, about.st_uid)) return about;
  std::string user = std::to_string(about.st_uid);
  Error error = untrusted_state(path, "belongs to another user, of number " + user);
  error.hint = "if you trust that user, add " + user + " to 'owners' below '[trust]' in your own configuration file";
  return fail(std::move(error));
}

// A state folder inside the workspace would be edited like other files.
Status check_place(Site& site, int fd) {
  std::string path;
  if (int status = site.fs.path_of(fd, path); status < 0)
    return fail(io_failure("cannot open", state_path(site), -status));
  bool inside = path == site.path || path.starts_with(site.path == "/" ? "/" : site.path + "/");
  if (!inside) return {};
  return fail(Code::usage, "the state folder " + in_quotes(path) + " is in the workspace " + in_quotes(site.path),
      "name a folder outside of it with --state-dir");
}

// A folder of --state-dir serves one workspace: with the log of another one, an undo would change the wrong files.
// True: the mark exists.
Result<bool> check_mark(Site& site, int fd) {
  std::string path = state_path(site), workspace;
  int status = read_whole(site.fs, fd, kOwnerMark, 1 << 16, workspace);
  if (status == 0 && workspace == site.path + "\n") return true;
  if (status == 0) {
    Error error = untrusted_state(path, "is the state folder of " + in_quotes(trim(workspace)));
    error.hint = "name another folder with --state-dir";
    return fail(std::move(error));
  }
  std::vector<std::string> names;
  if (status == -ENOENT) status = site.fs.list(fd, names);
  if (status < 0) return fail(io_failure("cannot read", path, -status));
  if (names.empty()) return false;
  Error error = untrusted_state(path, "is not a state folder: it holds other files");
  error.hint = "name a new or an empty folder with --state-dir";
  return fail(std::move(error));
}

Status mark_state(Site& site) {
  TRY_ASSIGN(marked, check_mark(site, site.state.get()));
  if (marked) return {};
  int status = write_file(site, site.state.get(), kOwnerMark, {site.path, "\n"});
  if (status < 0) return fail(io_failure("cannot write", state_path(site, kOwnerMark), -status));
  return {};
}

mode_t shared_bits(mode_t folder) {
  return static_cast<mode_t>(((folder & S_IWGRP) != 0 ? 070 : 0) | ((folder & S_IWOTH) != 0 ? 07 : 0));
}

// Shares the state folder with exactly those who may write in the workspace, because it contains old texts. If the
// workspace is sticky (/tmp), it is not shared.
int share_state(Site& site, int state) {
  struct stat top {};
  if (int status = site.fs.fstat(site.top.get(), top); status < 0) return status;
  mode_t shared = (top.st_mode & S_ISVTX) != 0 ? 0 : shared_bits(top.st_mode);
  if (shared == 0) return 0;
  // If the group cannot be set, its members cannot use the folder.
  (void)site.fs.fchown(state, static_cast<uid_t>(-1), top.st_gid);
  return site.fs.fchmod(state, 0700 | shared);
}

// New files have this user's umask and group; others may need access, too.
int share(Site& site, int fd, mode_t mode) {
  if (site.shared == 0) return 0;
  (void)site.fs.fchown(fd, static_cast<uid_t>(-1), site.group);
  return site.fs.fchmod(fd, mode | (site.shared & (mode | mode >> 3 | mode >> 6)));
}

bool is_elsewhere(const Site& site) { return !site.around.state_dir.empty(); }

int make_state_folder(Site& site) {
  if (is_elsewhere(site)) return site.fs.mkdir(AT_FDCWD, site.around.state_dir.c_str(), 0700);
  int status = site.fs.mkdir(site.top.get(), kStateName, 0700);
  if (status < 0) return status;
  Fd made(site.fs, site.fs.open(site.top.get(), kStateName, kFolderFlags, 0));
  return made.ok() ? share_state(site, made.get()) : -made.error();
}

Error make_failure(const Site& site, int error) {
  Error failure = io_failure("cannot make", state_path(site), error);
  if (error == ENOENT) failure.hint = "make the folder above it first";
  if (!is_elsewhere(site) && (error == EACCES || error == EROFS))
    failure.hint = "name a folder that you may write in with --state-dir";
  return failure;
}

Error busy(const Site& site) {
  return make_error(Code::lock_busy, "another aptix is writing in " + in_quotes(site.path),
      "run this again when it is done, or wait longer with --wait SECONDS");
}

// The run of '--verify' holds the lock until this process ends.
Error waited_for(const Site& site) {
  return make_error(Code::lock_busy,
      "the command of '--verify' must not change files: the run that it belongs to is writing in " +
          in_quotes(site.path),
      "leave out of the command what writes, or do it after that run");
}

Result<Fd> open_lock(Site& site) {
  std::string path = state_path(site, "lock");
  Fd fd(site.fs, make_file(site, site.state.get(), "lock", O_NONBLOCK));
  if (fd.error() == ELOOP || fd.error() == EISDIR || fd.error() == ENXIO)
    return fail(untrusted_state(path, "is not a regular file"));
  if (!fd.ok()) return fail(io_failure("cannot open", path, fd.error()));
  struct stat about {};
  if (int status = site.fs.fstat(fd.get(), about); status < 0) return fail(io_failure("cannot open", path, -status));
  if (!S_ISREG(about.st_mode)) return fail(untrusted_state(path, "is not a regular file"));
  return fd;
}

// Also locks the folder, if possible: somebody may delete the lock file while it is locked. With a state folder
// elsewhere, locks the workspace's own one, too, for runs that use that.
int lock_all(Site& site, int file) {
  int status = site.fs.lock(file);
  if (status < 0) return status;
  if (site.own_state.ok() && site.fs.lock(site.own_state.get()) == -EWOULDBLOCK) return -EWOULDBLOCK;
  return site.fs.lock(site.state.get()) == -EWOULDBLOCK ? -EWOULDBLOCK : 0;
}

// A killed run left the tree half changed, and only the workspace's own state folder can roll it back.
Status check_own_state(Site& site) {
  if (!is_elsewhere(site)) return {};
  site.own_state = Fd(site.fs, site.fs.open(site.top.get(), kStateName, kFolderFlags, 0));
  struct stat about {};
  if (!site.own_state.ok() || site.fs.stat(site.own_state.get(), "tx", about) < 0) return {};
  return fail(Code::state_untrusted, "a run that was interrupted is still to be rolled back in " + in_quotes(site.path),
      "run 'aptix recover' without --state-dir first");
}

// Deletes the content of one trash folder. A folder in it that is not empty becomes a trash folder of its own, which
// avoids recursion.
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

bool believes(const Site& site, uid_t owner) {
  const std::vector<uid_t>& owners = site.around.owners;
  return owner == site.user || std::find(owners.begin(), owners.end(), owner) != owners.end();
}

bool is_ours(Site& site, const Fd& fd, struct stat& about) {
  if (!fd.ok() || site.fs.fstat(fd.get(), about) < 0) return false;
  bool plain = S_ISREG(about.st_mode) && about.st_nlink == 1;  // one with a second name was planted
  return plain && believes(site, about.st_uid) && (about.st_mode & 077 & ~site.shared) == 0;
}

std::string state_path(const Site& site, std::string_view name) {
  const std::string& elsewhere = site.around.state_dir;
  std::string folder = elsewhere.empty() ? site.path + "/" + kStateName : elsewhere;
  return name.empty() ? folder : folder + "/" + std::string(name);
}

std::string shown_state(const Site& site, std::string_view name) {
  return is_elsewhere(site) ? state_path(site, name) : std::string(kStateName) + "/" + std::string(name);
}

int make_folder(Site& site, int dir, const char* name) {
  int status = site.fs.mkdir(dir, name, 0700);
  if (status < 0 || site.shared == 0) return status;
  Fd made(site.fs, site.fs.open(dir, name, kFolderFlags, 0));
  return made.ok() ? share(site, made.get(), 0700) : -made.error();
}

int make_file(Site& site, int dir, const char* name, int flags) {
  int fd = site.fs.open(dir, name, O_RDWR | O_CREAT | flags, 0600);
  struct stat about {};
  bool is_own = fd >= 0 && site.shared != 0 && site.fs.fstat(fd, about) == 0 && about.st_uid == site.user;
  if (is_own) (void)share(site, fd, 0600);
  return fd;
}

int write_file(Site& site, int dir, const std::string& name, const std::vector<std::string_view>& pieces, Syncs syncs) {
  (void)site.fs.unlink(dir, name.c_str());  // left by a run that was killed while writing it
  Fd fd(site.fs, make_file(site, dir, name.c_str()));
  if (!fd.ok()) return -fd.error();
  int status = write_pieces(site.fs, fd.get(), pieces);
  if (status == 0 && syncs == Syncs::all) status = site.fs.sync_data(fd.get());
  if (int closed = fd.close(); status == 0) status = closed;
  if (status < 0) (void)site.fs.unlink(dir, name.c_str());
  return status;
}

int wait_for_lock(Site& site, int fd) {
  constexpr int kMostWaitMs = 5000;
  for (int waited = 0;; ++waited) {
    int status = site.fs.lock(fd);
    if (status != -EWOULDBLOCK || waited >= kMostWaitMs) return std::min(status, 0);
    site.fs.pause(1);
  }
}

Result<bool> open_state(Site& site) {
  if (site.state.ok()) return true;
  Fd fd(site.fs,
      is_elsewhere(site) ? site.fs.open_root(site.around.state_dir.c_str())
                         : site.fs.open(site.top.get(), kStateName, kFolderFlags, 0));
  if (fd.error() == ENOENT) return false;
  if (!fd.ok()) return fail(open_failure(state_path(site), fd.error()));
  TRY_ASSIGN(about, check_owner(site, fd.get(), state_path(site)));
  if (is_elsewhere(site)) TRY(check_place(site, fd.get()));
  if (is_elsewhere(site)) TRY(check_mark(site, fd.get()));
  site.shared = shared_bits(about.st_mode);
  site.group = about.st_gid;
  site.state = std::move(fd);
  return true;
}

Status make_state(Site& site) {
  TRY_ASSIGN(found, open_state(site));
  if (!found) {
    int status = make_state_folder(site);
    if (status < 0 && status != -EEXIST) return fail(site.no_state.emplace(make_failure(site, -status)));
    site.made_state = status == 0;
    Result<bool> made = open_state(site);
    if (!made && site.made_state && is_elsewhere(site)) site.fs.rmdir(AT_FDCWD, site.around.state_dir.c_str());
    if (!made) return fail(std::move(made).error());
    if (!*made) return fail(io_failure("cannot open", state_path(site), ENOENT));
  }
  if (is_elsewhere(site)) return mark_state(site);
  // A failure does no harm: git then lists the folder.
  Fd ignore(site.fs, make_file(site, site.state.get(), ".gitignore"));
  if (ignore.ok()) write_pieces(site.fs, ignore.get(), {kIgnoreAll});
  return {};
}

Status check_state(Site& site) {
  TRY_ASSIGN(found, open_state(site));
  if (!found && is_elsewhere(site)) return {};  // the run will report it
  int status = site.fs.may_write(found ? site.state.get() : site.top.get());
  if (status < 0) return fail(io_failure(found ? "cannot write in" : "cannot make", state_path(site), -status));
  return {};
}

Status take_lock(Site& site) {
  if (site.is_locked()) return {};
  if (site.around.verifying == site.path) return fail(waited_for(site));
  TRY(make_state(site));
  if (RunLock* held = site.around.run_lock.get(); held != nullptr && held->lock && held->path == site.path)
    site.lock = held->lock;
  if (site.is_locked()) return {};
  TRY(check_own_state(site));
  TRY_ASSIGN(fd, open_lock(site));
  for (int waited = 0;; waited += kLockStepMs) {
    int status = lock_all(site, fd.get());
    if (status >= 0) break;
    if (status != -EWOULDBLOCK) return fail(io_failure("cannot lock", state_path(site, "lock"), -status));
    if (site.interrupted()) return fail(Code::interrupted, "interrupted while waiting for the lock");
    if (waited >= site.around.lock_wait_ms) return fail(busy(site));
    site.fs.pause(kLockStepMs);
  }
  site.lock = std::make_shared<Fd>(std::move(fd));
  if (site.around.run_lock) *site.around.run_lock = {site.lock, site.path};
  return {};
}

Result<Fd> open_in_state(Site& site, const std::string& name) {
  TRY_ASSIGN(found, open_state(site));
  if (!found) return Fd();
  Fd fd(site.fs, site.fs.open(site.state.get(), name.c_str(), kFolderFlags, 0));
  if (fd.error() == ENOENT) return Fd();
  if (!fd.ok()) return fail(open_failure(state_path(site, name), fd.error()));
  TRY(check_owner(site, fd.get(), state_path(site, name)));
  return fd;
}

Result<Fd> make_in_state(Site& site, const std::string& name) {
  TRY_ASSIGN(found, open_in_state(site, name));
  if (found.ok()) return found;
  if (int status = make_folder(site, site.state.get(), name.c_str()); status < 0 && status != -EEXIST)
    return fail(io_failure("cannot make", state_path(site, name), -status));
  TRY_ASSIGN(made, open_in_state(site, name));
  if (!made.ok()) return fail(io_failure("cannot open", state_path(site, name), ENOENT));
  return made;
}

Result<std::vector<std::string>> names_in_state(Site& site, const Fd& folder, std::string_view name) {
  std::vector<std::string> names;
  int status = folder.ok() ? site.fs.list(folder.get(), names) : 0;
  if (status < 0) return fail(io_failure("cannot read", shown_state(site, name), -status));
  return names;
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

// Emptying may add trash folders: repeat until a round finds the same names as the one before.
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
