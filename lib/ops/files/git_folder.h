// The folders of git's own files, for a work tree: found without running git.
#pragma once

#include <string>

#include "disk/confined.h"

namespace aptix::ops {

struct GitFolder {
  disk::Fd own;     // `.git`, or what a file of that name leads to: the index of this work tree
  disk::Fd common;  // what all work trees of the repository share: configuration, info/exclude

  bool ok() const { return own.ok() && common.ok(); }
};

// Of the work tree whose top is open. Not ok: it has none.
GitFolder git_folder(disk::FileSystem& fs, int top);

// Does a name `.git` in the folder make it a repository of its own? As git tells: with HEAD, objects and refs.
bool is_repository(disk::FileSystem& fs, int dir);

// "" where it cannot be read, or is longer than 1 MiB.
std::string read_git_file(disk::FileSystem& fs, int dir, const char* name);

// The name that git's origin gives the repository at `top`, without ".git"; "": it has no origin.
std::string origin_name(disk::FileSystem& fs, int top);

}  // namespace aptix::ops
