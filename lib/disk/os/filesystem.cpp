// The real file system: one system call each, retried if a signal interrupts it. All Linux-only calls (openat2,
// renameat2, syncfs, sync_file_range) are in this file.
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/capability.h>
#include <linux/openat2.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string_view>

#include "disk/os/filesystem.h"

namespace aptix::disk {
namespace {

constexpr unsigned kNoReplace = 1;  // RENAME_NOREPLACE and RENAME_EXCHANGE of linux/fs.h
constexpr unsigned kExchange = 2;
constexpr unsigned kStartWriting = SYNC_FILE_RANGE_WRITE;
constexpr size_t kListBuffer = 32 << 10;
constexpr size_t kAttributeBytes = 64 << 10;  // Linux's limit for a value, and for all names
constexpr const char* kDefaultAcl = "system.posix_acl_default";
constexpr const char* kAccessAcl = "system.posix_acl_access";
constexpr size_t kPathBytes = 4096;

enum Fact : unsigned {
  kNetwork = 1,
  kCoversNames = 2,  // fsync covers earlier journaled changes; without a journal, new parents
  kTimesTell = 4,    // not FAT, stacked or network file systems
  kLocalTicks = 8,   // times are those of the kernel's clock tick
};

struct KnownDisk {
  uint32_t number;  // statfs(2)
  const char* name;
  unsigned facts;
};

constexpr KnownDisk kDisks[] = {
    {0xEF53, "ext4", kCoversNames | kTimesTell | kLocalTicks},
    {0x58465342, "xfs", kCoversNames | kTimesTell | kLocalTicks},
    {0x9123683E, "btrfs", kTimesTell | kLocalTicks},
    {0x01021994, "tmpfs", kTimesTell | kLocalTicks},
    {0xF2F52010, "f2fs", kTimesTell | kLocalTicks},
    {0x794C7630, "overlay", kLocalTicks},
    {0x2FC12FC1, "zfs", 0},
    {0xCA451A4E, "bcachefs", 0},
    {0x4D44, "vfat", 0},
    {0x2011BAB0, "exfat", 0},
    {0x5346544E, "ntfs", 0},
    {0x65735546, "fuse", kNetwork},
    {0x6969, "nfs", kNetwork},
    {0xFF534D42, "cifs", kNetwork},
    {0xFE534D42, "smb2", kNetwork},
    {0x01021997, "9p", kNetwork},
    {0x00C36400, "ceph", kNetwork},
};

// The file system of a file; without a name if it is unknown. `number`: 0 if the system does not say.
int find_disk(int fd, KnownDisk& disk) {
  struct statfs about {};
  if (::fstatfs(fd, &about) < 0) return -errno;
  disk.number = static_cast<uint32_t>(about.f_type);
  for (const KnownDisk& known : kDisks)
    if (known.number == disk.number) disk = known;
  return 0;
}

int drop(int fd, const char* attribute) {
  if (::fremovexattr(fd, attribute) == 0 || errno == ENODATA || errno == ENOTSUP) return 0;
  return -errno;
}

// The result of the call, or -errno; repeated if a signal interrupted it.
template <class Call, class... Arguments>
auto checked(Call call, Arguments... arguments) {
  for (;;) {
    auto result = call(arguments...);
    if (result >= 0) return result;
    if (errno != EINTR) return decltype(result){-errno};
  }
}

// True for attributes of the kernel's security modules that an ordinary user may not set. The SELinux label is not one:
// a file without its label is a different file.
bool may_be_refused(std::string_view attribute) {
  return (attribute.starts_with("security.") && attribute != "security.selinux") || attribute.starts_with("trusted.");
}

int copy_attribute(int from, int to, const char* name, std::vector<char>& value) {
  ssize_t size = ::fgetxattr(from, name, value.data(), value.size());
  if (size < 0 && errno == ERANGE) {
    value.resize(kAttributeBytes);
    size = ::fgetxattr(from, name, value.data(), value.size());
  }
  if (size < 0) return errno == ENODATA ? 0 : -errno;
  if (::fsetxattr(to, name, value.data(), static_cast<size_t>(size), 0) == 0) return 0;
  bool refused = errno == EPERM || errno == ENOTSUP || errno == EACCES;
  return refused && may_be_refused(name) ? 0 : -errno;
}

struct Entry {  // the layout of getdents64(2)
  uint64_t inode;
  int64_t offset;
  unsigned short size;
  unsigned char type;
  char name[1];
};

EntryKind kind_of_entry(unsigned char type) {
  switch (type) {
    case DT_REG: return EntryKind::file;
    case DT_DIR: return EntryKind::folder;
    case DT_LNK: return EntryKind::link;
    case DT_UNKNOWN: return EntryKind::unknown;
    default: return EntryKind::other;
  }
}

void add_entries(const char* buffer, size_t size, std::string& out) {
  for (size_t at = 0; at < size;) {
    const char* entry = buffer + at;
    unsigned short length = 0;
    std::memcpy(&length, entry + offsetof(Entry, size), sizeof length);
    std::string_view name = entry + offsetof(Entry, name);
    at += length;
    if (name == "." || name == "..") continue;
    out += static_cast<char>(kind_of_entry(static_cast<unsigned char>(entry[offsetof(Entry, type)])));
    out += name;
    out += '\0';
  }
}

bool has_capability(unsigned number) {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3] = {};
  return ::syscall(SYS_capget, &header, sets) == 0 && (sets[CAP_TO_INDEX(number)].effective & CAP_TO_MASK(number)) != 0;
}

bool is_member(gid_t group) {
  if (group == ::getegid()) return true;
  std::vector<gid_t> groups(static_cast<size_t>(std::max(::getgroups(0, nullptr), 0)));
  int count = ::getgroups(static_cast<int>(groups.size()), groups.data());
  return count > 0 && std::find(groups.begin(), groups.begin() + count, group) != groups.begin() + count;
}

class PosixFileSystem final : public FileSystem {
 public:
  int open_root(const char* path) override { return checked(::open, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC); }

  int path_of(int dir, std::string& out) override {
    out.resize(kPathBytes);
    bool working = dir == AT_FDCWD;
    // Avoids /proc, which is set up when a process first uses it: 20 us.
    if (long size = working ? ::syscall(SYS_getcwd, out.data(), out.size()) : 0; size > 0 && out.front() == '/') {
      out.resize(static_cast<size_t>(size) - 1);
      return 0;
    }
    std::string link = working ? "/proc/self/cwd" : "/proc/self/fd/" + std::to_string(dir);
    ssize_t size = ::readlink(link.c_str(), out.data(), out.size());
    if (size < 0) return -errno;
    out.resize(static_cast<size_t>(size));
    return out.starts_with('/') ? 0 : -ENOENT;
  }

  int open(int dir, const char* name, int flags, mode_t mode) override {
    return checked(::openat, dir, name, flags | O_CLOEXEC | O_NOFOLLOW, mode);
  }

  int open_beneath(int dir, const char* path, int flags) override {
    open_how how{};
    how.flags = static_cast<uint64_t>(flags | O_CLOEXEC);
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    return static_cast<int>(checked(::syscall, SYS_openat2, dir, path, &how, sizeof how));
  }

  int close(int fd) override { return ::close(fd) == 0 || errno == EINTR ? 0 : -errno; }

  int stat(int dir, const char* name, struct stat& out) override {
    return checked(::fstatat, dir, name, &out, AT_SYMLINK_NOFOLLOW);
  }

  int fstat(int fd, struct stat& out) override { return checked(::fstat, fd, &out); }
  int may_write(int dir) override { return checked(::faccessat, dir, ".", W_OK | X_OK, AT_EACCESS); }

  int may_displace(int dir, const char* name) override {
    struct statx folder {};
    struct statx file {};
    int status = static_cast<int>(checked(::statx, dir, "", AT_EMPTY_PATH, STATX_BASIC_STATS, &folder));
    if (status == 0)
      status = static_cast<int>(checked(::statx, dir, name, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &file));
    if (status < 0) return status;
    bool held = (file.stx_attributes & (STATX_ATTR_IMMUTABLE | STATX_ATTR_APPEND)) != 0 ||
        (folder.stx_attributes & STATX_ATTR_APPEND) != 0;
    bool sticky = (folder.stx_mode & S_ISVTX) != 0 && file.stx_uid != ::geteuid() && folder.stx_uid != ::geteuid();
    return held || (sticky && !has_capability(CAP_FOWNER)) ? -EPERM : 0;
  }

  int may_own(int dir, uid_t user, gid_t group) override {
    if (user == ::geteuid() && group == ::getegid()) return 0;
    struct stat about {};
    if (int status = fstat(dir, about); status < 0) return status;
    bool inherited = (about.st_mode & S_ISGID) != 0 && about.st_gid == group;
    bool own = user == ::geteuid() && (inherited || is_member(group));
    return own || has_capability(CAP_CHOWN) ? 0 : -EPERM;
  }

  ssize_t read(int fd, void* buffer, size_t size) override { return checked(::read, fd, buffer, size); }

  ssize_t read_at(int fd, void* buffer, size_t size, uint64_t offset) override {
    return checked(::pread, fd, buffer, size, static_cast<off_t>(offset));
  }

  int map(int fd, size_t size, std::shared_ptr<const void>& out) override {
    void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (address == MAP_FAILED) return -errno;
    out = std::shared_ptr<const void>(address, [size](void* mapped) { ::munmap(mapped, size); });
    return 0;
  }

  ssize_t write(int fd, std::string_view bytes) override { return checked(::write, fd, bytes.data(), bytes.size()); }
  ssize_t write_at(int fd, std::string_view bytes, uint64_t offset) override {
    return checked(::pwrite, fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
  }
  int truncate(int fd, uint64_t size) override { return checked(::ftruncate, fd, static_cast<off_t>(size)); }
  int mkdir(int dir, const char* name, mode_t mode) override { return checked(::mkdirat, dir, name, mode); }
  int rmdir(int dir, const char* name) override { return checked(::unlinkat, dir, name, AT_REMOVEDIR); }
  int unlink(int dir, const char* name) override { return checked(::unlinkat, dir, name, 0); }

  int rename(int from_dir, const char* from, int to_dir, const char* to, RenameMode mode) override {
    if (mode == RenameMode::replace) return checked(::renameat, from_dir, from, to_dir, to);
    unsigned flags = mode == RenameMode::exchange ? kExchange : kNoReplace;
    return static_cast<int>(checked(::syscall, SYS_renameat2, from_dir, from, to_dir, to, flags));
  }

  int link(int from_dir, const char* from, int to_dir, const char* to) override {
    return checked(::linkat, from_dir, from, to_dir, to, 0);
  }

  int symlink(const char* target, int dir, const char* name) override {
    return checked(::symlinkat, target, dir, name);
  }

  ssize_t readlink(int dir, const char* name, char* buffer, size_t size) override {
    return checked(::readlinkat, dir, name, buffer, size);
  }

  int fchmod(int fd, mode_t mode) override { return checked(::fchmod, fd, mode); }
  int fchown(int fd, uid_t owner, gid_t group) override { return checked(::fchown, fd, owner, group); }

  int set_modified(int fd, const struct timespec& time) override {
    timespec times[2] = {{0, UTIME_OMIT}, time};
    return checked(::futimens, fd, times);
  }

  int copy_attributes(int from, int to) override {
    std::vector<char> names(1024);
    ssize_t size = ::flistxattr(from, names.data(), names.size());
    if (size < 0 && errno == ERANGE) {
      names.resize(kAttributeBytes);
      size = ::flistxattr(from, names.data(), names.size());
    }
    if (size < 0 && errno != ENOTSUP) return -errno;
    std::vector<char> value(size <= 0 ? 0 : 4096);
    bool has_acl = false;
    for (ssize_t at = 0; at < size;) {
      const char* name = names.data() + at;
      int status = copy_attribute(from, to, name, value);
      if (status < 0) return status;
      has_acl = has_acl || std::strcmp(name, kAccessAcl) == 0;
      at += static_cast<ssize_t>(std::strlen(name)) + 1;
    }
    return has_acl ? 0 : drop(to, kAccessAcl);
  }

  int has_attributes(int fd) override {
    ssize_t size = ::flistxattr(fd, nullptr, 0);
    return size < 0 && errno == ENOTSUP ? 0 : size != 0;
  }

  int gives_acl(int dir) override {
    if (::fgetxattr(dir, kDefaultAcl, nullptr, 0) > 0) return 1;
    return 0;  // none, or the file system or descriptor has no ACLs
  }

  int drop_given_acl(int dir) override { return drop(dir, kDefaultAcl); }

  int inherit_acl(int dir, int fd) override {
    std::vector<char> acl(kAttributeBytes);
    ssize_t size = ::fgetxattr(dir, kDefaultAcl, acl.data(), acl.size());
    if (size < 0) return errno == ENODATA ? 0 : -errno;
    return checked(::fsetxattr, fd, kAccessAcl, acl.data(), static_cast<size_t>(size), 0);
  }

  int sync_data(int fd) override { return checked(::fdatasync, fd); }
  int sync(int fd) override { return checked(::fsync, fd); }
  int sync_all(int fd) override { return checked(::syncfs, fd); }
  int start_write_back(int fd) override { return checked(::sync_file_range, fd, 0, 0, kStartWriting); }
  int lock(int fd) override { return checked(::flock, fd, LOCK_EX | LOCK_NB); }

  int entries(int fd, std::string& out) override {
    if (::lseek(fd, 0, SEEK_SET) < 0) return -errno;
    char buffer[kListBuffer];
    for (;;) {
      long size = checked(::syscall, SYS_getdents64, fd, buffer, sizeof buffer);
      if (size <= 0) return static_cast<int>(size);
      add_entries(buffer, static_cast<size_t>(size), out);
    }
  }

  int sync_covers_names(int fd) override { return tells(fd, kCoversNames); }
  int times_tell_names(int fd) override { return tells(fd, kTimesTell); }

  // A clock tick is 10 ms at most. FAT has steps of 2 s, and a file server has its own clock.
  int64_t time_grain(int fd) override {
    constexpr int64_t kTwoTicks = 20'000'000;
    constexpr int64_t kCoarsest = 2'000'000'000;
    int local = tells(fd, kLocalTicks);
    return local < 0 ? local : local > 0 ? kTwoTicks : kCoarsest;
  }

  int64_t unwritten_bytes() override {
    char text[4096] = {};
    int fd = ::open("/proc/meminfo", O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    ssize_t size = ::read(fd, text, sizeof text - 1);
    ::close(fd);
    long long dirty = 0;
    long long writing = 0;
    const char* at_dirty = size > 0 ? std::strstr(text, "\nDirty:") : nullptr;
    const char* at_writing = size > 0 ? std::strstr(text, "\nWriteback:") : nullptr;
    if (at_dirty == nullptr || std::sscanf(at_dirty, "\nDirty: %lld", &dirty) != 1) return -1;
    if (at_writing == nullptr || std::sscanf(at_writing, "\nWriteback: %lld", &writing) != 1) return -1;
    return (dirty + writing) * 1024;
  }

  uid_t user() override { return ::geteuid(); }

  void pause(int milliseconds) override {
    timespec time{milliseconds / 1000, (milliseconds % 1000) * 1'000'000L};
    ::nanosleep(&time, nullptr);
  }

 private:
  static int tells(int fd, Fact fact) {
    KnownDisk disk{};
    int status = find_disk(fd, disk);
    return status < 0 ? status : (disk.facts & fact) != 0;
  }
};

}  // namespace

int FileSystem::list(int fd, std::vector<std::string>& names) {
  std::string found;
  int status = entries(fd, found);
  names.reserve(names.size() + static_cast<size_t>(std::count(found.begin(), found.end(), '\0')));
  for (size_t at = 0; at < found.size(); at = found.find('\0', at) + 1) names.emplace_back(found.c_str() + at + 1);
  return status;
}

KindOfDisk kind_of_disk(int fd) {
  KnownDisk disk{};
  if (find_disk(fd, disk) < 0) return {"unknown"};
  if (disk.name == nullptr) return {fmt::format("{:#x}", disk.number)};
  return {disk.name, (disk.facts & kNetwork) != 0};
}

FileSystem& posix_file_system() {
  static PosixFileSystem instance;
  return instance;
}

}  // namespace aptix::disk
