// The slow way to move a file. Content first, then owner, attributes, mode.
#include "disk/os/copy.h"

#include <fcntl.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <span>

#include "disk/os/file_on_disk.h"

namespace aptix::disk {
namespace {

constexpr size_t kCopyBuffer = 256 << 10;
constexpr size_t kWrittenBack = 4 << 20;  // bytes at a time

// Groups pieces for one call each. Many short pieces are joined first: that costs less than an entry for each costs the
// kernel.
class WriteVectors {
 public:
  explicit WriteVectors(const std::vector<std::string_view>& pieces) : pieces_(pieces) {
    if (pieces.size() >= kManyPieces) buffer_.reserve(kCopyBuffer);
    parts_.reserve(std::min(pieces.size(), kPartsPerCall));
  }

  // The pieces of the next call, none of them empty; valid until next() is called again. Empty at the end.
  std::span<iovec> next() {
    parts_.clear();
    buffer_.clear();
    in_buffer_ = false;
    const size_t end = taken_ + kWrittenBack;
    while (next_ < pieces_.size() && parts_.size() < kPartsPerCall && taken_ < end) {
      std::string_view piece = pieces_[next_].substr(of_next_, end - taken_);
      if (!add(piece)) break;
      taken_ += piece.size();
      of_next_ += piece.size();
      if (of_next_ < pieces_[next_].size()) break;
      of_next_ = 0;
      ++next_;
    }
    return parts_;
  }

  size_t taken() const { return taken_; }  // bytes of all calls so far

 private:
  static constexpr size_t kPartsPerCall = 1024;  // IOV_MAX
  static constexpr size_t kManyPieces = 16;
  static constexpr size_t kShort = 1 << 10;

  // False: it must wait for the next call.
  bool add(std::string_view piece) {
    if (piece.empty()) return true;
    if (piece.size() >= kShort || buffer_.capacity() < kCopyBuffer) {
      parts_.push_back({const_cast<char*>(piece.data()), piece.size()});
      in_buffer_ = false;
      return true;
    }
    if (buffer_.size() + piece.size() > kCopyBuffer) return false;
    char* end = buffer_.data() + buffer_.size();
    buffer_ += piece;
    if (in_buffer_) parts_.back().iov_len += piece.size();
    else parts_.push_back({end, piece.size()});
    in_buffer_ = true;
    return true;
  }

  const std::vector<std::string_view>& pieces_;
  size_t next_ = 0, of_next_ = 0;  // the piece, and so many bytes of it are taken
  size_t taken_ = 0;
  std::string buffer_;      // never grows beyond its capacity
  bool in_buffer_ = false;  // the last part points into it
  std::vector<iovec> parts_;
};

// All of it, in as many calls as it takes. 0 or -errno.
int write_parts(FileSystem& fs, int fd, std::span<iovec> parts) {
  while (!parts.empty()) {
    ssize_t written = fs.writev(fd, parts.data(), static_cast<int>(parts.size()));
    if (written < 0) return static_cast<int>(written);
    if (written == 0) return -EIO;
    size_t left = static_cast<size_t>(written);
    for (; !parts.empty() && left >= parts.front().iov_len; parts = parts.subspan(1)) left -= parts.front().iov_len;
    if (parts.empty()) break;
    parts.front().iov_base = static_cast<char*>(parts.front().iov_base) + left;
    parts.front().iov_len -= left;
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

int write_pieces(FileSystem& fs, int fd, const std::vector<std::string_view>& pieces, WriteBack write_back) {
  WriteVectors vectors(pieces);
  size_t begun = 0;  // up to here it is being written back
  for (std::span<iovec> parts = vectors.next(); !parts.empty(); parts = vectors.next()) {
    if (int status = write_parts(fs, fd, parts); status < 0) return status;
    if (write_back == WriteBack::later || vectors.taken() < begun + kWrittenBack) continue;
    if (int status = fs.start_write_back(fd); status < 0) return status;
    begun = vectors.taken();
  }
  return 0;
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
