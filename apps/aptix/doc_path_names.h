// Files that are named by their docPaths where a PATH is taken (CLI.md §1).
#pragma once

#include <optional>
#include <string>

#include "ops/doc_paths.h"
#include "session.h"

namespace aptix::app {

class DocPathNames {
 public:
  // Opens nothing yet: most names are paths.
  explicit DocPathNames(const Session& session) : session_(session) {}

  // The file's path, relative to the root. Errors: file_missing, docpath_twins, path_outside_root, and those of open_workspace.
  Result<std::string> path_of(const std::string& key);

 private:
  const Session& session_;
  std::optional<Opened> opened_;
  std::optional<ops::DocPaths> doc_paths_;
};

}  // namespace aptix::app
