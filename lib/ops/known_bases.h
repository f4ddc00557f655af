// Earlier texts of files, for changes that were made from one: the operation log's saved files.
#pragma once

#include <optional>
#include <vector>

#include "disk/history.h"
#include "disk/workspace.h"
#include "edit/resolve.h"

namespace aptix::ops {

class KnownBases final : public edit::Bases {
 public:
  explicit KnownBases(disk::Workspace& workspace) : workspace_(workspace) {}
  std::optional<std::string> find(const RelPath& path, const Sha256& sha) override;

 private:
  disk::Workspace& workspace_;
  std::optional<std::vector<disk::Record>> log_;  // read when it is first needed
};

}  // namespace aptix::ops
