// Finding the workspace, the lock, the state folder that may be planted.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>

#include "disk/commit.h"
#include "disk/history.h"
#include "support/fault_fs.h"
#include "support/temp_dir.h"

using namespace aptix;
using namespace aptix::disk;

namespace {

std::unique_ptr<Workspace> open(const std::string& root, Surroundings around = {}) {
  auto workspace = Workspace::open(posix_file_system(), root, std::move(around));
  REQUIRE(workspace);
  return std::move(*workspace);
}

}  // namespace

TEST_CASE("without a marker the root is the workspace, and opening makes nothing") {
  test::TempDir dir;
  dir.make_directory("a/b");
  auto workspace = open(dir.path("a/b"), {.home = dir.path()});
  CHECK(workspace->path() == dir.path("a/b"));
  CHECK(workspace->root_path() == dir.path("a/b"));
  CHECK(workspace->root_prefix().empty());
  CHECK_FALSE(dir.exists("a/b/.aptix"));
}

TEST_CASE("the workspace is the nearest folder with .git or .aptix, from the root upwards") {
  test::TempDir dir;
  dir.make_directory("outer/.git");
  dir.make_directory("outer/inner/.aptix");
  dir.make_directory("outer/inner/x/y");
  dir.make_directory("outer/other/z");
  auto inner = open(dir.path("outer/inner/x/y"));
  CHECK(inner->path() == dir.path("outer/inner"));
  CHECK(inner->root_prefix() == "x/y");
  auto outer = open(dir.path("outer/other/z"));
  CHECK(outer->path() == dir.path("outer"));
  CHECK(outer->root_prefix() == "other/z");
}

TEST_CASE("the working folder has the path that it has when it is open, even once it is gone") {
  test::TempDir dir;
  dir.make_directory("a");
  FileSystem& fs = posix_file_system();
  Fd before(fs, fs.open_root("."));
  REQUIRE(::chdir(dir.path("a").c_str()) == 0);
  Fd fd(fs, fs.open_root("."));
  std::string named, opened;
  CHECK(fs.path_of(AT_FDCWD, named) == 0);
  CHECK(named == dir.path("a"));
  REQUIRE(::rmdir(dir.path("a").c_str()) == 0);
  CHECK(fs.path_of(AT_FDCWD, named) == fs.path_of(fd.get(), opened));
  CHECK(named == opened);
  REQUIRE(::fchdir(before.get()) == 0);
}

TEST_CASE("a .git file marks a workspace as well") {
  test::TempDir dir;
  dir.write("work/.git", "gitdir: elsewhere\n");
  dir.make_directory("work/a");
  CHECK(open(dir.path("work/a"))->path() == dir.path("work"));
}

TEST_CASE("the search ends below the home directory, which counts only as the root") {
  test::TempDir dir;
  dir.make_directory(".git");
  dir.make_directory("home/.git");
  dir.make_directory("home/project/src");
  Surroundings around{.home = dir.path("home")};
  CHECK(open(dir.path("home/project/src"), around)->path() == dir.path("home/project/src"));
  CHECK(open(dir.path("home"), around)->path() == dir.path("home"));
  dir.make_directory("empty");
  CHECK(open(dir.path("empty"), {.home = dir.path("empty")})->path() == dir.path("empty"));
}

TEST_CASE("a root that is a link is followed") {
  test::TempDir dir;
  dir.make_directory("real/.git");
  dir.make_link("link", "real");
  CHECK(open(dir.path("link"))->path() == dir.path("real"));
}

TEST_CASE("a root that is not there or no folder is a wrong command line") {
  test::TempDir dir;
  dir.write("file", "x");
  auto missing = Workspace::open(posix_file_system(), dir.path("nothing"), {});
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == Code::usage);
  CHECK(missing.error().message == "the root '" + dir.path("nothing") + "' does not exist");
  CHECK(missing.error().hint == "name an existing folder with --root");
  auto file = Workspace::open(posix_file_system(), dir.path("file"), {});
  REQUIRE_FALSE(file);
  CHECK(file.error().message == "the root '" + dir.path("file") + "' is not a folder");
}

TEST_CASE("locking makes a private state folder that git ignores") {
  test::TempDir dir;
  auto workspace = open(dir.path());
  auto locked = disk::lock(*workspace);
  CHECK(locked.ok());
  CHECK(locked.diagnostics.warnings.empty());
  CHECK(dir.read(".aptix/.gitignore") == "*\n");
  struct stat about {};
  REQUIRE(::stat(dir.path(".aptix").c_str(), &about) == 0);
  CHECK((about.st_mode & 07777) == 0700);
  CHECK(dir.exists(".aptix/lock"));
  CHECK(disk::lock(*workspace).ok());  // once more is nothing
}

TEST_CASE("a lock that somebody holds is busy after a while") {
  test::TempDir dir;
  auto first = open(dir.path());
  REQUIRE(disk::lock(*first).ok());
  test::FaultFs impatient(posix_file_system());
  std::atomic<bool> interrupted{false};
  auto opened = Workspace::open(impatient, dir.path(), {.interrupted = &interrupted});
  REQUIRE(opened);
  auto busy = disk::lock(**opened);
  REQUIRE(busy.diagnostics.errors.size() == 1);
  CHECK(busy.diagnostics.errors[0].code == Code::lock_busy);
  CHECK(busy.diagnostics.errors[0].message == "another aptix is writing in '" + dir.path() + "'");
  interrupted = true;
  auto ended = disk::lock(**opened);
  REQUIRE(ended.diagnostics.errors.size() == 1);
  CHECK(ended.diagnostics.errors[0].code == Code::interrupted);
  first.reset();
  CHECK(disk::lock(**opened).ok());
}

TEST_CASE("a lock file that is deleted does not let a second one in") {
  test::TempDir dir;
  auto first = open(dir.path());
  REQUIRE(disk::lock(*first).ok());
  REQUIRE(::unlink(dir.path(".aptix/lock").c_str()) == 0);
  test::FaultFs impatient(posix_file_system());
  auto opened = Workspace::open(impatient, dir.path(), {});
  REQUIRE(opened);
  auto busy = disk::lock(**opened);
  REQUIRE(busy.diagnostics.errors.size() == 1);
  CHECK(busy.diagnostics.errors[0].code == Code::lock_busy);
}

TEST_CASE("a planted state folder is refused, not followed") {
  test::TempDir dir;
  dir.make_directory("elsewhere");
  SUBCASE("a link for the folder") { dir.make_link(".aptix", "elsewhere"); }
  SUBCASE("a file for the folder") { dir.write(".aptix", "x"); }
  SUBCASE("a link for the lock") {
    dir.make_directory(".aptix");
    dir.make_link(".aptix/lock", "../elsewhere/made");
  }
  SUBCASE("a FIFO for the lock") {
    dir.make_directory(".aptix");
    REQUIRE(::mkfifo(dir.path(".aptix/lock").c_str(), 0600) == 0);
  }
  SUBCASE("a folder for the lock") { dir.make_directory(".aptix/lock"); }
  SUBCASE("a link for the running transaction") {
    dir.make_directory(".aptix");
    dir.make_link(".aptix/tx", "../elsewhere");
  }
  auto locked = disk::lock(*open(dir.path()));
  REQUIRE(locked.diagnostics.errors.size() == 1);
  CHECK(locked.diagnostics.errors[0].code == Code::state_untrusted);
  CHECK(::rmdir(dir.path("elsewhere").c_str()) == 0);  // nothing was made in it
}

TEST_CASE("a state folder of another user is refused") {
  if (::geteuid() != 0) return;  // only the superuser can give a folder away
  test::TempDir dir;
  dir.make_directory(".aptix");
  REQUIRE(::chown(dir.path(".aptix").c_str(), 12345, 12345) == 0);
  auto locked = disk::lock(*open(dir.path()));
  REQUIRE(locked.diagnostics.errors.size() == 1);
  CHECK(locked.diagnostics.errors[0].code == Code::state_untrusted);
  CHECK(
      locked.diagnostics.errors[0].message == "'" + dir.path(".aptix") + "' belongs to another user, of number 12345");
}

TEST_CASE("a root inside .git cannot be written to") {
  test::TempDir dir;
  dir.make_directory(".git/hooks");
  auto locked = disk::lock(*open(dir.path(".git/hooks")));
  REQUIRE(locked.diagnostics.errors.size() == 1);
  CHECK(locked.diagnostics.errors[0].code == Code::path_reserved);
}

TEST_CASE("recovering where nothing was ever written makes nothing") {
  test::TempDir dir;
  auto workspace = open(dir.path());
  auto recovered = recover(*workspace);
  CHECK(recovered.ok());
  CHECK_FALSE(recovered.value.found);
  CHECK_FALSE(dir.exists(".aptix"));
}
