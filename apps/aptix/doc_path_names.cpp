#include "doc_path_names.h"

#include <fmt/format.h>

#include "base/text.h"

namespace aptix::app {

Result<std::string> DocPathNames::path_of(const std::string& key) {
  if (!doc_paths_) {
    TRY_ASSIGN(opened, open_workspace(session_));
    TRY_ASSIGN(doc_paths, ops::DocPaths::open(disk::posix_file_system(), opened.workspace->path(), opened.settings.repository));
    opened_ = std::move(opened);
    doc_paths_ = std::move(doc_paths);
  }
  TRY_ASSIGN(path, doc_paths_->path_of(key));
  const std::string& prefix = opened_->workspace->root_prefix();
  if (prefix.empty()) return path;
  if (path.starts_with(prefix + "/")) return path.substr(prefix.size() + 1);
  return fail(make_error(Code::path_outside_root, fmt::format("'{}' is '{}', which is outside of the root", escape_for_display(key), escape_for_display(path)),
                         "run it in the folder of the workspace, or give another root with '--root'")
                  .at(key));
}

}  // namespace aptix::app
