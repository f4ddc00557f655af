// Looks at names without trusting them: a FIFO does not block, a link is read, not followed.
#include "disk/os/file_on_disk.h"

#include <fcntl.h>

#include <cerrno>

namespace aptix::disk {
namespace {

constexpr size_t kReadBuffer = 120 << 10;
constexpr size_t kLongestTarget = 4096;

// Opens a regular file; -EINVAL if it is something else.
Fd open_regular(FileSystem& fs, int dir, const std::string& name, struct stat& about) {
  Fd fd(fs, fs.open(dir, name.c_str(), O_RDONLY | O_NONBLOCK, 0));
  if (!fd.ok()) return fd;
  if (int status = fs.fstat(fd.get(), about); status < 0) return Fd(fs, status);
  return S_ISREG(about.st_mode) ? std::move(fd) : Fd(fs, -EINVAL);
}

int hash_of(FileSystem& fs, int dir, const std::string& name, Sha256& out) {
  struct stat about {};
  Fd fd = open_regular(fs, dir, name, about);
  if (!fd.ok()) return -fd.error();
  Sha256Hasher hasher;
  size_t size = std::min(kReadBuffer, static_cast<size_t>(about.st_size) + 1);
  auto buffer = std::make_unique_for_overwrite<char[]>(size);
  for (;;) {
    ssize_t got = fs.read(fd.get(), buffer.get(), size);
    if (got < 0) return static_cast<int>(got);
    if (got == 0) break;
    hasher.update({buffer.get(), static_cast<size_t>(got)});
  }
  out = hasher.finish();
  return 0;
}

FileOnDisk::Kind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return FileOnDisk::Kind::file;
  if (S_ISLNK(mode)) return FileOnDisk::Kind::link;
  return FileOnDisk::Kind::other;
}

}  // namespace

int64_t modified_ns(const struct stat& about) {
  return static_cast<int64_t>(about.st_mtim.tv_sec) * 1'000'000'000 + about.st_mtim.tv_nsec;
}

FileIdentity identity_of(const struct stat& about, int64_t now_ns) {
  FileIdentity identity;
  identity.device = about.st_dev;
  identity.inode = about.st_ino;
  identity.size = static_cast<uint64_t>(about.st_size);
  identity.mtime_ns = modified_ns(about);
  identity.ctime_ns = static_cast<int64_t>(about.st_ctim.tv_sec) * 1'000'000'000 + about.st_ctim.tv_nsec;
  identity.read_ns = now_ns;
  return identity;
}

bool is_unchanged(const struct stat& before, const struct stat& after) {
  return before.st_size == after.st_size && modified_ns(before) == modified_ns(after) &&
      before.st_ctim.tv_sec == after.st_ctim.tv_sec && before.st_ctim.tv_nsec == after.st_ctim.tv_nsec;
}

bool is_same_file(const struct stat& before, const struct stat& after) {
  return before.st_dev == after.st_dev && before.st_ino == after.st_ino && is_unchanged(before, after);
}

bool FileOnDisk::same_inode(const FileOnDisk& other) const {
  return !missing() && !other.missing() && about.st_dev == other.about.st_dev && about.st_ino == other.about.st_ino;
}

bool FileOnDisk::has_content_of(const StoredState& state) const {
  if (!state.exists) return kind == Kind::missing;
  return kind == (state.is_link() ? Kind::link : Kind::file) && sha == state.sha;
}

bool FileOnDisk::is(const StoredState& state) const {
  return has_content_of(state) && (kind != Kind::file || (about.st_mode & 07777) == state.mode);
}

int look_without_hash(FileSystem& fs, int dir, const std::string& name, FileOnDisk& out) {
  out = {};
  if (dir == -ENOENT) return 0;
  if (dir == -ENOTDIR || dir == -ELOOP) {
    out.kind = FileOnDisk::Kind::other;
    return 0;
  }
  if (dir < 0) return dir;
  int status = fs.stat(dir, name.c_str(), out.about);
  if (status == -ENOENT) return 0;
  if (status < 0) return status;
  out.kind = kind_of(out.about.st_mode);
  return 0;
}

int look(FileSystem& fs, int dir, const std::string& name, FileOnDisk& out) {
  int status = look_without_hash(fs, dir, name, out);
  if (status < 0) return status;
  if (out.kind == FileOnDisk::Kind::file) return hash_of(fs, dir, name, out.sha);
  if (out.kind != FileOnDisk::Kind::link) return 0;
  std::string target;
  status = read_link(fs, dir, name, target);
  if (status < 0) return status;
  out.sha = sha256(target);
  return 0;
}

int read_link(FileSystem& fs, int dir, const std::string& name, std::string& target) {
  target.resize(kLongestTarget);
  ssize_t size = fs.readlink(dir, name.c_str(), target.data(), target.size());
  if (size < 0) return static_cast<int>(size);
  target.resize(static_cast<size_t>(size));
  return 0;
}

int read_whole(FileSystem& fs, int dir, const std::string& name, uint64_t longest, std::string& out) {
  struct stat about {};
  Fd fd = open_regular(fs, dir, name, about);
  if (!fd.ok()) return -fd.error();
  if (static_cast<uint64_t>(about.st_size) > longest) return -EFBIG;
  out.resize(static_cast<size_t>(about.st_size));
  size_t have = 0;
  while (have < out.size()) {
    ssize_t got = fs.read(fd.get(), out.data() + have, out.size() - have);
    if (got < 0) return static_cast<int>(got);
    if (got == 0) break;
    have += static_cast<size_t>(got);
  }
  out.resize(have);
  return 0;
}

}  // namespace aptix::disk
