// What is flushed, how often and in which order.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include "disk/history.h"
#include "support/work_run.h"

using namespace aptix;
using namespace aptix::disk;
using test::Tree;

TEST_CASE("five files in three folders need three flushes, or ten when others write, in a fresh tree too") {
  test::WorkRun run;
  uint64_t flushes = 3;
  SUBCASE("little else is to be written") {}
  SUBCASE("others have something to write") {
    run.fs.unwritten = 10 << 20;
    flushes = 10;
  }
  for (const char* path : {"src/a", "src/b", "lib/c", "lib/d", "doc/e"}) run.dir.write(path, "old");
  for (int round = 0; round < 2; ++round) {
    run.fs.syncs = 0;
    uint64_t before = run.fs.calls();
    test::Changes changes = run.changes();
    for (const char* path : {"src/a", "src/b", "lib/c", "lib/d", "doc/e"}) changes.write(path, std::to_string(round));
    CHECK(run.commit(changes).ok());
    CHECK(run.fs.syncs == flushes);
    CHECK(run.fs.calls() - before < 200);
  }
}

TEST_CASE("where fsync does not cover names, their folders are flushed too") {
  test::WorkRun run;
  run.fs.covers_names = false;
  run.fs.unwritten = 10 << 20;
  test::Changes changes = run.changes();
  CHECK(run.commit(changes.write("new/a", "x")).ok());
  // file, manifest, tx, .aptix, the workspace (.aptix is new); new, the workspace; .aptix, log
  CHECK(run.fs.syncs == 9);
}

TEST_CASE("the number of flushes does not grow with the number of files") {
  test::WorkRun run;
  for (int count : {50, 500}) {
    run.fs.syncs = 0;
    test::Changes changes = run.changes();
    for (int i = 0; i < count; ++i)
      changes.write("d" + std::to_string(i % 9) + "/f" + std::to_string(i), std::to_string(count));
    CHECK(run.commit(changes).ok());
    CHECK(run.fs.syncs == 3);
  }
}

TEST_CASE("new folders appear with all that is new in them, by one rename each") {
  test::WorkRun run;
  uint64_t renames = 0;
  bool made_by_somebody = false;
  run.fs.before = [&](const std::string& call) {
    if (call != "rename") return;
    if (++renames == 1 && made_by_somebody) run.dir.write("one/theirs", "x");
  };
  auto new_files = [&] {
    test::Changes changes = run.changes();
    for (int i = 0; i < 20; ++i)
      changes.write("one/f" + std::to_string(i), "x").write("two/deep/f" + std::to_string(i), "x");
    return changes;
  };
  Tree wanted;
  for (int i = 0; i < 20; ++i) wanted["one/f" + std::to_string(i)] = wanted["two/deep/f" + std::to_string(i)] = "x";
  auto holds = [&](const Tree& files) {
    for (const auto& [path, text] : files) CHECK(run.dir.read(path) == text);
  };
  SUBCASE("as a rule") {
    test::Changes changes = new_files();
    auto done = run.commit(changes);
    CHECK(done.ok());
    CHECK(renames == 2 + 1);  // the folders; the record
    holds(wanted);
  }
  SUBCASE("somebody makes one of them meanwhile: file by file") {
    made_by_somebody = true;
    test::Changes changes = new_files();
    CHECK(run.commit(changes).ok());
    CHECK(renames > 20);
    wanted["one/theirs"] = "x";
    holds(wanted);
    CHECK_FALSE(run.dir.exists(".aptix/trash-0"));
  }
  SUBCASE("the second one fails: the first goes again") {
    uint64_t seen = 0;
    run.fs.before = [&](const std::string& call) {
      if (call == "rename" && ++seen == 2) run.fs.fail_at(1, EIO);
    };
    test::Changes changes = new_files();
    CHECK_FALSE(run.commit(changes).ok());
    CHECK(run.dir.tree().empty());
  }
}

TEST_CASE("a folder with an ACL or a group for new ones makes the new ones itself") {
  test::WorkRun run;
  run.dir.write("shared/old", "x");
  run.dir.set_mode("shared", 02775);
  test::Changes changes = run.changes();
  for (int i = 0; i < 20; ++i) changes.write("shared/new/f" + std::to_string(i), "x");
  CHECK(run.commit(changes).ok());
  struct stat about {};
  REQUIRE(::stat(run.dir.path("shared/new").c_str(), &about) == 0);
  CHECK((about.st_mode & S_ISGID) != 0);
}

TEST_CASE("when others have much to write, each file is flushed instead of everything") {
  test::WorkRun run;
  run.fs.unwritten = 100 << 20;
  auto many = [&] {
    test::Changes changes = run.changes();
    for (int i = 0; i < 40; ++i) changes.write("d/f" + std::to_string(i), "x");
    return changes;
  };
  SUBCASE("all goes well") {
    test::Changes changes = many();
    CHECK(run.commit(changes).ok());
    CHECK(run.fs.syncs == 40 + 3);  // the manifest, the folder, the state folder
  }
  SUBCASE("one of them fails") {
    test::Changes changes = many();
    run.fs.fail_call("sync_data", EIO, 7);
    auto done = run.commit(changes);
    REQUIRE(done.diagnostics.errors.size() == 1);
    CHECK(done.diagnostics.errors[0].code == Code::io_error);
    CHECK(run.dir.tree().empty());
  }
}

TEST_CASE("without flushes none is made, and all else is the same") {
  test::WorkRun run;
  run.dir.write("a", "old");
  test::Changes changes = run.changes();
  CHECK(run.commit(changes.write("a", "new").write("b/c", "x"), {.sync = false}).ok());
  CHECK(run.fs.syncs == 0);
  CHECK(run.dir.read("a") == "new");
}

TEST_CASE("undo makes the saved files durable before they are in the tree again") {
  test::WorkRun run;
  std::string flush = "sync_all";
  uint64_t expected = 1;
  SUBCASE("little else is to be written") {}
  SUBCASE("others have something to write") {
    run.fs.unwritten = 10 << 20;
    flush = "sync_data";
    expected = 2;
  }
  for (const char* path : {"a", "b"}) run.dir.write(path, "old");
  test::Changes changes = run.changes();
  CHECK(run.commit(changes.write("a", "new").write("b", "new")).ok());
  bool renamed = false;
  uint64_t flushes = 0;
  run.fs.before = [&](const std::string& call) {
    renamed = renamed || call == "rename";
    if (call == flush && !renamed) ++flushes;
  };
  CHECK(undo(run.open(), {}).ok());
  CHECK(flushes == expected);
}
