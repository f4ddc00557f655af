// The seam to the operating system: every call that touches the work tree or the state folder.
// PosixFileSystem is the real one; tests put FaultFs in front (fails or stops at the n-th call).
// All names are relative to a directory descriptor and are single components unless said otherwise;
// no call but open_root follows a symbolic link. Each returns >= 0, or -errno, unless said otherwise.
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

  virtual int open_root(const char* path) = 0;  // a directory as a person names it: links are followed
  // Absolute path of an open directory, or of the working one (AT_FDCWD).
  virtual int path_of(int dir, std::string& out) = 0;
  virtual int open(int dir, const char* name, int flags, mode_t mode) = 0;  // adds O_CLOEXEC | O_NOFOLLOW
  // openat2(RESOLVE_BENEATH | NO_SYMLINKS | NO_MAGICLINKS); -ENOSYS on an old kernel. `path` may have components.
  virtual int open_beneath(int dir, const char* path, int flags) = 0;
  virtual int close(int fd) = 0;
  virtual int stat(int dir, const char* name, struct stat& out) = 0;  // lstat
  virtual int fstat(int fd, struct stat& out) = 0;
  // For a dry run: 0, or the error that would come, as far as it can be known before.
  virtual int may_write(int dir) = 0;                         // this process makes and removes names there
  virtual int may_displace(int dir, const char* name) = 0;    // takes the name from the file or folder that has it
  virtual int may_own(int dir, uid_t user, gid_t group) = 0;  // makes a file there and gives it to them
  virtual ssize_t read(int fd, void* buffer, size_t size) = 0;
  virtual ssize_t read_at(int fd, void* buffer, size_t size, uint64_t offset) = 0;
  // Maps the first `size` bytes read-only. A file that somebody truncates meanwhile raises SIGBUS on
  // access: the program must have a handler for it.
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
  // Every extended attribute, ACLs among them. An ACL that `to` was made with is taken from it when `from` has none.
  virtual int copy_attributes(int from, int to) = 0;
  virtual int has_attributes(int fd) = 0;        // 1: there is one that copy_attributes() would copy
  virtual int gives_acl(int dir) = 0;            // 1: a directory with an ACL for new files
  virtual int drop_given_acl(int dir) = 0;       // takes away what gives_acl() tells of
  virtual int inherit_acl(int dir, int fd) = 0;  // gives a file the ACL that the directory has for new ones
  virtual int sync_data(int fd) = 0;             // fdatasync
  virtual int sync(int fd) = 0;                  // fsync: files and directories
  virtual int sync_all(int fd) = 0;              // syncfs
  virtual int start_write_back(int fd) = 0;      // sync_file_range(WRITE)
  virtual int lock(int fd) = 0;                  // flock(LOCK_EX | LOCK_NB)
  // Directory entries but . and .., each as the letter of an EntryKind, the name and a NUL.
  virtual int entries(int fd, std::string& out) = 0;
  int list(int fd, std::vector<std::string>& names);  // their names alone

  // 1: fsync of a new file also makes durable the names of it and of the folders above it, 0: it may not.
  virtual int sync_covers_names(int fd) = 0;
  // 1: a name that comes, goes or becomes something else always changes the times of its folder.
  virtual int times_tell_names(int fd) = 0;
  // How far apart two changes must be to be sure to give a file different times, in ns; or -errno.
  virtual int64_t time_grain(int fd) = 0;
  virtual int64_t unwritten_bytes() = 0;  // what the machine has still to write back; -1: not known
  virtual uid_t user() = 0;               // effective user
  virtual void pause(int milliseconds) = 0;
};

FileSystem& posix_file_system();

// Which file system a folder is on.
struct KindOfDisk {
  std::string name;         // "ext4"; of one that is not known its number, "0x1234"
  bool is_network = false;  // other machines write there, too
};
KindOfDisk kind_of_disk(int fd);  // "unknown" where the system does not tell

// An open descriptor that closes itself. Closing never fails here: whoever needs to know calls close().
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
  int error() const { return fd_ < 0 ? -fd_ : 0; }  // the errno of the call that gave no descriptor

  int close() {
    if (fd_ < 0) return 0;
    return fs_->close(std::exchange(fd_, -1));
  }

 private:
  FileSystem* fs_ = nullptr;
  int fd_ = -1;
};

}  // namespace aptix::disk
