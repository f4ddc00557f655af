// Regular files below the root that a person names, for reading. Unlike a document's paths, names need not be UTF-8;
// but no link is followed and nothing outside the root is opened.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "disk/confined.h"
#include "disk/workspace.h"

namespace aptix::ops {

struct TreeFile {
  disk::Fd fd;
  struct stat about {};  // before the first read

  uint64_t size() const { return static_cast<uint64_t>(about.st_size); }
};

// The bytes of a file, in memory or, if it is large, mapped. Mapped bytes change with the file, and reading bytes that
// another process cut off raises SIGBUS.
struct TreeText {
  std::string path{};
  std::string held{};
  std::shared_ptr<const void> mapped{};
  size_t size = 0;
  std::shared_ptr<const disk::Fd> fd{};  // of the mapped file

  std::string_view view() const { return {mapped ? static_cast<const char*>(mapped.get()) : held.data(), size}; }
};

Error changed_while_read(std::string_view path);  // file_changed

// Copies parts of such a text piece by piece as they are in the file now, so that a file that was truncated is an
// error, not a signal.
class TreePieces {
 public:
  static constexpr size_t kPiece = 3 << 16;  // a multiple of 3, so that base64 of the pieces is base64 of the whole

  // Both must outlive this.
  TreePieces(disk::FileSystem& fs, const TreeText& text) : fs_(fs), text_(text) {}

  // The first kPiece bytes of `part`, or all of it; valid until the next call. A part that does not view the text is
  // returned as it is. Fails with file_changed, io_error.
  Result<std::string_view> first_of(std::string_view part);

 private:
  disk::FileSystem& fs_;
  const TreeText& text_;
  std::string copied_{};
  size_t start_ = 0;  // offset of `copied_` in the text
};

// The opened root. Thread-safe.
class Tree {
 public:
  // `root`: the value of --root, or "" for the current directory.
  static Result<Tree> open(disk::FileSystem& fs, const std::string& root);
  // The same with a guard: the root of a workspace, or the workspace itself.
  static Result<Tree> open_root(const disk::Workspace& workspace);
  static Result<Tree> open_top(const std::string& workspace, std::shared_ptr<const Guard> guard);

  // `path`: relative to the root, or absolute and below it. Errors: path_outside_root, path_reserved (the state
  // folder), path_symlink, path_special, file_missing, policy_denied, io_error.
  Result<TreeFile> open_file(const std::string& path) const;

  // The bytes of the file. Errors: as open_file().
  Result<std::string> read_file(const std::string& path) const;
  Result<TreeText> view_file(const std::string& path) const;

  // The regular files below a folder, at any depth, sorted, as paths that begin with `folder` ("" or ".": the root).
  // Skips links, special files, .git and .aptix. Stops after `most` names or `most_folders` folders (1: only `folder`);
  // folders closer to the top come first.
  Result<std::vector<std::string>> list_files(
      const std::string& folder, size_t most = SIZE_MAX, size_t most_folders = SIZE_MAX) const;

  // True if anything has that name; it is not opened. Errors: path_outside_root, path_symlink, io_error.
  Result<bool> exists(const std::string& path) const;

  // False also if nothing has that name.
  bool is_folder(const std::string& path) const;

  disk::FileSystem& fs() const { return *fs_; }

 private:
  Tree(disk::FileSystem& fs, disk::Fd top, std::string path) : fs_(&fs), top_(std::move(top)), path_(std::move(path)) {}
  int open_beneath(const std::string& path, int flags) const;
  Status check_guard(const std::string& path, const std::string& below) const;
  Result<std::string> relative(const std::string& path) const;

  disk::FileSystem* fs_;
  disk::Fd top_;
  std::string path_;
  std::shared_ptr<const Guard> guard_ = {};
  std::string prefix_ = {};  // below the workspace, for the guard
};

// "a/./b//../c" is "a/c". No link is followed, so dots can be resolved in the text.
std::string cleared_of_dots(std::string_view path);

// --- "did you mean": for hints only

// Files with the same name, or else with a similar name in the same folder: those that are equally near, at most five.
std::vector<std::string> near_paths(std::string_view missing, std::span<const std::string> files);

// Adds near files to each file_missing error, whose path is relative to the root. Looks at a part of a large tree only,
// and at nothing without such an error.
void name_near_files(const Tree& tree, std::span<Diagnostic> errors);
void name_near_files(disk::Workspace& workspace, std::span<Diagnostic> errors);

}  // namespace aptix::ops
