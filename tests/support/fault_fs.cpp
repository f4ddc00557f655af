// Every call goes through enter(), which decides what becomes of it.
#include "support/fault_fs.h"

#include <cerrno>

using aptix::disk::FileSystem;
using aptix::disk::RenameMode;

namespace aptix::test {

void FaultFs::crash_at(uint64_t n) {
  calls_ = 0;
  fault_at_ = n;
  fault_until_ = UINT64_MAX;
  error_ = 0;
  happened_ = false;
}

void FaultFs::fail_at(uint64_t n, int error) {
  fail_from(n, error);
  fault_until_ = n;
}

void FaultFs::fail_from(uint64_t n, int error) {
  crash_at(n);
  error_ = error;
}

void FaultFs::fail_call(std::string_view call, int error, uint64_t nth) {
  before = [this, call = std::string(call), error, nth, seen = uint64_t{0}](const std::string& name) mutable {
    if (name == call && ++seen == nth) fail_at(1, error);
  };
}

int FaultFs::enter(const char* call) {
  std::lock_guard guard(mutex_);
  if (before) before(call);
  uint64_t n = ++calls_;
  if (fault_at_ == 0 || n < fault_at_ || n > fault_until_) return 0;
  happened_ = true;
  if (error_ == 0) throw Crash{};
  return -error_;
}

int FaultFs::flush(const char* call, int fd, int (FileSystem::*real)(int)) {
  if (int error = enter(call); error < 0) return error;
  std::lock_guard guard(mutex_);
  ++syncs;
  return real_sync ? (real_.*real)(fd) : 0;
}

bool FaultFs::crosses(int a, int b) {
  if (mounted.empty()) return false;
  std::string first;
  std::string second;
  real_.path_of(a, first);
  real_.path_of(b, second);
  auto below = [&](const std::string& path) { return (path + "/").starts_with(mounted + "/"); };
  return below(first) != below(second);
}

int FaultFs::open_root(const char* path) {
  int error = enter("open_root");
  return error < 0 ? error : real_.open_root(path);
}

int FaultFs::path_of(int dir, std::string& out) {
  int error = enter("path_of");
  return error < 0 ? error : real_.path_of(dir, out);
}

int FaultFs::open(int dir, const char* name, int flags, mode_t mode) {
  int error = enter("open");
  return error < 0 ? error : real_.open(dir, name, flags, mode);
}

int FaultFs::open_beneath(int dir, const char* path, int flags) {
  int error = no_openat2 ? -ENOSYS : enter("open_beneath");
  return error < 0 ? error : real_.open_beneath(dir, path, flags);
}

int FaultFs::close(int fd) { return real_.close(fd); }

int FaultFs::stat(int dir, const char* name, struct stat& out) {
  int error = enter("stat");
  return error < 0 ? error : real_.stat(dir, name, out);
}

int FaultFs::fstat(int fd, struct stat& out) {
  int error = enter("fstat");
  return error < 0 ? error : real_.fstat(fd, out);
}

ssize_t FaultFs::read(int fd, void* buffer, size_t size) {
  int error = enter("read");
  return error < 0 ? error : real_.read(fd, buffer, size);
}

ssize_t FaultFs::read_at(int fd, void* buffer, size_t size, uint64_t offset) {
  int error = enter("read_at");
  return error < 0 ? error : real_.read_at(fd, buffer, size, offset);
}

int FaultFs::map(int fd, size_t size, std::shared_ptr<const void>& out) {
  int error = enter("map");
  return error < 0 ? error : real_.map(fd, size, out);
}

ssize_t FaultFs::write(int fd, std::string_view bytes) {
  try {
    int error = enter("write");
    if (error == -ENOSPC && bytes.size() > 1) real_.write(fd, bytes.substr(0, bytes.size() / 2));
    return error < 0 ? error : real_.write(fd, bytes);
  } catch (const Crash&) {
    if (bytes.size() > 1) real_.write(fd, bytes.substr(0, bytes.size() / 2));
    throw;
  }
}

ssize_t FaultFs::write_at(int fd, std::string_view bytes, uint64_t offset) {
  int error = enter("write_at");
  return error < 0 ? error : real_.write_at(fd, bytes, offset);
}

int FaultFs::truncate(int fd, uint64_t size) {
  int error = enter("truncate");
  return error < 0 ? error : real_.truncate(fd, size);
}

int FaultFs::mkdir(int dir, const char* name, mode_t mode) {
  int error = enter("mkdir");
  return error < 0 ? error : real_.mkdir(dir, name, mode);
}

int FaultFs::rmdir(int dir, const char* name) {
  int error = enter("rmdir");
  return error < 0 ? error : real_.rmdir(dir, name);
}

int FaultFs::unlink(int dir, const char* name) {
  int error = enter("unlink");
  return error < 0 ? error : real_.unlink(dir, name);
}

int FaultFs::rename(int from_dir, const char* from, int to_dir, const char* to, RenameMode mode) {
  int error = enter("rename");
  if (error < 0) return error;
  if (crosses(from_dir, to_dir)) return -EXDEV;
  if (no_rename_flags && mode != RenameMode::replace) return -EINVAL;
  return real_.rename(from_dir, from, to_dir, to, mode);
}

int FaultFs::link(int from_dir, const char* from, int to_dir, const char* to) {
  int error = enter("link");
  if (error < 0) return error;
  if (crosses(from_dir, to_dir)) return -EXDEV;
  return no_links ? -EPERM : real_.link(from_dir, from, to_dir, to);
}

int FaultFs::symlink(const char* target, int dir, const char* name) {
  int error = enter("symlink");
  return error < 0 ? error : real_.symlink(target, dir, name);
}

ssize_t FaultFs::readlink(int dir, const char* name, char* buffer, size_t size) {
  int error = enter("readlink");
  return error < 0 ? error : real_.readlink(dir, name, buffer, size);
}

int FaultFs::fchmod(int fd, mode_t mode) {
  int error = enter("fchmod");
  return error < 0 ? error : real_.fchmod(fd, mode);
}

int FaultFs::fchown(int fd, uid_t owner, gid_t group) {
  int error = enter("fchown");
  return error < 0 ? error : real_.fchown(fd, owner, group);
}

int FaultFs::set_modified(int fd, const struct timespec& time) {
  int error = enter("set_modified");
  return error < 0 ? error : real_.set_modified(fd, time);
}

int FaultFs::copy_attributes(int from, int to) {
  int error = enter("copy_attributes");
  return error < 0 ? error : real_.copy_attributes(from, to);
}

int FaultFs::has_attributes(int fd) {
  int error = enter("has_attributes");
  return error < 0 ? error : real_.has_attributes(fd);
}

int FaultFs::gives_acl(int dir) {
  int error = enter("gives_acl");
  return error < 0 ? error : real_.gives_acl(dir);
}

int FaultFs::drop_given_acl(int dir) {
  int error = enter("drop_given_acl");
  return error < 0 ? error : real_.drop_given_acl(dir);
}

int FaultFs::inherit_acl(int dir, int fd) {
  int error = enter("inherit_acl");
  return error < 0 ? error : real_.inherit_acl(dir, fd);
}

int FaultFs::sync_data(int fd) { return flush("sync_data", fd, &FileSystem::sync_data); }
int FaultFs::sync(int fd) { return flush("sync", fd, &FileSystem::sync); }
int FaultFs::sync_all(int fd) { return flush("sync_all", fd, &FileSystem::sync_all); }

int FaultFs::start_write_back(int fd) {
  int error = enter("start_write_back");
  return error < 0 ? error : real_.start_write_back(fd);
}

int FaultFs::lock(int fd) {
  int error = enter("lock");
  return error < 0 ? error : real_.lock(fd);
}

int FaultFs::may_write(int dir) {
  int error = enter("may_write");
  return error < 0 ? error : real_.may_write(dir);
}

int FaultFs::may_displace(int dir, const char* name) {
  int error = enter("may_displace");
  return error < 0 ? error : real_.may_displace(dir, name);
}

int FaultFs::may_own(int dir, uid_t user, gid_t group) {
  int error = enter("may_own");
  return error < 0 ? error : real_.may_own(dir, user, group);
}

int FaultFs::entries(int fd, std::string& out) {
  int error = enter("list");
  return error < 0 ? error : real_.entries(fd, out);
}

int FaultFs::sync_covers_names(int) {
  int error = enter("sync_covers_names");
  return error < 0 ? error : covers_names ? 1 : 0;
}

int FaultFs::times_tell_names(int fd) {
  int error = enter("times_tell_names");
  return error < 0 ? error : real_.times_tell_names(fd);
}

int64_t FaultFs::time_grain(int fd) {
  int error = enter("time_grain");
  return error < 0 ? error : real_.time_grain(fd);
}

int64_t FaultFs::unwritten_bytes() { return unwritten; }
uid_t FaultFs::user() { return real_.user(); }
void FaultFs::pause(int) {}

}  // namespace aptix::test
