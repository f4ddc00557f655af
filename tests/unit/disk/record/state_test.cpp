// Whose state folder is believed, who may use it, and one that is kept elsewhere.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "disk/commit.h"
#include "disk/history.h"
#include "support/changes.h"
#include "support/work_run.h"

using namespace aptix;
using namespace aptix::disk;

namespace {

Surroundings in_state_dir(const std::string& folder) {
  Surroundings around;
  around.state_dir = folder;
  return around;
}

Diagnostics change_a(test::WorkRun& run, Surroundings around, std::string_view text) {
  auto locked = disk::lock(run.open(std::move(around)));
  if (!locked.ok()) return std::move(locked.diagnostics);
  test::Changes changes(*run.workspace);
  changes.write("a", text);
  return run.commit(changes).diagnostics;
}

mode_t mode_of(const std::string& path) {
  struct stat about {};
  REQUIRE(::lstat(path.c_str(), &about) == 0);
  return about.st_mode & 07777;
}

}  // namespace

TEST_CASE("who may write in the workspace may use its state folder, and nobody else") {
  struct Case {
    mode_t workspace, folder, file;
  };
  for (const Case& one :
      {Case{0755, 0700, 0600}, Case{0775, 0770, 0660}, Case{0777, 0777, 0666}, Case{01777, 0700, 0600}}) {
    CAPTURE(one.workspace);
    test::WorkRun run;
    run.dir.set_mode("", one.workspace);
    CHECK(change_a(run, {}, "new").ok());
    for (const char* folder : {".aptix", ".aptix/log", ".aptix/log/1"})
      CHECK(mode_of(run.dir.path(folder)) == one.folder);
    for (const char* file : {".aptix/lock", ".aptix/usage", ".aptix/log/1/manifest"})
      CHECK(mode_of(run.dir.path(file)) == one.file);
  }
}

TEST_CASE("the state folder of another user is believed only when that user is trusted") {
  if (::geteuid() != 0) return;
  test::WorkRun run;
  run.dir.write("a", "old");
  run.dir.make_directory(".aptix");
  REQUIRE(::chown(run.dir.path(".aptix").c_str(), 1234, 1234) == 0);
  Diagnostics said = change_a(run, {}, "new");
  REQUIRE(said.errors.size() == 1);
  CHECK(said.errors[0].code == Code::state_untrusted);
  CHECK(said.errors[0].message == "'" + run.dir.path() + "/.aptix' belongs to another user, of number 1234");
  CHECK(run.dir.read("a") == "old");
  Surroundings trusting;
  trusting.owners = {4321, 1234};
  CHECK(change_a(run, trusting, "new").ok());
  CHECK(run.dir.read("a") == "new");
}

TEST_CASE("a state folder elsewhere serves one workspace, and leaves nothing in it") {
  test::TempDir elsewhere;
  test::WorkRun run, other;
  run.dir.write("a", "old");
  CHECK(change_a(run, in_state_dir(elsewhere.path("state")), "new").ok());
  CHECK_FALSE(run.dir.exists(".aptix"));
  CHECK(undo(run.open(in_state_dir(elsewhere.path("state"))), {}).ok());
  CHECK(run.dir.read("a") == "old");

  Diagnostics said = change_a(other, in_state_dir(elsewhere.path("state")), "new");
  REQUIRE(said.errors.size() == 1);
  CHECK(said.errors[0].message == "'" + elsewhere.path("state") + "' is the state folder of '" + run.dir.path() + "'");
  CHECK_FALSE(other.dir.exists("a"));
}

TEST_CASE("a folder with other files, and one in the workspace, is not made a state folder") {
  test::TempDir elsewhere;
  elsewhere.write("mine", "x");
  test::WorkRun run;
  run.dir.write("a", "old");
  auto before = run.dir.tree();
  Diagnostics said = change_a(run, in_state_dir(elsewhere.path()), "new");
  REQUIRE(said.errors.size() == 1);
  CHECK(said.errors[0].message == "'" + elsewhere.path() + "' is not a state folder: it holds other files");
  said = change_a(run, in_state_dir(run.dir.path("state")), "new");
  REQUIRE(said.errors.size() == 1);
  CHECK(said.errors[0].code == Code::usage);
  CHECK(run.dir.tree() == before);
}

TEST_CASE("a run with a state folder elsewhere waits for runs that use the workspace's own, and their remains") {
  test::TempDir elsewhere;
  test::WorkRun first, second;
  first.dir.write("a", "old");
  REQUIRE(disk::lock(first.open()).ok());
  Surroundings around = in_state_dir(elsewhere.path("state"));
  around.lock_wait_ms = 0;
  auto workspace = Workspace::open(posix_file_system(), first.dir.path(), around);
  REQUIRE(workspace);
  auto locked = disk::lock(**workspace);
  REQUIRE(locked.diagnostics.errors.size() == 1);
  CHECK(locked.diagnostics.errors[0].code == Code::lock_busy);
  first.workspace.reset();
  first.dir.make_directory(".aptix/tx");
  auto again = Workspace::open(posix_file_system(), first.dir.path(), around);
  REQUIRE(again);
  locked = disk::lock(**again);
  REQUIRE(locked.diagnostics.errors.size() == 1);
  CHECK(locked.diagnostics.errors[0].hint == "run 'aptix recover' without --state-dir first");
}
