// A file system in front of another one that counts the calls and makes one of them go wrong, or lacks
// what some file systems lack.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "disk/os/filesystem.h"

namespace aptix::test {

// Thrown at the call where the process is "killed", and at every later one. No std::exception, so
// nothing that cleans up after errors catches it.
struct Crash {};

class FaultFs final : public aptix::disk::FileSystem {
 public:
  explicit FaultFs(aptix::disk::FileSystem& real) : real_(real) {}

  // The n-th call from now on, counted from 1, is where it happens. close() is not counted.
  void crash_at(uint64_t n);              // a write that is cut short leaves half of its bytes
  void fail_at(uint64_t n, int error);    // this call only; a write without space (ENOSPC) writes half of its bytes
  void fail_from(uint64_t n, int error);  // this one and all that follow
  void fail_call(
      std::string_view call, int error, uint64_t nth = 1);  // the n-th of this name from now on; sets `before`
  uint64_t calls() const { return calls_; }
  bool happened() const { return happened_; }
  // Called before each call with its name; crash_at(1) and the like then hit this very call.
  std::function<void(const std::string& call)> before;

  // What the file system cannot do.
  bool no_openat2 = false;       // -ENOSYS
  bool no_rename_flags = false;  // -EINVAL for exchange and no_replace
  bool no_links = false;         // -EPERM
  std::string mounted;           // an absolute path: what is below is another file system
  bool covers_names = true;      // see sync_covers_names()
  bool real_sync = false;        // false: syncs are counted, not done
  int64_t unwritten = 0;
  uint64_t syncs = 0;  // of files, folders and file systems

  int open_root(const char* path) override;
  int path_of(int dir, std::string& out) override;
  int open(int dir, const char* name, int flags, mode_t mode) override;
  int open_beneath(int dir, const char* path, int flags) override;
  int close(int fd) override;
  int stat(int dir, const char* name, struct stat& out) override;
  int fstat(int fd, struct stat& out) override;
  int may_write(int dir) override;
  int may_displace(int dir, const char* name) override;
  int may_own(int dir, uid_t user, gid_t group) override;
  ssize_t read(int fd, void* buffer, size_t size) override;
  int map(int fd, size_t size, std::shared_ptr<const void>& out) override;
  ssize_t write(int fd, std::string_view bytes) override;
  ssize_t read_at(int fd, void* buffer, size_t size, uint64_t offset) override;
  ssize_t write_at(int fd, std::string_view bytes, uint64_t offset) override;
  int truncate(int fd, uint64_t size) override;
  int mkdir(int dir, const char* name, mode_t mode) override;
  int rmdir(int dir, const char* name) override;
  int unlink(int dir, const char* name) override;
  int rename(int from_dir, const char* from, int to_dir, const char* to, aptix::disk::RenameMode mode) override;
  int link(int from_dir, const char* from, int to_dir, const char* to) override;
  int symlink(const char* target, int dir, const char* name) override;
  ssize_t readlink(int dir, const char* name, char* buffer, size_t size) override;
  int fchmod(int fd, mode_t mode) override;
  int fchown(int fd, uid_t owner, gid_t group) override;
  int set_modified(int fd, const struct timespec& time) override;
  int copy_attributes(int from, int to) override;
  int has_attributes(int fd) override;
  int gives_acl(int dir) override;
  int drop_given_acl(int dir) override;
  int inherit_acl(int dir, int fd) override;
  int sync_data(int fd) override;
  int sync(int fd) override;
  int sync_all(int fd) override;
  int start_write_back(int fd) override;
  int lock(int fd) override;
  int entries(int fd, std::string& out) override;
  int sync_covers_names(int fd) override;
  int times_tell_names(int fd) override;
  int64_t time_grain(int fd) override;
  int64_t unwritten_bytes() override;
  uid_t user() override;
  void pause(int milliseconds) override;

 private:
  int enter(const char* call);  // 0, or the error that this call is to give
  int flush(const char* call, int fd, int (aptix::disk::FileSystem::*real)(int));
  bool crosses(int a, int b);

  aptix::disk::FileSystem& real_;
  std::recursive_mutex mutex_;
  std::atomic<uint64_t> calls_{0};
  uint64_t fault_at_ = 0;
  uint64_t fault_until_ = 0;
  int error_ = 0;  // 0: a crash
  bool happened_ = false;
};

}  // namespace aptix::test
