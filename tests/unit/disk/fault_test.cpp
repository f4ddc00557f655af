// What is said and done when the operating system refuses or lacks something.
#include <doctest/doctest.h>
#include <sys/xattr.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <thread>

#include "disk/history.h"
#include "disk/reader.h"
#include "support/work_run.h"

using namespace aptix;
using namespace aptix::disk;
using test::Tree;

TEST_CASE("a full disk says so, and what to do") {
  test::WorkRun run;
  run.dir.write("a", "old");
  Tree before = run.dir.tree();
  test::Changes changes = run.changes();
  run.fs.fail_call("write", ENOSPC);
  auto done = run.commit(changes.write("a", "new"));
  REQUIRE(done.diagnostics.errors.size() == 1);
  CHECK(done.diagnostics.errors[0].code == Code::io_no_space);
  CHECK(done.diagnostics.errors[0].message == "cannot write 'a': no space left on device");
  CHECK(done.diagnostics.errors[0].hint == "free some space on the disk and run it again");
  CHECK(run.dir.tree() == before);
  CHECK_FALSE(run.dir.exists(".aptix/tx"));
}

TEST_CASE("a refusal while publishing takes everything back") {
  struct Refusal {
    const char* call;
    uint64_t nth;
    int error;
    const char* message;
  };
  constexpr Refusal kRefusals[] = {
      {"rename", 1, EPERM, "cannot delete 'c/gone': operation not permitted"},
      {"rename", 2, EACCES, "cannot write 'a': permission denied"},
      {"rename", 3, EROFS, "cannot write 'n/new': read-only file system"},
      {"rename", 4, EIO, "cannot write '.aptix/tx': input/output error"},
      {"rmdir", 1, EIO, "cannot remove the empty folder 'c': input/output error"},
      {"mkdir", 2, ENOSPC, "cannot make the folder 'n': no space left on device"},
      {"sync", 2, EIO, "cannot write the folder '.': input/output error"},
  };
  for (const Refusal& refusal : kRefusals) {
    INFO(std::string(refusal.message));
    test::WorkRun run;
    run.fs.unwritten = 10 << 20;  // so that every file and folder has its own call
    run.dir.write("a", "old");
    run.dir.write("c/gone", "old");
    run.dir.make_directory(".aptix/log");
    Tree before = run.dir.tree();
    test::Changes changes = run.changes();
    run.fs.fail_call(refusal.call, refusal.error, refusal.nth);
    auto done = run.commit(changes.write("a", "new").remove("c/gone").write("n/new", "x"));
    REQUIRE(done.diagnostics.errors.size() == 1);
    CHECK(done.diagnostics.errors[0].message == std::string(refusal.message));
    CHECK(run.dir.tree() == before);
    CHECK_FALSE(run.dir.exists(".aptix/tx"));
  }
}

TEST_CASE("a file that may not go for a folder, and a folder that may not go for a file, stay as they are") {
  test::WorkRun run;
  run.dir.write("s/a", "old");
  Tree before = run.dir.tree();
  test::Changes changes = run.changes();
  const char* message = nullptr;
  auto forbid = [&run](const std::string& first) {
    run.fs.before = [&run, first](const std::string& name) {
      if (name == first || name == "rmdir") run.fs.fail_at(1, EACCES);
    };
  };
  SUBCASE("a file") {
    forbid("rename");
    changes.remove("s/a").write("s/a/b", "new");
    message = "cannot delete 's/a': permission denied";
  }
  SUBCASE("a folder") {
    forbid("rmdir");
    changes.remove("s/a").write("s", "new");
    message = "cannot remove the empty folder 's': permission denied";
  }
  auto done = run.commit(changes);
  REQUIRE(done.diagnostics.errors.size() == 1);
  CHECK(done.diagnostics.errors[0].code == Code::io_error);
  CHECK(done.diagnostics.errors[0].message == std::string(message));
  CHECK(run.dir.tree() == before);
}

TEST_CASE("a file on another file system gets no ACL from its folder when it is replaced") {
  test::WorkRun run;
  run.dir.write("m/a", "old");
  run.fs.mounted = run.dir.path("m");
  // user::rwx, user:1234:rwx, group::r-x, mask::rwx, other::---
  static constexpr unsigned char kAcl[] = {2, 0, 0, 0, 1, 0, 7, 0, 255, 255, 255, 255, 2, 0, 7, 0, 210, 4, 0, 0, 4, 0,
      5, 0, 255, 255, 255, 255, 16, 0, 7, 0, 255, 255, 255, 255, 32, 0, 0, 0, 255, 255, 255, 255};
  if (::setxattr(run.dir.path("m").c_str(), "system.posix_acl_default", kAcl, sizeof kAcl, 0) != 0) {
    MESSAGE("no ACLs here: skipped");
    return;
  }
  test::Changes changes = run.changes();
  REQUIRE(run.commit(changes.write("m/a", "new")).ok());
  CHECK(run.dir.tree()["m/a"] == "file 644 new");
  CHECK(::getxattr(run.dir.path("m/a").c_str(), "system.posix_acl_access", nullptr, 0) < 0);
}

TEST_CASE("a failed roll-back names every path with its state, and recovery goes on") {
  test::WorkRun run;
  run.dir.write("a", "old a");
  run.dir.write("b", "old b");
  Tree before = run.dir.tree();
  test::Changes changes = run.changes();
  uint64_t renames = 0;
  run.fs.before = [&](const std::string& call) {
    if (call == "rename" && ++renames == 2) run.fs.fail_from(1, EIO);
  };
  auto done = run.commit(changes.write("a", "new a").write("b", "new b"));
  REQUIRE(done.diagnostics.errors.size() == 1);
  const Error& error = done.diagnostics.errors[0];
  CHECK(error.code == Code::rollback_failed);
  CHECK(error.message == "the old tree could not be restored completely");
  CHECK(error.hint == "repair the cause and run 'aptix recover'");
  CHECK(error.notes ==
      std::vector<std::string>{"the run itself failed: cannot write 'b': input/output error",
          "'b' may still be new: input/output error", "'a' may still be new: input/output error"});
  CHECK(run.dir.read("a") == "new a");

  run.fs.fail_at(0, 0);
  run.fs.before = nullptr;
  Tree interrupted = run.dir.tree();
  auto foreseen = recover(run.open(), {.dry_run = true});
  CHECK(foreseen.ok());
  CHECK(foreseen.value.found);
  CHECK(foreseen.value.restored == std::vector<std::string>{"a"});
  CHECK(foreseen.value.kept.empty());
  CHECK(run.dir.tree() == interrupted);
  CHECK(run.dir.exists(".aptix/tx"));

  auto recovered = recover(run.open());
  CHECK(recovered.ok());
  CHECK(recovered.value.found);
  CHECK(recovered.value.restored == std::vector<std::string>{"a"});
  REQUIRE(recovered.diagnostics.warnings.size() == 1);
  CHECK(recovered.diagnostics.warnings[0].code == Code::recovered);
  CHECK(recovered.diagnostics.warnings[0].message ==
      "an interrupted run was rolled back; 1 file has the old content again");
  CHECK(run.dir.tree() == before);
}

TEST_CASE("the ways round a missing exchange, link or openat2 give the same tree, and undo does") {
  struct Kind {
    const char* name;
    void (*set_up)(test::WorkRun& run);
  };
  constexpr Kind kKinds[] = {
      {"no openat2", [](test::WorkRun& run) { run.fs.no_openat2 = true; }},
      {"no exchange", [](test::WorkRun& run) { run.fs.no_rename_flags = true; }},
      {"no exchange, no links", [](test::WorkRun& run) { run.fs.no_rename_flags = run.fs.no_links = true; }},
      {"no links", [](test::WorkRun& run) { run.fs.no_links = true; }},
      {"a mount", [](test::WorkRun& run) { run.fs.mounted = run.dir.path("m"); }},
      {"a poor mount",
          [](test::WorkRun& run) {
            run.fs.mounted = run.dir.path("m");
            run.fs.no_rename_flags = run.fs.no_links = true;
          }},
  };
  for (const Kind& kind : kKinds) {
    INFO(std::string(kind.name));
    test::WorkRun run;
    kind.set_up(run);
    run.dir.write("m/a", "old a");
    run.dir.set_mode("m/a", 0640);
    run.dir.write("m/deep/gone", "old gone");
    run.dir.set_mode("m/deep", 0750);
    Tree before = run.dir.tree();
    test::Changes changes = run.changes();
    auto done =
        run.commit(changes.write("m/a", "new a").remove("m/deep/gone").write("m/n/new", "x").link("m/link", "a"));
    for (const Diagnostic& error : done.diagnostics.errors) FAIL_CHECK(error.message);
    CHECK(done.diagnostics.warnings.empty());
    CHECK(run.dir.tree() ==
        Tree{{"m", "dir 755"}, {"m/a", "file 640 new a"}, {"m/link", "link a"}, {"m/n", "dir 755"},
            {"m/n/new", "file 644 x"}});
    Tree after = run.dir.tree();
    CHECK(undo(run.open(), {}).ok());
    CHECK(run.dir.tree() == before);
    CHECK(undo(run.open(), {.redo = true}).ok());
    CHECK(run.dir.tree() == after);
  }
}

TEST_CASE("without openat2 links are not followed either") {
  test::WorkRun run;
  test::TempDir outside;
  outside.write("secret/file", "x");
  run.fs.no_openat2 = true;
  run.dir.make_link("folder", outside.path());
  run.dir.write("file", "x");
  auto reader = disk::reader(run.open(), {});
  CHECK(reader->read(*RelPath::parse("folder/secret/file")).error().code == Code::path_symlink);
  CHECK(reader->read(*RelPath::parse("folder/file")).error().code == Code::path_symlink);
  CHECK(reader->read(*RelPath::parse("file/below")).error().code == Code::path_conflict);
  CHECK(reader->read(*RelPath::parse("file/far/below")).error().code == Code::path_conflict);
  CHECK_FALSE(reader->read(*RelPath::parse("no/such/file"))->exists);
}

TEST_CASE("a broken invariant rolls back before it goes on") {
  test::WorkRun run;
  run.dir.write("a", "old a");
  run.dir.write("b", "old b");
  Tree before = run.dir.tree();
  for (uint64_t n = 1; n <= 2; ++n) {
    test::Changes changes = run.changes();
    uint64_t renames = 0;
    run.fs.before = [&](const std::string& call) {
      if (call == "rename" && ++renames == n) throw std::logic_error("a bug");
    };
    CHECK_THROWS_AS(run.commit(changes.write("a", "new a").write("b", "new b")), std::logic_error);
    run.fs.before = nullptr;
    CHECK(run.dir.tree() == before);
    CHECK_FALSE(run.dir.exists(".aptix/tx"));
  }
}

TEST_CASE("an interrupt at any call leaves the old tree or the new one, and says which") {
  for (uint64_t n = 1;; ++n) {
    CAPTURE(n);
    test::WorkRun run;
    run.dir.write("a", "old a");
    run.dir.write("c/d", "old d");
    Tree before = run.dir.tree();
    std::atomic<bool> interrupted{false};
    test::Changes changes = run.changes({.interrupted = &interrupted});
    changes.write("a", "new a").remove("c/d").write("n/m", "new");
    uint64_t calls = 0;
    run.fs.before = [&](const std::string&) { interrupted = interrupted || ++calls == n; };
    auto done = run.commit(changes);
    if (done.ok()) CHECK(run.dir.read("n/m") == "new");
    else CHECK(run.dir.tree() == before);
    if (!done.ok()) CHECK(done.diagnostics.errors[0].code == Code::interrupted);
    if (!interrupted) break;
  }
}

TEST_CASE("where no state folder can be made, a run with nothing to do is done, and one with something fails") {
  test::WorkRun run;
  run.dir.write("a", "1");
  Tree before = run.dir.tree();
  run.open();
  run.fs.fail_call("mkdir", EROFS);
  CHECK_FALSE(disk::lock(*run.workspace).ok());
  run.open();
  run.fs.fail_call("mkdir", EROFS);
  CHECK(disk::lock(*run.workspace, Unmade::waits).ok());
  test::Changes nothing(*run.workspace);
  CHECK(run.commit(nothing).ok());
  test::Changes changes(*run.workspace);
  auto done = run.commit(changes.write("a", "2"));
  REQUIRE(done.diagnostics.errors.size() == 1);
  CHECK(done.diagnostics.errors[0].message == "cannot make '" + run.dir.path() + "/.aptix': read-only file system");
  CHECK(run.dir.tree() == before);
}

// The signal handler of a run that dies asks on any thread, at any moment.
TEST_CASE("a run that dies in the call that commits learns whether it did") {
  for (int error : {0, EIO}) {
    CAPTURE(error);
    test::WorkRun run;
    run.dir.write("a", "old");
    CommitGate gate;
    test::Changes changes = run.changes({.committed = &gate});
    std::thread dying;
    std::atomic<bool> told = false;
    uint64_t learned = 99, renames = 0;
    run.fs.before = [&](const std::string& call) {
      if (call != "rename" || ++renames != 2) return;  // the first one publishes
      dying = std::thread([&] {
        learned = gate.close();
        told = true;
      });
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      CHECK_FALSE(told);
      if (error != 0) run.fs.fail_at(1, error);
    };
    auto done = run.commit(changes.write("a", "new"));
    REQUIRE(dying.joinable());
    dying.join();
    CHECK(done.ok() == (error == 0));
    CHECK(learned == (error == 0 ? 1 : 0));
    CHECK(run.dir.read("a") == (error == 0 ? "new" : "old"));
  }
}
