// Folders that a run leaves empty, with an owner, attributes and ACLs: they go, and come back as they were.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "disk/history.h"
#include "support/as_nobody.h"
#include "support/work_run.h"

using namespace aptix;
using namespace aptix::disk;
using test::Tree;

namespace {

struct FoldersRun : test::WorkRun {
  FoldersRun() {
    dir.write("d/e/f/a", "one\n");
    dir.write("d/k", "k\n");
    for (const char* folder : {"d/e/f", "d/e"})
      if (!dir.dress_directory(folder)) MESSAGE("an owner, attribute or ACL cannot be had here: not tested in full");
    dir.set_mode("d/e", 02770);
    before = dir.tree();
  }

  test::Changes removal() {
    test::Changes set = changes();
    set.remove("d/e/f/a").write("d/k", "new k\n");
    return set;
  }

  Tree before;
};

struct Kind {
  const char* name;
  void (*set_up)(test::WorkRun& run);
};
constexpr Kind kKinds[] = {{"plain", [](test::WorkRun&) {}},
    {"no exchange", [](test::WorkRun& run) { run.fs.no_rename_flags = run.fs.no_openat2 = true; }},
    {"a mount", [](test::WorkRun& run) { run.fs.mounted = run.dir.path("d"); }}};

bool is_empty_state(const test::WorkRun& run) {
  return !run.dir.exists(".aptix/tx") && !run.dir.exists(".aptix/trash-0");
}

}  // namespace

TEST_CASE("a folder that a failed run had removed has its owner, attributes and ACL again") {
  for (const Kind& kind : kKinds) {
    INFO(std::string(kind.name));
    FoldersRun run;
    kind.set_up(run);
    test::Changes set = run.removal();
    bool failed = false;
    run.fs.before = [&](const std::string& call) {
      if (call != "rename" || run.dir.exists("d/e") || failed) return;
      failed = true;
      run.fs.fail_at(1, EIO);
    };
    CHECK_FALSE(run.commit(set).ok());
    CHECK(failed);
    CHECK(run.dir.tree() == run.before);
    CHECK(is_empty_state(run));
  }
}

TEST_CASE("a folder that a killed run had removed has its owner, attributes and ACL again") {
  for (const Kind& kind : kKinds) {
    INFO(std::string(kind.name));
    FoldersRun run;
    kind.set_up(run);
    test::Changes set = run.removal();
    run.fs.before = [&](const std::string& call) {
      if (call == "rename" && !run.dir.exists("d/e")) run.fs.crash_at(1);
    };
    CHECK_THROWS_AS(run.commit(set), test::Crash);
    run.fs.before = nullptr;
    run.fs.crash_at(0);
    CHECK_FALSE(run.dir.exists("d/e"));
    auto recovered = recover(run.open());
    CHECK(recovered.ok());
    CHECK(recovered.value.kept.empty());
    CHECK(run.dir.tree() == run.before);
    CHECK(is_empty_state(run));
  }
}

TEST_CASE("undo brings the owner, attributes and ACL of a removed folder back, and so again after redo") {
  for (const Kind& kind : kKinds) {
    INFO(std::string(kind.name));
    FoldersRun run;
    kind.set_up(run);
    test::Changes set = run.removal();
    run.committed(set);
    Tree after = run.dir.tree();
    CHECK_FALSE(run.dir.exists("d/e"));
    for (int i = 0; i < 2; ++i) {
      CHECK(undo(run.open(), {}).ok());
      CHECK(run.dir.tree() == run.before);
      CHECK(undo(run.open(), {.redo = true}).ok());
      CHECK(run.dir.tree() == after);
    }
  }
}

TEST_CASE("an undo that fails may be run again, and after one that works its record holds no folder") {
  FoldersRun run;
  test::Changes set = run.removal();
  run.committed(set);
  Tree after = run.dir.tree();
  run.fs.before = [&](const std::string& call) {
    if (call == "rename" && run.dir.exists("d/e")) run.fs.fail_at(1, EIO);
  };
  CHECK_FALSE(undo(run.open(), {}).ok());
  CHECK(run.dir.tree() == after);
  run.fs.before = nullptr;
  CHECK(undo(run.open(), {}).ok());
  CHECK(run.dir.tree() == run.before);
  CHECK_FALSE(run.dir.exists(".aptix/log/1/r0"));
  CHECK_FALSE(run.dir.exists(".aptix/log/1/r1"));
}

TEST_CASE("where no folder was saved, its mode comes back") {
  FoldersRun run;
  test::Changes set = run.removal();
  run.committed(set);
  for (const char* saved : {".aptix/log/1/r0", ".aptix/log/1/r1"}) ::rmdir(run.dir.path(saved).c_str());
  CHECK(undo(run.open(), {}).ok());
  CHECK(run.dir.tree().at("d/e") == "dir 2770");
  CHECK(run.dir.read("d/e/f/a") == "one\n");
}

TEST_CASE("a folder as mkdir makes it is not saved, and dropped preimages take the saved folders along") {
  FoldersRun run;
  run.dir.write("usual/b", "text");
  test::Changes set = run.changes();
  run.committed(set.remove("usual/b"));
  CHECK_FALSE(run.dir.exists(".aptix/log/1/r0"));
  test::Changes removal = run.removal();
  run.committed(removal);
  bool saved = run.dir.exists(".aptix/log/2/r0");
  if (!saved) MESSAGE("nothing to save here: not tested in full");
  test::Changes more = run.changes();
  run.committed(more.write("d/k", "newer\n"), {.keep_bytes = 1});
  CHECK(run.dir.exists(".aptix/log/2/manifest"));
  CHECK_FALSE(run.dir.exists(".aptix/log/2/r0"));
  test::Changes last = run.changes();
  run.committed(last.write("d/k", "newest\n"), {.keep_transactions = 1});
  CHECK_FALSE(run.dir.exists(".aptix/log/2"));
  CHECK(is_empty_state(run));
}

TEST_CASE("a folder of somebody else that this user could not make again stays, and gives way to no file") {
  if (::geteuid() != 0) {
    MESSAGE("needs the superuser: skipped");
    return;
  }
  test::WorkRun run;
  run.dir.write("theirs/a", "1");
  run.dir.write("way/b", "2");
  REQUIRE(::chown(run.dir.path("theirs/a").c_str(), test::AsNobody::kNobody, test::AsNobody::kNobody) == 0);
  for (const char* folder : {"", "theirs", "way"}) run.dir.set_mode(folder, 0777);
  Tree before = run.dir.tree();
  test::AsNobody nobody;
  REQUIRE(nobody.ok());
  test::Changes changes = run.changes();
  changes.remove("theirs/a").remove("way/b").write("way", "a file");
  for (const Diagnostics& said : {foresee(*run.workspace, changes.set), run.commit(changes).diagnostics}) {
    REQUIRE(said.errors.size() == 1);
    CHECK(said.errors[0].message == "cannot keep the owner, mode and attributes of 'way': operation not permitted");
  }
  CHECK(run.dir.tree() == before);
  test::Changes may = run.changes();
  CHECK(run.committed(may.remove("theirs/a")).directories_removed.empty());
  CHECK(run.dir.tree().at("theirs") == before.at("theirs"));
  CHECK(undo(run.open(), {}).ok());
  CHECK(run.dir.tree() == before);
}
