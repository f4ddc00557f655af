// The one way from a path to a directory: confined below a directory descriptor, no component may be
// a link. Everybody then works with (directory, name). Never resolves a path and opens it later.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "disk/os/filesystem.h"

namespace aptix::disk {

// "a/b/c" is "a/b" and "c", "c" is "" and "c".
std::pair<std::string_view, std::string_view> split_path(std::string_view path);
std::string join_path(std::string_view folder, std::string_view name);  // either may be ""

// A name and its folder, opened: a descriptor, or -errno.
struct Target {
  int dir;
  std::string name;
};

class Folders {
 public:
  // `top` stays open and stays the caller's. At most `kept` directories are held open.
  Folders(FileSystem& fs, int top, size_t kept = 128) : fs_(fs), top_(top), kept_(kept) {}

  // A descriptor that is good until the next call, or -errno: -ENOENT, -ENOTDIR (a file is in the
  // way), -ELOOP (a link is in the way), ... `path` is "" for the top.
  int open(std::string_view path);
  Target target(std::string_view path);  // the folder of the path, opened likewise, and its last component
  void forget(std::string_view path);

  int top() const { return top_; }
  FileSystem& fs() { return fs_; }

 private:
  int open_once(std::string_view path, int flags);
  int walk(std::string_view path, int flags);
  int step(int dir, const std::string& name, int flags);

  FileSystem& fs_;
  int top_;
  size_t kept_;
  bool walk_ = false;  // the kernel has no openat2, or a filter forbids it
  std::map<std::string, Fd, std::less<>> open_;
};

// Where `path` leads when its links are followed, for a hint: below the top, by names alone. "" where they lead out of
// it, or too far. The file itself may be missing.
std::string followed(Folders& folders, std::string_view path);

// What to say when the folder of `path` cannot be opened: path_symlink, path_conflict, io_error.
Error folder_failure(std::string_view path, int error);
// The same about a link in its way, and what to name instead where that is below the top.
Error folder_failure(Folders& folders, std::string_view path, int error);

}  // namespace aptix::disk
