// The registry: which files a workspace has. What git would list or, outside of git, all there are; .aptixignore takes
// away more. Looks at the tree whenever it is asked.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "base/result.h"
#include "ops/registry/git_tree.h"
#include "ops/registry/walk.h"

namespace aptix::ops {

struct ListRequest {
  std::vector<std::string> globs{};  // from the root on
  Ignored ignored = Ignored::left_out;
  Stamps stamps = Stamps::none;
  unsigned threads = 1;
  const std::atomic<bool>* interrupted = nullptr;
};

// The files below the root, their paths from there on. Fails with usage, path_outside_root (globs), io_error,
// interrupted.
Outcome<Listing> list_files(const disk::Workspace& workspace, const GitSurroundings& git, const ListRequest& request);

}  // namespace aptix::ops
