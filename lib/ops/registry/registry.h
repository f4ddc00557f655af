// The registry: which files a workspace has, and what is in them. What git would list or, outside of git, all there
// are; .aptixignore takes away more. Looks at the tree whenever it is asked: the cache only saves reading what has not
// changed, and without it the answers are the same.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "disk/cache_file.h"
#include "ops/registry/contents.h"
#include "ops/registry/git_tree.h"
#include "ops/registry/walk.h"

namespace aptix::ops {

// Each with what is before it. Signatures are for searches alone, and making them takes longer than hashing.
enum class Detail : uint8_t { names, stamps, contents, signatures };

// A part of the list: so many files after that path.
struct ListPage {
  std::string after{};
  uint64_t most = 0;
};

struct ListRequest {
  std::vector<std::string> globs{};  // from the root on
  Ignored ignored = Ignored::left_out;
  Detail detail = Detail::names;
  std::optional<ListPage> page{};  // only what is in these files is read
  unsigned threads = 1;
  const std::atomic<bool>* interrupted = nullptr;
};

// Sorted bytewise by path.
struct Registry {
  std::vector<RegisteredFile> files;
  uint64_t total = 0;  // of which `files` may be a page
  std::string prefix;  // of the root from the workspace on: "" or with '/' at its end
  GitTree tree;
  context::FileContent content_of(const RegisteredFile& file) const;  // without its signature; empty: it is not known
  context::Signature signature_of(const RegisteredFile& file) const;

  // What the files point into.
  Listing listing;
  context::Snapshot snapshot;
  disk::CachedText cached{};
  std::vector<ReadContent> read{};
};

// The files below the root. What cannot be read is a warning; a file that the workspace's guard refuses is listed, not
// read. Fails with usage, path_outside_root (globs), io_error, interrupted.
Outcome<Registry> open_registry(disk::Workspace& workspace, const GitSurroundings& git, const ListRequest& request);

}  // namespace aptix::ops
