// docPaths: the lowercase, unique keys of the files of a workspace (AGN-007 §2.1), and the files they name. A key is
// only compared with the keys of existing files, never used as a path.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "disk/confined.h"
#include "disk/workspace.h"

namespace aptix::ops {

class DocPaths {
 public:
  // `top`: the workspace's folder, absolute. `repository`: as configured; "": from git's origin, or the folder's name.
  // Fails with io_error.
  static Result<DocPaths> open(disk::FileSystem& fs, const std::string& top, const std::string& repository);

  const std::string& repository() const { return repository_; }

  // The key of a path relative to the workspace. The file need not exist.
  std::string key_of(std::string_view path) const;

  // The path, relative to the workspace, of the file with this key. Errors: file_missing, docpath_twins (names all
  // matches), io_error.
  Result<std::string> path_of(std::string_view key);

 private:
  struct Name {
    std::string folded, name;
  };
  DocPaths(disk::FileSystem& fs, disk::Fd top, std::string repository)
      : fs_(&fs),
        top_(std::move(top)),
        repository_(std::move(repository)) {}
  Result<std::vector<std::string>> find(std::string_view folded_path);
  Result<const std::vector<Name>*> names_in(const std::string& folder);
  Error missing(std::string_view key);

  disk::FileSystem* fs_;
  disk::Fd top_;
  std::string repository_;                                      // folded
  std::unordered_map<std::string, std::vector<Name>> folders_;  // sorted by `folded`
};

// Finds the docPath of a file, which is its only name in a line-patch batch.
using DocPathOf = std::function<Result<std::string>(const RelPath&)>;

// For files below the root of `workspace`, which must outlive the result. The work tree is read on the first call.
// Errors: docpath_twins if another file has the same docPath; io_error.
DocPathOf doc_paths_of(const disk::Workspace& workspace, std::string repository);

}  // namespace aptix::ops
