// What a dry run sees of what would keep the run from writing.
#include <doctest/doctest.h>

#include <cerrno>

#include "support/work_run.h"

using namespace aptix;
using namespace aptix::disk;

TEST_CASE("a dry run foresees each folder that must not be written in, once, and the state folder") {
  test::WorkRun run;
  run.dir.write("a/one", "1");
  run.dir.write("a/two", "2");
  run.dir.write("b/three", "3");
  test::Tree before = run.dir.tree();
  test::Changes changes(run.open());
  changes.write("a/one", "new").write("a/new/x", "new").remove("a/two").remove("b/three");
  run.fs.before = [&](const std::string& call) {
    if (call == "may_write") run.fs.fail_at(1, EACCES);
  };
  Diagnostics seen = foresee(*run.workspace, changes.set);
  REQUIRE(seen.errors.size() == 3);
  CHECK(seen.errors[0].message == "cannot make '" + run.dir.path() + "/.aptix': permission denied");
  CHECK(seen.errors[1].message == "cannot write 'a/one': permission denied");
  CHECK(seen.errors[2].message == "cannot delete 'b/three': permission denied");
  run.fs.before = {};
  CHECK(foresee(*run.workspace, changes.set).ok());
  CHECK(run.dir.tree() == before);
  CHECK_FALSE(run.dir.exists(".aptix"));
}

TEST_CASE("a dry run foresees that a folder has more in it than the file that comes in its place may displace") {
  test::WorkRun run;
  run.dir.write("docs/a", "1");
  run.dir.write("docs/b", "2");
  test::Changes changes(run.open());
  Diagnostics seen = foresee(*run.workspace, changes.remove("docs/a").write("docs", "a file").set);
  REQUIRE(seen.errors.size() == 1);
  CHECK(seen.errors[0].code == Code::path_conflict);
  CHECK(seen.errors[0].message == "'docs' is a folder with something in it: 'docs/b'");
}
