// The slow way to move a file: content first, then owner, attributes, mode.
#include "disk/os/copy.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "disk/os/file_on_disk.h"

namespace aptix::disk {
namespace {

constexpr size_t kCopyBuffer = 256 << 10;
constexpr size_t kWrittenBack = 4 << 20;  // bytes at a time

// Writes all bytes, in as many calls as needed. 0 or -errno.
int write_all(FileSystem& fs, int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = fs.write(fd, bytes);
    if (written < 0) return static_cast<int>(written);
    if (written == 0) return -EIO;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return 0;
}

int copy_bytes(FileSystem& fs, int from, int to) {
  auto buffer = std::make_unique_for_overwrite<char[]>(kCopyBuffer);
  for (uint64_t at = 0;;) {
    ssize_t got = fs.read_at(from, buffer.get(), kCopyBuffer, at);
    if (got <= 0) return static_cast<int>(got);
    int status = write_pieces(fs, to, {std::string_view(buffer.get(), static_cast<size_t>(got))});
    if (status < 0) return status;
    at += static_cast<uint64_t>(got);
  }
}

int copy_link(FileSystem& fs, int from_dir, const std::string& from, int to_dir, const std::string& to) {
  std::string target;
  int status = read_link(fs, from_dir, from, target);
  return status < 0 ? status : fs.symlink(target.c_str(), to_dir, to.c_str());
}

int copy_regular(FileSystem& fs, int from, int to, CopyOptions options) {
  struct stat about {};
  struct stat fresh {};
  int status = fs.fstat(from, about);
  if (status == 0) status = fs.fstat(to, fresh);
  if (status == 0) status = copy_bytes(fs, from, to);
  mode_t mode = about.st_mode & 07777;
  if (status == 0) status = copy_metadata(fs, {from, about}, {to, fresh}, mode, Owners::kept_if_allowed);
  if (status == 0) status = fs.set_modified(to, about.st_mtim);
  if (status == 0 && options.sync) status = fs.sync(to);
  return status;
}

}  // namespace

// Short pieces are joined; long ones are written in place.
int write_pieces(FileSystem& fs, int fd, const std::vector<std::string_view>& pieces, WriteBack write_back) {
  constexpr size_t kShort = 64 << 10, kMostJoined = 256 << 10;
  size_t waiting = 0;  // bytes written since the last start of write-back
  auto write = [&](std::string_view bytes) {
    int status = write_all(fs, fd, bytes);
    waiting += bytes.size();
    if (status < 0 || write_back == WriteBack::later || waiting < kWrittenBack) return status;
    waiting = 0;
    return fs.start_write_back(fd);
  };
  std::string joined;
  int status = 0;
  for (size_t i = 0; i < pieces.size() && status == 0; ++i) {
    std::string_view piece = pieces[i];
    if (piece.size() < kShort) {
      joined += piece;
      bool goes_on = i + 1 < pieces.size() && pieces[i + 1].size() < kShort && joined.size() < kMostJoined;
      if (!goes_on) status = write(std::exchange(joined, {}));
      continue;
    }
    for (; !piece.empty() && status == 0; piece.remove_prefix(std::min(kWrittenBack, piece.size())))
      status = write(piece.substr(0, kWrittenBack));
  }
  return status;
}

int give_owner(FileSystem& fs, const OpenFile& made, Owner owner, Owners owners, mode_t& mode) {
  if (owner == Owner{made.about.st_uid, made.about.st_gid}) return 0;
  int status = fs.fchown(made.fd, owner.user, owner.group);
  if (status != -EPERM || owners == Owners::kept) return status;
  (void)fs.fchown(made.fd, static_cast<uid_t>(-1), owner.group);
  mode &= ~static_cast<mode_t>(S_ISUID | S_ISGID);
  return 0;
}

int copy_metadata(FileSystem& fs, const OpenFile& from, const OpenFile& to, mode_t& mode, Owners owners) {
  int status = give_owner(fs, to, {from.about.st_uid, from.about.st_gid}, owners, mode);
  if (status == 0) status = fs.copy_attributes(from.fd, to.fd);
  return status < 0 ? status : fs.fchmod(to.fd, mode);
}

int copy_file(
    FileSystem& fs, int from_dir, const std::string& from, int to_dir, const std::string& to, CopyOptions options) {
  Fd source(fs, fs.open(from_dir, from.c_str(), O_RDONLY | O_NONBLOCK, 0));
  if (source.error() == ELOOP) return copy_link(fs, from_dir, from, to_dir, to);
  if (!source.ok()) return -source.error();
  return copy_open_file(fs, source.get(), to_dir, to, options);
}

int copy_open_file(FileSystem& fs, int from, int to_dir, const std::string& to, CopyOptions options) {
  Fd target(fs, fs.open(to_dir, to.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0600));
  if (!target.ok()) return -target.error();
  int status = copy_regular(fs, from, target.get(), options);
  int closed = target.close();
  if (status == 0) status = closed;
  if (status < 0) fs.unlink(to_dir, to.c_str());
  return status;
}

int make_folder_like(FileSystem& fs, int like, int dir, const std::string& name, mode_t mode) {
  int status = fs.mkdir(dir, name.c_str(), 0700);
  if (status < 0) return status;
  Fd made(fs, fs.open(dir, name.c_str(), O_RDONLY | O_DIRECTORY, 0));
  struct stat about {};
  struct stat fresh {};
  status = made.ok() ? fs.fstat(like, about) : -made.error();
  if (status == 0) status = fs.fstat(made.get(), fresh);
  if (status == 0) status = fs.drop_given_acl(made.get());
  if (status == 0) status = copy_metadata(fs, {like, about}, {made.get(), fresh}, mode, Owners::kept);
  if (status < 0) fs.rmdir(dir, name.c_str());
  return status;
}

}  // namespace aptix::disk
