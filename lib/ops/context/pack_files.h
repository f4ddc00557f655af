// Which files go into a pack for a model, and what is said about those that are not given whole.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "context/pack.h"
#include "disk/workspace.h"
#include "ops/context/context_files.h"
#include "ops/registry/registry.h"
#include "ops/write/change_sources.h"

namespace aptix::ops {

struct ContextRequest {
  std::vector<std::string> paths;     // files, docPaths, globs
  bool around_diff = false;           // only what differs from `from`, with lines around it
  std::optional<std::string> from{};  // a commit; nothing: the last one
  bool include_sensitive = false;
  std::string instructions{}, task{};
  uint64_t most_json = UINT64_MAX;  // bytes of what context_json makes
  context::PackWishes wishes{};     // the views in it are set by pack_files
};

// What packing needs of the machine.
struct ContextMeans {
  const Tree& tree;
  ContextFiles& files;
  Reader& reader;
  RunGit git;
  std::function<Outcome<Registry>(const std::vector<std::string>& globs)> list;
  std::function<bool(const std::string& workspace_path)> is_sensitive;
};

struct ContextPack {
  context::Pack pack;
  std::vector<ContextFile> kept;  // what the pack views
};

// Errors, all of them: those of ContextFiles::read, of open_registry and of git_changes; file_missing for what names no
// file. A warning for what is not given whole, and for sensitive files.
Outcome<ContextPack> pack_files(const ContextMeans& means, const ContextRequest& request);

std::string context_json(const context::Pack& pack);

}  // namespace aptix::ops
