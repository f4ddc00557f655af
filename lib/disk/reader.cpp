// A file is read through one descriptor and checked before and after, so that the result was its content at one moment.
#include "disk/reader.h"

#include <fcntl.h>

#include <cerrno>
#include <optional>
#include <set>

#include "base/text/text.h"
#include "disk/os/file_on_disk.h"
#include "disk/os/folders.h"
#include "disk/os/io_error.h"

namespace aptix::disk {
namespace {

struct SpecialKind {
  mode_t type;
  const char* name;
};

constexpr SpecialKind kSpecialKinds[] = {
    {S_IFDIR, "a folder"},
    {S_IFIFO, "a FIFO"},
    {S_IFSOCK, "a socket"},
    {S_IFCHR, "a device"},
    {S_IFBLK, "a device"},
    {S_IFLNK, "a symbolic link"},
};

// The name of a special file in messages.
const char* kind_name(mode_t mode) {
  for (const SpecialKind& kind : kSpecialKinds)
    if ((mode & S_IFMT) == kind.type) return kind.name;
  return "not a regular file";
}

struct ReadOptions {
  int64_t now_ns = 0;  // not later than the first read
  Links links = Links::refused;
  const Guard* guard = nullptr;
  std::string prefix = {};  // of the root, relative to the workspace
};

Error symlink_failure(Folders& folders, const RelPath& path) {
  std::string target = followed(folders, path.str());
  return error_at(path.str(), Code::path_symlink, in_quotes(path) + " is a symbolic link",
      "name the file that the link points to" + (target.empty() ? "" : ": " + in_quotes(target)));
}

Error special_failure(const RelPath& path, const char* kind, const char* hint = "name a regular file") {
  return error_at(path.str(), Code::path_special, in_quotes(path) + " is " + kind, hint);
}

Error cannot_open(Folders& folders, const RelPath& path, int error) {
  if (error == ELOOP) return symlink_failure(folders, path);
  if (error == ENXIO) return special_failure(path, "a socket or a device");
  return io_failure("cannot open", path.str(), error);
}

class DiskReader final : public Reader {
 public:
  DiskReader(FileSystem& fs, int top, const Limits& limits, ReadOptions options)
      : fs_(fs),
        folders_(fs, top),
        limits_(limits),
        options_(std::move(options)) {}

  Result<FileImage> read(const RelPath& path) override {
    if (missing_.contains(path.parent())) return FileImage{};
    int dir = folders_.open(path.parent());
    if (dir == -ENOENT) {
      missing_.emplace(path.parent());
      return FileImage{};
    }
    if (dir < 0) return fail(folder_failure(folders_, path.str(), -dir));
    if (options_.guard != nullptr)
      if (auto refused = options_.guard->refuses_reading(join_path(options_.prefix, path.str())))
        return read_denied(dir, path, std::move(*refused));
    for (int attempt = 0; attempt < 2; ++attempt) {
      auto image = read_once(dir, path);
      if (!image) return fail(std::move(image).error());
      if (*image) return std::move(**image);
    }
    return fail(keeps_changing(path.str()));
  }

  std::optional<std::vector<std::string>> names_in(std::string_view folder) override {
    int dir = folders_.open(folder);
    if (dir < 0) return std::nullopt;
    Fd fd(fs_, fs_.open(dir, ".", O_RDONLY | O_DIRECTORY, 0));
    std::vector<std::string> names;
    if (!fd.ok() || fs_.list(fd.get(), names) < 0) return std::nullopt;
    return names;
  }

 private:
  // A denied file that does not exist may be reported as missing: nothing needs to be read for that.
  Result<FileImage> read_denied(int dir, const RelPath& path, Error refused) {
    struct stat about {};
    if (fs_.stat(dir, std::string(path.name()).c_str(), about) == -ENOENT) return FileImage{};
    return fail(std::move(refused));
  }

  // nullopt if the file was written meanwhile.
  Result<std::optional<FileImage>> read_once(int dir, const RelPath& path) {
    Fd fd(fs_, fs_.open(dir, std::string(path.name()).c_str(), O_RDONLY | O_NONBLOCK, 0));
    if (fd.error() == ENOENT) return FileImage{};
    if (fd.error() == ELOOP && options_.links == Links::seen) return read_link_itself(dir, path);
    if (!fd.ok()) return fail(cannot_open(folders_, path, fd.error()));
    struct stat about {};
    if (int status = fs_.fstat(fd.get(), about); status < 0)
      return fail(io_failure("cannot read", path.str(), -status));
    if (S_ISDIR(about.st_mode) && options_.links == Links::seen) return folder();
    if (S_ISDIR(about.st_mode)) return fail(special_failure(path, kind_name(about.st_mode), "name the files in it"));
    if (!S_ISREG(about.st_mode)) return fail(special_failure(path, kind_name(about.st_mode)));
    FileImage image = describe(about);
    image.has_attributes = fs_.has_attributes(fd.get()) != 0;
    if (limits_.file_bytes != 0 && image.identity.size > limits_.file_bytes)
      return fail(too_large(path, image.identity.size));
    auto whole = image.identity.size >= kMappedFrom ? map(fd.get(), image) : copy(fd.get(), image, about);
    if (whole < 0) return fail(io_failure("cannot read", path.str(), -whole));
    if (whole == 0) return std::nullopt;
    return image;
  }

  static FileImage folder() {
    FileImage image;
    image.exists = true;
    image.kind = FileKind::other;
    return image;
  }

  Result<std::optional<FileImage>> read_link_itself(int dir, const RelPath& path) {
    auto target = std::make_shared<std::string>();
    int status = read_link(fs_, dir, std::string(path.name()), *target);
    if (status == -ENOENT || status == -EINVAL) return std::nullopt;
    if (status < 0) return fail(io_failure("cannot read", path.str(), -status));
    FileImage image;
    image.exists = true;
    image.kind = FileKind::symlink;
    image.mode = 0777;
    image.bytes = *target;
    image.owner = std::move(target);
    return image;
  }

  // Cached for the last owner: files of one owner usually come in a row.
  bool may_own(const struct stat& about) {
    if (!owner_seen_ || owner_seen_->st_uid != about.st_uid || owner_seen_->st_gid != about.st_gid)
      keeps_owner_ = fs_.may_own(folders_.top(), about.st_uid, about.st_gid) == 0;
    owner_seen_ = about;
    return keeps_owner_;
  }

  FileImage describe(const struct stat& about) {
    FileImage image;
    image.exists = true;
    image.mode = about.st_mode & 07777;
    image.kind = (about.st_mode & 0111) != 0 ? FileKind::executable : FileKind::regular;
    image.links = about.st_nlink;
    image.user = about.st_uid;
    image.group = about.st_gid;
    image.keeps_owner = may_own(about);
    image.identity = identity_of(about, options_.now_ns);
    return image;
  }

  // 1: done; 0: the file changed; or -errno.
  int map(int fd, FileImage& image) {
    int status = fs_.map(fd, image.identity.size, image.owner);
    if (status < 0) return status;
    image.bytes = {static_cast<const char*>(image.owner.get()), image.identity.size};
    return 1;
  }

  int copy(int fd, FileImage& image, const struct stat& before) {
    size_t size = image.identity.size;
    std::shared_ptr<char[]> bytes = std::make_shared_for_overwrite<char[]>(size + 1);
    size_t have = 0;
    while (have <= size) {  // one byte more than expected shows that the file grew
      ssize_t got = fs_.read(fd, bytes.get() + have, size + 1 - have);
      if (got < 0) return static_cast<int>(got);
      if (got == 0) break;
      have += static_cast<size_t>(got);
      if (have == size) break;
    }
    struct stat after {};
    if (int status = fs_.fstat(fd, after); status < 0) return status;
    if (have != size || !is_unchanged(before, after)) return 0;
    image.bytes = {bytes.get(), size};
    image.owner = std::move(bytes);
    return 1;
  }

  Error too_large(const RelPath& path, uint64_t size) const {
    return error_at(path.str(), Code::limit_exceeded,
        in_quotes(path) + " has " + std::to_string(size) + " bytes, more than the limit of " +
            std::to_string(limits_.file_bytes),
        "raise the limit with --max-file");
  }

  FileSystem& fs_;
  Folders folders_;
  std::set<std::string, std::less<>> missing_;  // folders that do not exist
  Limits limits_;
  ReadOptions options_;
  std::optional<struct stat> owner_seen_;
  bool keeps_owner_ = true;  // of a file like owner_seen_
};

}  // namespace

std::unique_ptr<Reader> reader(Workspace& workspace, const Limits& limits, Links links) {
  const Site& site = workspace.site();
  return std::make_unique<DiskReader>(site.fs, site.root_fd(), limits,
      ReadOptions{
          .now_ns = site.around.now_ns, .links = links, .guard = site.around.guard.get(), .prefix = site.root_prefix});
}

}  // namespace aptix::disk
