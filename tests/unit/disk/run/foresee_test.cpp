// What a dry run sees of what would keep the run from writing.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>

#include "support/as_nobody.h"
#include "support/work_run.h"

using namespace aptix;
using namespace aptix::disk;

namespace {

std::vector<std::string> messages(const Diagnostics& said) {
  std::vector<std::string> out;
  for (const Diagnostic& error : said.errors) out.push_back(error.message);
  return out;
}

using Messages = std::vector<std::string>;

// False: the file system has no such thing, or this user may not.
bool set_immutable(const std::string& path, bool on) {
  int fd = ::open(path.c_str(), O_RDONLY);
  int flags = 0;
  bool done = fd >= 0 && ::ioctl(fd, FS_IOC_GETFLAGS, &flags) == 0;
  flags = on ? flags | FS_IMMUTABLE_FL : flags & ~FS_IMMUTABLE_FL;
  done = done && ::ioctl(fd, FS_IOC_SETFLAGS, &flags) == 0;
  ::close(fd);
  return done;
}

}  // namespace

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

TEST_CASE("a dry run foresees files of others that stay in a folder for everybody") {
  if (::geteuid() != 0) return;  // only the superuser has files of others
  test::WorkRun run;
  run.dir.set_mode("", 0777);
  run.dir.write("shared/gone", "1");
  run.dir.write("shared/file", "2");
  run.dir.write("shared/way/inner", "3");
  run.dir.set_mode("shared", 01777);
  run.dir.set_mode("shared/way", 0777);
  test::Tree before = run.dir.tree();
  {
    test::AsNobody nobody;
    REQUIRE(nobody.ok());
    test::Changes changes = run.changes();
    changes.remove("shared/gone")
        .remove("shared/way/inner")
        .write("shared/way", "now a file")
        .write("shared/file", "new")
        .write("shared/new", "x");
    CHECK(messages(foresee(*run.workspace, changes.set)) ==
        Messages{"cannot delete 'shared/gone': operation not permitted",
            "cannot write 'shared/file': operation not permitted",
            "cannot remove the empty folder 'shared/way': operation not permitted"});
    CHECK_FALSE(run.commit(changes).ok());
    test::Changes may = run.changes();
    may.remove("shared/way/inner").write("shared/new", "x");
    CHECK(messages(foresee(*run.workspace, may.set)).empty());
  }
  CHECK(run.dir.tree() == before);
}

TEST_CASE("that the file system is read-only is a warning of a dry run") {
  test::WorkRun run;
  run.dir.write("a", "1");
  test::Changes changes(run.open());
  changes.write("a", "new");
  run.fs.before = [&](const std::string& call) {
    if (call == "may_write") run.fs.fail_at(1, EROFS);
  };
  Diagnostics seen = foresee(*run.workspace, changes.set);
  CHECK(messages(seen).empty());
  REQUIRE(seen.warnings.size() == 2);
  CHECK(seen.warnings[0].message == "cannot make '" + run.dir.path() + "/.aptix': read-only file system");
  CHECK(seen.warnings[1].message == "cannot write 'a': read-only file system");
}

TEST_CASE("a dry run foresees files that must not change") {
  test::WorkRun run;
  run.dir.write("held", "1");
  run.dir.write("gone", "2");
  if (!set_immutable(run.dir.path("held"), true) || !set_immutable(run.dir.path("gone"), true)) return;
  test::Tree before = run.dir.tree();
  test::Changes changes = run.changes();
  changes.remove("gone").write("held", "new").write("other", "x");
  CHECK(messages(foresee(*run.workspace, changes.set)) ==
      Messages{"cannot delete 'gone': operation not permitted", "cannot write 'held': operation not permitted"});
  CHECK(messages(run.commit(changes).diagnostics) == Messages{"cannot delete 'gone': operation not permitted"});
  CHECK(run.dir.tree() == before);
  CHECK(set_immutable(run.dir.path("held"), false));
  CHECK(set_immutable(run.dir.path("gone"), false));
}
