// Files that a person names, for reading: any name below the root that is a plain file. Unlike a document's paths
// these need not be UTF-8; but no link is followed and nothing outside is opened.
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
  struct stat about {};  // before anything was read

  uint64_t size() const { return static_cast<uint64_t>(about.st_size); }
};

// The bytes of a file, in memory or, where it is large, mapped: then they change when the file does, and to look at
// those that another process cut off raises SIGBUS.
struct TreeText {
  std::string path{};
  std::string held{};
  std::shared_ptr<const void> mapped{};
  size_t size = 0;
  std::shared_ptr<const disk::Fd> fd{};  // of what is mapped

  std::string_view view() const { return {mapped ? static_cast<const char*>(mapped.get()) : held.data(), size}; }
};

Error changed_while_read(std::string_view path);  // file_changed

// Gives parts of such a text as they are in the file now, copied piece by piece, so that a file that is cut short
// meanwhile is an error.
class TreePieces {
 public:
  static constexpr size_t kPiece = 3 << 16;  // a multiple of 3: base64 of pieces is that of the whole

  // Both outlive this.
  TreePieces(disk::FileSystem& fs, const TreeText& text) : fs_(fs), text_(text) {}

  // The first kPiece bytes of `part`, or all of it, until the next call. What does not view the text is given as it is.
  // Fails with file_changed, io_error.
  Result<std::string_view> first_of(std::string_view part);

 private:
  disk::FileSystem& fs_;
  const TreeText& text_;
  std::string copied_{};
  size_t start_ = 0;  // of `copied_` in the text
};

// The root, opened. Safe to use from several threads.
class Tree {
 public:
  // `root`: --root as given, or "" for the current directory.
  static Result<Tree> open(disk::FileSystem& fs, const std::string& root);
  // The same under a guard: the root of a workspace, or the workspace itself.
  static Result<Tree> open_root(const disk::Workspace& workspace);
  static Result<Tree> open_top(const std::string& workspace, std::shared_ptr<const Guard> guard);

  // `path` is relative to the root, or absolute and below it.
  // Errors: path_outside_root, path_reserved (our own folder), path_symlink, path_special, file_missing, policy_denied,
  // io_error.
  Result<TreeFile> open_file(const std::string& path) const;

  // Its bytes. Errors: the same.
  Result<std::string> read_file(const std::string& path) const;
  Result<TreeText> view_file(const std::string& path) const;

  // The plain files below a folder, at any depth, sorted, as paths that begin with `folder` ("" or "."
  // for the root). Links and special files are left out, and so is what is in .git and .aptix. With more than `most`
  // names, those that are not as deep; of `most_folders` folders, 1 being `folder` alone.
  Result<std::vector<std::string>> list_files(
      const std::string& folder, size_t most = SIZE_MAX, size_t most_folders = SIZE_MAX) const;

  // Whether anything stands there, which is not opened. Errors: path_outside_root, path_symlink, io_error.
  Result<bool> exists(const std::string& path) const;

  // What stands there: a folder, or anything else (missing too).
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

// "a/./b//../c" is "a/c": no link is followed, so that dots can be cleared by letters.
std::string cleared_of_dots(std::string_view path);

// --- "did you mean": only said, never taken

// Those of the same name, or else of a name like it in the same folder; several when none of them is nearer than the
// others. No more than five.
std::vector<std::string> near_paths(std::string_view missing, std::span<const std::string> files);

// Names in each file.missing what is near to its path, which is relative to the root. Looks at a part of the tree where
// it is large, and at nothing where no file is missing.
void name_near_files(const Tree& tree, std::span<Diagnostic> errors);
void name_near_files(disk::Workspace& workspace, std::span<Diagnostic> errors);

}  // namespace aptix::ops
