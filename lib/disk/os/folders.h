// The one way from a path to a directory: confined below a directory descriptor, no component may be a link. Callers
// then use (directory, name), so that no path is checked first and opened later.
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

// The last component of a path, and its folder: a descriptor, or -errno.
struct Target {
  int dir;
  std::string name;
};

class Folders {
 public:
  // `top` stays the caller's and must stay open. At most `kept` directories are held open.
  Folders(FileSystem& fs, int top, size_t kept = 128) : fs_(fs), top_(top), kept_(kept) {}

  // A descriptor that is valid until the next call, or -errno: -ENOENT, -ENOTDIR (a component is a file), -ELOOP (a
  // component is a link), ... "" opens the top.
  int open(std::string_view path);
  Target target(std::string_view path);  // opens the folder of `path`
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
  bool walk_ = false;  // component by component: no openat2, or a filter forbids it
  std::map<std::string, Fd, std::less<>> open_;
};

// Where `path` leads if its links are followed below the top, for a hint. The file itself may be missing. "" if they
// lead outside, or are too many.
std::string followed(Folders& folders, std::string_view path);

// The error if the folder of `path` cannot be opened: path_symlink, path_conflict, io_error.
Error folder_failure(std::string_view path, int error);
// As above; for a link it also says what to name instead, if that is below the top.
Error folder_failure(Folders& folders, std::string_view path, int error);

}  // namespace aptix::disk
