// One transaction from a ChangeSet to the tree.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <atomic>

#include "disk/history.h"
#include "disk/record/manifest.h"
#include "support/as_nobody.h"
#include "support/work_run.h"

using namespace aptix;
using namespace aptix::disk;
using test::Tree;

namespace {

struct CommitRun : test::WorkRun {
  Error fails(test::Changes& changes, const CommitOptions& options = {}) {
    auto before = dir.tree();
    auto done = commit(changes, options);
    REQUIRE(done.diagnostics.errors.size() == 1);
    CHECK(dir.tree() == before);
    CHECK_FALSE(dir.exists(".aptix/tx"));
    return done.diagnostics.errors[0];
  }

  mode_t mode(std::string_view path) {
    struct stat about {};
    REQUIRE(::lstat(dir.path(path).c_str(), &about) == 0);
    return about.st_mode & 07777;
  }
};

}  // namespace

TEST_CASE("a transaction replaces, creates and deletes, and saves what it displaced") {
  CommitRun run;
  run.dir.write("a", "old a\n");
  run.dir.write("b/c", "old c\n");
  run.dir.write("gone/deep/d", "old d\n");
  test::Changes changes = run.changes();
  changes.write("a", "new a\n")
      .write("new/er/e", "new e\n")
      .remove("gone/deep/d")
      .write("b/c", "new c\n")
      .write("run", "#!", 0777);
  Committed done = run.committed(changes);
  CHECK(done.id == 1);
  CHECK(done.directories_removed == std::vector<std::string>{"gone/deep", "gone"});
  CHECK(run.dir.tree() ==
      Tree{{"a", "file 644 new a\n"}, {"b", "dir 755"}, {"b/c", "file 644 new c\n"}, {"new", "dir 755"},
          {"new/er", "dir 755"}, {"new/er/e", "file 644 new e\n"}, {"run", "file 755 #!"}});
  CHECK(run.dir.read(".aptix/log/1/" + staged_name(0)) == "old a\n");
  CHECK(run.dir.read(".aptix/log/1/" + staged_name(2)) == "old d\n");
  CHECK_FALSE(run.dir.exists(".aptix/tx"));
}

TEST_CASE("ids count on, also from another root of the same workspace") {
  CommitRun run;
  run.dir.make_directory(".git");
  run.dir.make_directory("sub");
  test::Changes first = run.changes();
  CHECK(run.committed(first.write("a", "1")).id == 1);
  test::Changes second = run.changes({}, "sub");
  Committed done = run.committed(second.write("x/b", "2"));
  CHECK(done.id == 2);
  CHECK(run.dir.read("sub/x/b") == "2");
}

TEST_CASE("nothing to change writes nothing") {
  CommitRun run;
  test::Changes changes = run.changes();
  CHECK(run.committed(changes).id == 0);
  CHECK_FALSE(run.dir.exists(".aptix/log"));
}

TEST_CASE("files may swap, a file may become a folder and a folder a file") {
  CommitRun run;
  run.dir.write("one", "1");
  run.dir.write("two", "2");
  run.dir.write("file", "becomes a folder");
  run.dir.write("folder/x/y", "becomes a file");
  test::Changes changes = run.changes();
  changes.write("one", "2")
      .write("two", "1")
      .remove("file")
      .write("file/in/it", "new")
      .remove("folder/x/y")
      .write("folder", "new");
  run.committed(changes);
  CHECK(run.dir.tree() ==
      Tree{{"one", "file 644 2"}, {"two", "file 644 1"}, {"file", "dir 755"}, {"file/in", "dir 755"},
          {"file/in/it", "file 644 new"}, {"folder", "file 644 new"}});
}

TEST_CASE("a renamed file keeps its mode, and its old folder goes when it is empty") {
  CommitRun run;
  run.dir.write("from/a", "text");
  run.dir.set_mode("from/a", 0751);
  test::Changes changes = run.changes();
  run.committed(changes.move("from/a", "to/b"));
  CHECK(run.dir.tree() == Tree{{"to", "dir 755"}, {"to/b", "file 751 text"}});
}

TEST_CASE("folders that were not emptied by the transaction stay, and so does the root") {
  CommitRun run;
  run.dir.make_directory(".git");
  run.dir.write("root/a/only", "x");
  run.dir.write("root/b/one", "x");
  run.dir.write("root/b/two", "x");
  test::Changes changes = run.changes({}, "root");
  run.committed(changes.remove("a/only").remove("b/one"));
  CHECK(run.dir.tree() ==
      Tree{{".git", "dir 755"}, {"root", "dir 755"}, {"root/b", "dir 755"}, {"root/b/two", "file 644 x"}});
  test::Changes rest = run.changes({}, "root");
  run.committed(rest.remove("b/two"));
  CHECK(run.dir.exists("root"));
  CHECK_FALSE(run.dir.exists("root/b"));
}

TEST_CASE("a folder emptied by a delete that gets a new file keeps its mode") {
  CommitRun run;
  run.dir.write("f/old", "x");
  run.dir.set_mode("f", 0750);
  test::Changes changes = run.changes();
  Committed done = run.committed(changes.remove("f/old").write("f/new", "y"));
  CHECK(done.directories_removed.empty());
  CHECK(run.mode("f") == 0750);
}

TEST_CASE("a replaced file keeps its mode, and new files get what the umask leaves") {
  CommitRun run;
  run.dir.write("private", "x");
  run.dir.set_mode("private", 0600);
  test::Changes changes = run.changes({.umask = 077});
  run.committed(changes.write("private", "y").write("new/file", "z").write("new/run", "z", 0777));
  CHECK(run.mode("private") == 0600);
  CHECK(run.mode("new/file") == 0600);
  CHECK(run.mode("new/run") == 0700);
  CHECK(run.mode("new") == 0700);
}

TEST_CASE("a mode change takes no bits that the umask forbids and drops none that were there") {
  CommitRun run;
  run.dir.write("a", "x");
  run.dir.set_mode("a", 0664);
  test::Changes changes = run.changes();
  run.committed(changes.set_mode("a", 0777));
  CHECK(run.mode("a") == 0775);
  CHECK(run.dir.read("a") == "x");
  test::Changes back = run.changes();
  run.committed(back.set_mode("a", 0666));
  CHECK(run.mode("a") == 0664);
}

TEST_CASE("owner, extended attributes and set-id bits of a replaced file stay") {
  CommitRun run;
  run.dir.write("a", "x");
  bool attributes = ::setxattr(run.dir.path("a").c_str(), "user.tag", "value", 5, 0) == 0;
  if (!attributes) MESSAGE("no extended attributes here: not tested");
  if (::geteuid() == 0) REQUIRE(::chown(run.dir.path("a").c_str(), 1234, 4321) == 0);
  run.dir.set_mode("a", 04755);
  test::Changes changes = run.changes();
  run.committed(changes.write("a", "y"));
  struct stat about {};
  REQUIRE(::stat(run.dir.path("a").c_str(), &about) == 0);
  CHECK((about.st_mode & 07777) == 04755);
  if (::geteuid() == 0) CHECK((about.st_uid == 1234 && about.st_gid == 4321));
  char value[8] = {};
  if (attributes) CHECK(::getxattr(run.dir.path("a").c_str(), "user.tag", value, sizeof value) == 5);
}

TEST_CASE("a file of another user becomes one of the caller's, without set-id bits, and undo brings the text back") {
  if (::geteuid() != 0) return;  // only the superuser has files of others
  CommitRun run;
  run.dir.set_mode("", 0777);
  run.dir.write("plain", "x");
  run.dir.write("tagged", "y");
  for (const char* path : {"plain", "tagged"}) run.dir.set_mode(path, 06755);
  bool attributes = ::setxattr(run.dir.path("tagged").c_str(), "user.tag", "value", 5, 0) == 0;
  if (!attributes) MESSAGE("no extended attributes here: not tested");
  {
    test::AsNobody nobody;
    REQUIRE(nobody.ok());
    test::Changes changes = run.changes();
    run.committed(changes.write("plain", "new").write("tagged", "new"));
    for (const char* path : {"plain", "tagged"}) {
      struct stat about {};
      REQUIRE(::stat(run.dir.path(path).c_str(), &about) == 0);
      CHECK(about.st_uid == test::AsNobody::kNobody);
      CHECK((about.st_mode & 07777) == 0755);
    }
    char value[8] = {};
    if (attributes) CHECK(::getxattr(run.dir.path("tagged").c_str(), "user.tag", value, sizeof value) == 5);
    CHECK(undo(run.open(), {}).diagnostics.ok());
  }
  CHECK(run.dir.read("plain") == "x");
  CHECK(run.dir.read("tagged") == "y");
}

TEST_CASE("a new file takes the group and the ACL that its folder hands on") {
  CommitRun run;
  run.dir.make_directory("shared");
  if (::geteuid() == 0) REQUIRE(::chown(run.dir.path("shared").c_str(), 0, 4321) == 0);
  run.dir.set_mode("shared", 02775);
  // user::rwx, user:1234:rw-, group::r-x, mask::rwx, other::---
  static constexpr unsigned char kAcl[] = {2, 0, 0, 0, 1, 0, 7, 0, 255, 255, 255, 255, 2, 0, 6, 0, 210, 4, 0, 0, 4, 0,
      5, 0, 255, 255, 255, 255, 16, 0, 7, 0, 255, 255, 255, 255, 32, 0, 0, 0, 255, 255, 255, 255};
  bool acl = ::setxattr(run.dir.path("shared").c_str(), "system.posix_acl_default", kAcl, sizeof kAcl, 0) == 0;
  if (!acl) MESSAGE("no ACLs here: not tested");
  test::Changes changes = run.changes();
  run.committed(changes.write("shared/a", "x").write("shared/sub/b", "y"));
  run.dir.write("shared/c", "made by hand");
  struct stat ours {};
  struct stat theirs {};
  REQUIRE(::stat(run.dir.path("shared/a").c_str(), &ours) == 0);
  REQUIRE(::stat(run.dir.path("shared/c").c_str(), &theirs) == 0);
  CHECK(ours.st_gid == theirs.st_gid);
  CHECK(ours.st_mode == theirs.st_mode);
  char our_acl[100];
  char their_acl[100];
  ssize_t size = ::getxattr(run.dir.path("shared/c").c_str(), "system.posix_acl_access", their_acl, sizeof their_acl);
  CHECK(::getxattr(run.dir.path("shared/a").c_str(), "system.posix_acl_access", our_acl, sizeof our_acl) == size);
  if (acl && size > 0)
    CHECK(std::string(our_acl, static_cast<size_t>(size)) == std::string(their_acl, static_cast<size_t>(size)));
}

TEST_CASE("a replaced file gets no ACL from the folder that the state folder was made in") {
  CommitRun run;
  run.dir.write("a", "old");
  // user::rwx, user:1234:rwx, group::r-x, mask::rwx, other::---
  static constexpr unsigned char kAcl[] = {2, 0, 0, 0, 1, 0, 7, 0, 255, 255, 255, 255, 2, 0, 7, 0, 210, 4, 0, 0, 4, 0,
      5, 0, 255, 255, 255, 255, 16, 0, 7, 0, 255, 255, 255, 255, 32, 0, 0, 0, 255, 255, 255, 255};
  if (::setxattr(run.dir.path("").c_str(), "system.posix_acl_default", kAcl, sizeof kAcl, 0) != 0) {
    MESSAGE("no ACLs here: skipped");
    return;
  }
  test::Changes changes = run.changes();
  run.committed(changes.write("a", "new").write("n/b", "x"));
  CHECK(run.dir.read("a") == "new");
  CHECK(::getxattr(run.dir.path("a").c_str(), "system.posix_acl_access", nullptr, 0) < 0);
  struct stat ours {};
  struct stat theirs {};
  REQUIRE(::mkdir(run.dir.path("m").c_str(), 0777) == 0);
  REQUIRE(::stat(run.dir.path("n").c_str(), &ours) == 0);
  REQUIRE(::stat(run.dir.path("m").c_str(), &theirs) == 0);
  CHECK(ours.st_mode == theirs.st_mode);
}

TEST_CASE("a symbolic link can be made, and a hard link is broken, not written through") {
  CommitRun run;
  run.dir.write("a", "old");
  REQUIRE(::link(run.dir.path("a").c_str(), run.dir.path("twin").c_str()) == 0);
  test::Changes changes = run.changes();
  run.committed(changes.link("folder/link", "../a").write("a", "new"));
  CHECK(run.dir.tree() ==
      Tree{{"a", "file 644 new"}, {"twin", "file 644 old"}, {"folder", "dir 755"}, {"folder/link", "link ../a"}});
}

TEST_CASE("large files and many files go through") {
  CommitRun run;
  std::string large(3 << 20, 'x');
  run.dir.write("large", large);
  test::Changes changes = run.changes();
  changes.write("large", large + "y");
  for (int i = 0; i < 100; ++i)
    changes.write("d" + std::to_string(i % 7) + "/f" + std::to_string(i), std::to_string(i));
  run.committed(changes);
  CHECK(run.dir.read("large") == large + "y");
  CHECK(run.dir.read("d6/f97") == "97");
}

TEST_CASE("a file that was changed after it was read stays as it is, and all else too") {
  CommitRun run;
  run.dir.write("a", "old a");
  run.dir.write("b", "old b");
  run.dir.write("c/d", "old d");
  test::Changes changes = run.changes();
  changes.write("a", "new a").write("b", "new b").remove("c/d").write("new/n", "n");
  SUBCASE("written in place") { run.dir.write("b", "foreign"); }
  SUBCASE("replaced by another file") {
    run.dir.write("other", "foreign");
    REQUIRE(::rename(run.dir.path("other").c_str(), run.dir.path("b").c_str()) == 0);
  }
  SUBCASE("deleted") { REQUIRE(::unlink(run.dir.path("b").c_str()) == 0); }
  SUBCASE("its mode was changed") { run.dir.set_mode("b", 0600); }
  SUBCASE("a link instead") {
    REQUIRE(::unlink(run.dir.path("b").c_str()) == 0);
    run.dir.make_link("b", "a");
  }
  SUBCASE("a folder instead") {
    REQUIRE(::unlink(run.dir.path("b").c_str()) == 0);
    run.dir.write("b/x", "foreign");
  }
  Error error = run.fails(changes);
  CHECK(error.code == Code::file_changed);
  CHECK(error.message == "'b' was changed by another process during the run");
  CHECK(error.path == "b");
}

TEST_CASE("a deleted file that was changed meanwhile comes back") {
  CommitRun run;
  run.dir.write("a", "old a");
  run.dir.write("c/d", "old d");
  test::Changes changes = run.changes();
  changes.write("a", "new a").remove("c/d");
  run.dir.write("c/d", "foreign");
  CHECK(run.fails(changes).code == Code::file_changed);
}

TEST_CASE("a file that appears where one is to be created is not overwritten") {
  CommitRun run;
  run.dir.write("a", "old a");
  test::Changes changes = run.changes();
  changes.write("a", "new a").write("n/m", "new");
  SUBCASE("a file") { run.dir.write("n/m", "foreign"); }
  SUBCASE("a link") { run.dir.make_link("n/m", "/nowhere"); }
  SUBCASE("a folder") { run.dir.write("n/m/x", "foreign"); }
  Error error = run.fails(changes);
  CHECK(error.code == Code::file_exists);
  CHECK(error.message == "'n/m' was created by another process during the run");
}

TEST_CASE("a folder that became a link or a file is not gone through") {
  CommitRun run;
  test::TempDir outside;
  run.dir.write("a", "old a");
  run.dir.write("f/x", "old x");
  test::Changes changes = run.changes();
  changes.write("a", "new a").write("f/new", "new").write("f/x", "new x");
  REQUIRE(::rename(run.dir.path("f").c_str(), run.dir.path("moved").c_str()) == 0);
  SUBCASE("a link") {
    run.dir.make_link("f", outside.path());
    CHECK(run.fails(changes).code == Code::path_symlink);
  }
  SUBCASE("a file") {
    run.dir.write("f", "foreign");
    CHECK(run.fails(changes).code == Code::path_conflict);
  }
  SUBCASE("gone") { CHECK(run.fails(changes).code == Code::file_changed); }
  CHECK(outside.tree().empty());
}

TEST_CASE("an interrupt leaves the old tree") {
  CommitRun run;
  run.dir.write("a", "old a");
  std::atomic<bool> interrupted{false};
  test::Changes changes = run.changes({.interrupted = &interrupted});
  interrupted = true;
  Error error = run.fails(changes.write("a", "new a"));
  CHECK(error.code == Code::interrupted);
}
