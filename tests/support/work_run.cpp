#include "support/work_run.h"

#include <doctest/doctest.h>

#include <utility>

using namespace aptix;
using namespace aptix::disk;

namespace aptix::test {

Outcome<Committed> commit(Workspace& workspace, ChangeSet& changes, const CommitOptions& options) {
  Background hashing;
  hashing.plan(Background::When::at_finish, [&] { hash_changes(changes, options.threads); });
  return disk::commit(workspace, changes, options, hashing);
}

Workspace& WorkRun::open(Surroundings around, std::string_view root) {
  workspace.reset();
  auto opened = Workspace::open(fs, root.empty() ? dir.path() : dir.path(root), std::move(around));
  REQUIRE(opened);
  workspace = std::move(*opened);
  return *workspace;
}

Changes WorkRun::changes(Surroundings around, std::string_view root) {
  auto locked = disk::lock(open(std::move(around), root));
  REQUIRE(locked.ok());
  REQUIRE(locked.diagnostics.warnings.empty());
  return Changes(*workspace);
}

Outcome<Committed> WorkRun::commit(Changes& changes, const CommitOptions& options) {
  return test::commit(*workspace, changes.set, options);
}

Committed WorkRun::committed(Changes& changes, const CommitOptions& options) {
  auto done = commit(changes, options);
  for (const Diagnostic& error : done.diagnostics.errors) FAIL_CHECK(error.message);
  CHECK(done.diagnostics.warnings.empty());
  return done.value;
}

}  // namespace aptix::test
