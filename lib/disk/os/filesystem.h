// The seam to the operating system: every call that touches the work tree or the state folder. PosixFileSystem is the
// real one; tests wrap it in FaultFs, which fails or stops at the n-th call. Names are single components relative to a
// directory descriptor, unless said otherwise. Only open_root follows symbolic links. Calls return >= 0 or -errno,
// unless said otherwise.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace aptix::disk {

enum class EntryKind : char { file = 'f', folder = 'd', link = 'l', other = 'o', unknown = '?' };

enum class RenameMode : uint8_t { replace, no_replace, exchange };

class FileSystem {
 public:
  virtual ~FileSystem() = default;

  virtual int open_root(const char* path) = 0;  // a directory as the user names it: links are followed
  // Absolute path of an open directory, or of the working directory (AT_FDCWD).
  virtual int path_of(int dir, std::string& out) = 0;
  virtual int open(int dir, const char* name, int flags, mode_t mode) = 0;  // adds O_CLOEXEC | O_NOFOLLOW
  // openat2(RESOLVE_BENEATH | NO_SYMLINKS | NO_MAGICLINKS); -ENOSYS on an old kernel. `path` may have components.
  virtual int open_beneath(int dir, const char* path, int flags) = 0;
  virtual int close(int fd) = 0;
  virtual int stat(int dir, const char* name, struct stat& out) = 0;  // lstat
  virtual int fstat(int fd, struct stat& out) = 0;
  // For a dry run: 0, or the error that a write would meet, as far as it can be known.
  virtual int may_write(int dir) = 0;                         // create and remove names in the directory
  virtual int may_displace(int dir, const char* name) = 0;    // move or remove the file or folder with that name
  virtual int may_own(int dir, uid_t user, gid_t group) = 0;  // create a file in it and give it to that owner
  virtual ssize_t read(int fd, void* buffer, size_t size) = 0;
  virtual ssize_t read_at(int fd, void* buffer, size_t size, uint64_t offset) = 0;
  // Maps the first `size` bytes read-only. If somebody truncates the file, access raises SIGBUS: the program must have
  // a handler for it.
  virtual int map(int fd, size_t size, std::shared_ptr<const void>& out) = 0;
  virtual ssize_t write(int fd, std::string_view bytes) = 0;
  virtual ssize_t write_at(int fd, std::string_view bytes, uint64_t offset) = 0;
  virtual int truncate(int fd, uint64_t size) = 0;
  virtual int mkdir(int dir, const char* name, mode_t mode) = 0;
  virtual int rmdir(int dir, const char* name) = 0;
  virtual int unlink(int dir, const char* name) = 0;
  virtual int rename(int from_dir, const char* from, int to_dir, const char* to, RenameMode mode) = 0;
  virtual int link(int from_dir, const char* from, int to_dir, const char* to) = 0;
  virtual int symlink(const char* target, int dir, const char* name) = 0;
  virtual ssize_t readlink(int dir, const char* name, char* buffer, size_t size) = 0;
  virtual int fchmod(int fd, mode_t mode) = 0;
  virtual int fchown(int fd, uid_t owner, gid_t group) = 0;
  virtual int set_modified(int fd, const struct timespec& time) = 0;
  // Copies every extended attribute, also ACLs. If `from` has no ACL, the one that `to` was created with is removed.
  virtual int copy_attributes(int from, int to) = 0;
  virtual int has_attributes(int fd) = 0;        // 1: copy_attributes() would copy at least one
  virtual int gives_acl(int dir) = 0;            // 1: the directory has a default ACL for new files
  virtual int drop_given_acl(int dir) = 0;       // removes the default ACL
  virtual int inherit_acl(int dir, int fd) = 0;  // gives a file the default ACL of the directory
  virtual int sync_data(int fd) = 0;             // fdatasync
  virtual int sync(int fd) = 0;                  // fsync: files and directories
  virtual int sync_all(int fd) = 0;              // syncfs
  virtual int start_write_back(int fd) = 0;      // sync_file_range(WRITE)
  virtual int lock(int fd) = 0;                  // flock(LOCK_EX | LOCK_NB)
  // Directory entries except . and .., each as the letter of an EntryKind, the name and a NUL.
  virtual int entries(int fd, std::string& out) = 0;
  int list(int fd, std::vector<std::string>& names);  // their names alone

  // 1: fsync of a new file also makes its name and those of the folders above it durable. 0: it may not.
  virtual int sync_covers_names(int fd) = 0;
  // 1: creating, removing or replacing a name always changes the times of its folder.
  virtual int times_tell_names(int fd) = 0;
  // How far apart two changes must be to give a file different times for certain, in ns; or -errno.
  virtual int64_t time_grain(int fd) = 0;
  virtual int64_t unwritten_bytes() = 0;  // what all programs still have to write to disk; -1: unknown
  virtual uid_t user() = 0;               // effective user
  virtual void pause(int milliseconds) = 0;
};

FileSystem& posix_file_system();

// The file system that a folder is on.
struct KindOfDisk {
  std::string name;         // "ext4"; the number if it is unknown, "0x1234"
  bool is_network = false;  // other machines write to it, too
};
KindOfDisk kind_of_disk(int fd);  // "unknown" if the system does not say

// A descriptor that closes itself; errors of that are ignored. If they matter, call close().
class Fd {
 public:
  Fd() = default;
  Fd(FileSystem& fs, int fd) : fs_(&fs), fd_(fd) {}  // fd < 0: an error, kept for error()
  ~Fd() { close(); }
  Fd(Fd&& other) noexcept : fs_(other.fs_), fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    if (this != &other) {
      close();
      fs_ = other.fs_;
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }

  int get() const { return fd_; }
  bool ok() const { return fd_ >= 0; }
  int error() const { return fd_ < 0 ? -fd_ : 0; }  // the errno of the call that failed

  int close() {
    if (fd_ < 0) return 0;
    return fs_->close(std::exchange(fd_, -1));
  }

 private:
  FileSystem* fs_ = nullptr;
  int fd_ = -1;
};

}  // namespace aptix::disk
