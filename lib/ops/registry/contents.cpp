// A file is read once, in pieces that hash and signature take together. Its stamp is taken before and after.
#include "ops/registry/registry.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>

#include "base/parallel.h"
#include "base/text/text.h"
#include "context/tree/tags.h"

namespace aptix::ops {
namespace {

constexpr size_t kPiece = 256 << 10;
constexpr size_t kKeptFolders = 16;
constexpr size_t kFilesInARow = 32;
constexpr int kTries = 3;
constexpr int64_t kSecond = 1'000'000'000, kCoarse = 2 * kSecond;

class ContentReader {
 public:
  ContentReader(disk::FileSystem& fs, const ContentsRequest& request, int64_t grain)
      : fs_(fs),
        request_(request),
        grain_(grain),
        folders_(fs, request.top, kKeptFolders),
        buffer_(kPiece, '\0') {}

  void read(ReadContent& file) {
    for (int i = 0; i < kTries; ++i)
      if (read_once(file)) return;
    file.certain = false;  // somebody keeps writing it
  }

 private:
  // False: it was changed meanwhile.
  bool read_once(ReadContent& file) {
    disk::Target target = folders_.target(file.path);
    disk::Fd fd(fs_, target.dir < 0 ? target.dir : fs_.open(target.dir, target.name.c_str(), O_RDONLY | O_NONBLOCK, 0));
    struct stat about {};
    file.status = fd.ok() ? fs_.fstat(fd.get(), about) : -fd.error();
    if (file.status == 0 && !S_ISREG(about.st_mode)) file.status = -EINVAL;
    file.stamp = fd.ok() ? stamp_of(about) : stamp_below(folders_, file.path);
    if (file.status < 0) return true;
    if (request_.sign) signer_.expect(file.stamp.size);
    take_bytes(fd.get(), file);
    file.content.sha = hasher_.finish();
    if (request_.sign) take_signature(file);
    if (file.status < 0) return true;
    struct stat after {};
    if (fs_.fstat(fd.get(), after) < 0 || stamp_of(after) != file.stamp) return false;
    file.certain = shows_changes(file.stamp, request_.before_ns, grain_);
    return true;
  }

  // It is of all bytes; that of a binary file is not kept.
  void take_signature(ReadContent& file) {
    context::Signature signature = signer_.finish();
    if (!file.content.binary) file.signature.assign(signature.begin(), signature.end());
    file.content.signature = file.signature;
    file.content.is_signed = true;
  }

  void take_bytes(int fd, ReadContent& file) {
    file.content = {};
    uint64_t taken = 0;
    const uint64_t all = std::max<uint64_t>(file.stamp.size, 1);  // no more: of a file that grows, hash and size agree
    for (ssize_t got = 1; got > 0 && taken < all;) {
      got = fs_.read(fd, buffer_.data(), static_cast<size_t>(std::min<uint64_t>(buffer_.size(), all - taken)));
      if (got < 0) file.status = static_cast<int>(got);
      if (got <= 0) return;
      std::string_view piece(buffer_.data(), static_cast<size_t>(got));
      if (taken == 0) {
        file.content.binary = is_binary(piece);
        file.content.generated = !file.content.binary && context::is_generated(piece);
      }
      hasher_.update(piece);
      if (request_.sign && !file.content.binary) signer_.take(piece);
      taken += piece.size();
    }
  }

  disk::FileSystem& fs_;
  const ContentsRequest& request_;
  int64_t grain_;
  disk::Folders folders_;
  Sha256Hasher hasher_;
  context::Signer signer_;
  std::string buffer_;
};

}  // namespace

context::FileStamp stamp_below(disk::Folders& folders, std::string_view path) {
  disk::Target target = folders.target(path);
  struct stat about {};
  bool found = target.dir >= 0 && folders.fs().stat(target.dir, target.name.c_str(), about) == 0;
  return found ? stamp_of(about) : context::FileStamp{};
}

bool shows_changes(const context::FileStamp& stamp, int64_t before_ns, int64_t grain) {
  if (grain < 0) grain = kCoarse;
  bool whole_seconds = stamp.modified_ns % kSecond == 0 && stamp.changed_ns % kSecond == 0;
  if (whole_seconds) grain = std::max(grain, kCoarse);
  return std::max(stamp.modified_ns, stamp.changed_ns) < before_ns - grain;
}

Status read_contents(disk::FileSystem& fs, const ContentsRequest& request, std::vector<ReadContent>& files) {
  int64_t grain = fs.time_grain(request.top);
  auto make_turn = [&]() -> Turn {
    return [&, reader = std::make_shared<ContentReader>(fs, request, grain)](size_t i) -> Status {
      if (request.interrupted != nullptr && request.interrupted->load()) return fail(Code::interrupted, "interrupted");
      reader->read(files[i]);
      return {};
    };
  };
  size_t in_a_row = files.size() < 4 * kFilesInARow ? 1 : kFilesInARow;
  size_t turns = (files.size() + in_a_row - 1) / in_a_row;
  return in_parallel(
      files.size(), {.most = std::min<size_t>(std::max(1u, request.threads), turns), .in_a_row = in_a_row}, make_turn);
}

}  // namespace aptix::ops
