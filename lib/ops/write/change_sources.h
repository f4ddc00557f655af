// Where changes come from that a document is to be made of: files as they are, and what git knows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "disk/workspace.h"
#include "model/change_set.h"
#include "ops/files/tree_file.h"
#include "ops/gitpatch/git_repository.h"

namespace aptix::ops {

// The files that `paths` name (folders: all below) as if they were new. Paths are relative to the root.
// Errors: those of Tree, path_*.
Outcome<ChangeSet> whole_files(const Tree& tree, Reader& reader, const std::vector<std::string>& paths);

struct GitRange {
  std::optional<std::string> from;  // nothing: the last commit, or no file where there is no commit
  std::optional<std::string> to;    // nothing: the work tree, with the files that git neither tracks nor ignores
  // The file that the document is written to: device and inode. It is not a change of the work tree.
  std::optional<std::pair<uint64_t, uint64_t>> output;
};

// What differs between the two, below `paths` (none: everything below the root). Paths are relative to the
// root, which must be in a git work tree. Errors: io_error (git failed), path_special (a submodule), path_*.
Outcome<ChangeSet> git_changes(
    const RunGit& git, Reader& reader, const GitRange& range, const std::vector<std::string>& paths);

// Turns the paths of changes, which are the workspace's, into those of its root. Errors: path_outside_root.
Status move_to_root(ChangeSet& changes, const std::string& root_prefix);

}  // namespace aptix::ops
