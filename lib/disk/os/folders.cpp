// Uses openat2 if the kernel has it; else the same walk by hand, one component at a time.
#include "disk/os/folders.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "disk/os/file_on_disk.h"
#include "disk/os/io_error.h"

namespace aptix::disk {
namespace {

constexpr int kRetries = 100;  // EAGAIN: a rename raced with the look-up
constexpr int kMostLinks = 8;  // followed for a hint

}  // namespace

std::pair<std::string_view, std::string_view> split_path(std::string_view path) {
  size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return {std::string_view(), path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

std::string join_path(std::string_view folder, std::string_view name) {
  if (folder.empty()) return std::string(name);
  if (name.empty()) return std::string(folder);
  return std::string(folder) + "/" + std::string(name);
}

int Folders::open(std::string_view path) {
  if (path.empty()) return top_;
  if (auto known = open_.find(path); known != open_.end()) return known->second.get();
  if (open_.size() >= kept_) open_.clear();
  int fd = open_once(path, O_RDONLY | O_DIRECTORY);
  if (fd == -EMFILE && !open_.empty()) {
    open_.clear();
    fd = open_once(path, O_RDONLY | O_DIRECTORY);
  }
  // Folders are opened for reading, so that they can be synced. One that may only be entered is good for everything
  // else.
  if (fd == -EACCES) fd = open_once(path, O_PATH | O_DIRECTORY);
  if (fd >= 0) open_.emplace(path, Fd(fs_, fd));
  return fd;
}

Target Folders::target(std::string_view path) {
  auto [folder, name] = split_path(path);
  return {open(folder), std::string(name)};
}

void Folders::forget(std::string_view path) {
  if (auto known = open_.find(path); known != open_.end()) open_.erase(known);
}

int Folders::open_once(std::string_view path, int flags) {
  for (int i = 0; i < kRetries && !walk_; ++i) {
    int fd = fs_.open_beneath(top_, std::string(path).c_str(), flags);
    if (fd == -ENOSYS || fd == -EPERM) walk_ = true;
    else if (fd != -EAGAIN) return fd;
  }
  return walk_ ? walk(path, flags) : -EAGAIN;
}

int Folders::walk(std::string_view path, int flags) {
  Fd folder;
  for (size_t at = 0; at <= path.size();) {
    size_t slash = std::min(path.find('/', at), path.size());
    bool last = slash == path.size();
    int dir = folder.ok() ? folder.get() : top_;
    int fd = step(dir, std::string(path.substr(at, slash - at)), last ? flags : O_PATH | O_DIRECTORY);
    if (fd < 0 || last) return fd;
    folder = Fd(fs_, fd);
    at = slash + 1;
  }
  return -ENOENT;
}

// The kernel returns ENOTDIR for a link and for a file; callers must know which it is.
int Folders::step(int dir, const std::string& name, int flags) {
  if (name == "." || name == "..") return -EXDEV;
  int fd = fs_.open(dir, name.c_str(), flags, 0);
  if (fd != -ENOTDIR) return fd;
  struct stat about {};
  int status = fs_.stat(dir, name.c_str(), about);
  return status == 0 && S_ISLNK(about.st_mode) ? -ELOOP : -ENOTDIR;
}

std::string followed(Folders& folders, std::string_view path) {
  FileSystem& fs = folders.fs();
  std::string done, rest(path), top;
  for (int links = 0; !rest.empty();) {
    size_t slash = std::min(rest.find('/'), rest.size());
    std::string name = rest.substr(0, slash);
    rest.erase(0, slash + 1);
    if (name.empty() || name == ".") continue;
    if (name == ".." && done.empty()) return {};
    if (name == "..") {
      done = split_path(done).first;
      continue;
    }
    int dir = folders.open(done);
    struct stat about {};
    bool is_link = dir >= 0 && fs.stat(dir, name.c_str(), about) == 0 && S_ISLNK(about.st_mode);
    if (!is_link) {
      done = join_path(done, name);
      continue;
    }
    std::string target;
    if (++links > kMostLinks || read_link(fs, dir, name, target) < 0) return {};
    if (target.starts_with('/')) {
      auto below = fs.path_of(folders.top(), top) < 0 ? std::nullopt : rest_below(target, top);
      if (!below) return {};
      target = *below;
      done.clear();
    }
    rest = join_path(target, rest);
  }
  return done;
}

Error folder_failure(Folders& folders, std::string_view path, int error) {
  Error failure = folder_failure(path, error);
  std::string target = error == ELOOP ? followed(folders, path) : std::string();
  if (!target.empty()) failure.hint = "name it by the folder that the link points to: " + in_quotes(target);
  return failure;
}

Error folder_failure(std::string_view path, int error) {
  switch (error) {
    case ELOOP:
      return error_at(path, Code::path_symlink, in_quotes(path) + " leads through a symbolic link",
          "name the file by the folder that the link points to");
    case ENOTDIR:
      return error_at(path, Code::path_conflict, "a folder of " + in_quotes(path) + " is a file",
          "delete or rename that file first, or use another path");
    case EXDEV:
      return error_at(
          path, Code::path_outside_root, in_quotes(path) + " leads out of the root", "use a path below the root");
    default: return io_failure("cannot open the folder of", path, error);
  }
}

}  // namespace aptix::disk
