// The slow way to have a file at another place. Content first, then owner, attributes, mode.
#include "disk/copy.h"

#include <fcntl.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>

#include "disk/fd.h"
#include "disk/look.h"

namespace aptix::disk {
namespace {

constexpr size_t kPiecesPerCall = 1024;  // IOV_MAX
constexpr size_t kCopyBuffer = 256 << 10;

int copy_bytes(FileSystem& fs, int from, int to) {
  std::vector<char> buffer(kCopyBuffer);
  for (;;) {
    ssize_t got = fs.read(from, buffer.data(), buffer.size());
    if (got <= 0) return static_cast<int>(got);
    int status = write_pieces(fs, to, {std::string_view(buffer.data(), static_cast<size_t>(got))});
    if (status < 0) return status;
  }
}

int copy_link(FileSystem& fs, int from_dir, const std::string& from, int to_dir, const std::string& to) {
  std::string target;
  int status = read_link(fs, from_dir, from, target);
  return status < 0 ? status : fs.symlink(target.c_str(), to_dir, to.c_str());
}

int copy_regular(FileSystem& fs, int from, int to, CopyOptions options) {
  struct stat about{};
  struct stat fresh{};
  int status = fs.fstat(from, about);
  if (status == 0) status = fs.fstat(to, fresh);
  if (status == 0) status = copy_bytes(fs, from, to);
  if (status == 0) status = copy_metadata(fs, {from, about}, {to, fresh}, about.st_mode & 07777);
  if (status == 0) status = fs.set_modified(to, about.st_mtim);
  if (status == 0 && options.sync) status = fs.sync(to);
  return status;
}

}  // namespace

int write_pieces(FileSystem& fs, int fd, const std::vector<std::string_view>& pieces) {
  std::vector<iovec> parts;
  parts.reserve(std::min(pieces.size(), kPiecesPerCall));
  size_t next = 0;
  while (next < pieces.size() || !parts.empty()) {
    for (; next < pieces.size() && parts.size() < kPiecesPerCall; ++next)
      if (!pieces[next].empty()) parts.push_back({const_cast<char*>(pieces[next].data()), pieces[next].size()});
    if (parts.empty()) break;
    ssize_t written = fs.writev(fd, parts.data(), static_cast<int>(parts.size()));
    if (written < 0) return static_cast<int>(written);
    if (written == 0) return -EIO;
    size_t left = static_cast<size_t>(written);
    auto part = parts.begin();
    for (; part != parts.end() && left >= part->iov_len; ++part) left -= part->iov_len;
    if (part != parts.end()) {
      part->iov_base = static_cast<char*>(part->iov_base) + left;
      part->iov_len -= left;
    }
    parts.erase(parts.begin(), part);
  }
  return 0;
}

int copy_metadata(FileSystem& fs, const OpenFile& from, const OpenFile& to, mode_t mode) {
  bool same_owner = from.about.st_uid == to.about.st_uid && from.about.st_gid == to.about.st_gid;
  int status = same_owner ? 0 : fs.fchown(to.fd, from.about.st_uid, from.about.st_gid);
  if (status == 0) status = fs.copy_attributes(from.fd, to.fd);
  return status < 0 ? status : fs.fchmod(to.fd, mode);
}

int copy_file(FileSystem& fs, int from_dir, const std::string& from, int to_dir, const std::string& to, CopyOptions options) {
  Fd source(fs, fs.open(from_dir, from.c_str(), O_RDONLY | O_NONBLOCK, 0));
  if (source.error() == ELOOP) return copy_link(fs, from_dir, from, to_dir, to);
  if (!source.ok()) return -source.error();
  Fd target(fs, fs.open(to_dir, to.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0600));
  if (!target.ok()) return -target.error();
  int status = copy_regular(fs, source.get(), target.get(), options);
  int closed = target.close();
  if (status == 0) status = closed;
  if (status < 0) fs.unlink(to_dir, to.c_str());
  return status;
}

}  // namespace aptix::disk
