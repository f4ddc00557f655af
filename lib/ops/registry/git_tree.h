// What git knows of a work tree: which files it tracks, and which it ignores. Read off git's own files; git itself is
// run only for what those do not tell.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "context/tree/git_index.h"
#include "context/tree/ignore.h"
#include "disk/workspace.h"
#include "ops/files/run_git.h"

namespace aptix::ops {

// What the process knows of the user's git.
struct GitSurroundings {
  std::string home;                // "" when not known
  std::string folder_of_settings;  // ends in '/'; "" likewise
  // Those of the user and the machine, in git's order; nothing: there are settings elsewhere.
  std::optional<std::vector<std::string>> settings_files;
  std::function<std::string(const std::string& path)> read_file;  // by its absolute path; "" when there is none
  std::function<RunGit(std::string folder)> run_in;
};

// A work tree of git or, outside of git, the workspace.
struct GitTree {
  bool exists = false;
  disk::Fd top;
  std::string path;   // of the top, absolute
  std::string start;  // the root from the top on: "" or "a/b"
  context::TrackedFiles tracked{};
  std::optional<context::PathsOfAnyCase> any_case{};  // tracked ones, with core.ignoreCase
  context::IgnoreRules rules{};                       // of info/exclude and of the user's own file
  Glob::Letters letters = Glob::Letters::count;
};

// The tree that the root of the workspace is in: git is looked for above the workspace, too, but not above the home
// folder. Fails with io_error.
Result<GitTree> open_git_tree(disk::FileSystem& fs, const disk::Workspace& workspace, const GitSurroundings& around);

}  // namespace aptix::ops
