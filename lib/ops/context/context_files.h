// Files that a person names, read for a model: each with its docPath and the SHA-256 of what was read.
#pragma once

#include <string>
#include <vector>

#include "ops/files/sources.h"
#include "ops/files/tree_file.h"

namespace aptix::ops {

struct ContextFile {
  std::string path{};      // from the root, or from the workspace where it is not below the root
  std::string doc_path{};  // "" for a name that is not UTF-8
  std::string source{};    // "disk", "active", "cloud"
  std::string content{};
  std::string sha256{};
  std::string workspace_path{};  // from the workspace on: what the policy speaks of
};

class ContextFiles {
 public:
  // Both outlive this. `root_prefix`: of the root, from the workspace on.
  ContextFiles(const Tree& tree, Sources& sources, std::string root_prefix)
      : tree_(tree),
        sources_(sources),
        root_prefix_(std::move(root_prefix)) {}

  // An existing path wins, then a docPath. Errors: those of Tree::open_file, docpath_twins, cloud_not_configured.
  Result<ContextFile> read(const std::string& typed);

  // By AGN-007 §4: the active copy, else the cloud's, else the one on disk. Errors: those of Sources::read.
  Result<ContextFile> read_key(const std::string& key);

  // The entry documents of the root folder: what a newcomer reads first, and the manifests of build tools.
  Result<std::vector<std::string>> entry_documents() const;

 private:
  std::string below_root(const std::string& path) const;

  const Tree& tree_;
  Sources& sources_;
  std::string root_prefix_;
};

}  // namespace aptix::ops
