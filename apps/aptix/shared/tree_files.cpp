#include "shared/tree_files.h"

#include "ops/registry/registry.h"
#include "terminal/git.h"

namespace aptix::app {

Outcome<std::vector<std::string>> files_of_tree(const Session& session, disk::Workspace& workspace) {
  auto registry = ops::open_registry(workspace, git_surroundings(session.environment),
      {.threads = session.environment.threads, .interrupted = session.environment.interrupted});
  Outcome<std::vector<std::string>> out({}, std::move(registry.diagnostics));
  for (const ops::RegisteredFile& file : registry.value.files) out.value.emplace_back(file.path);
  return out;
}

}  // namespace aptix::app
