// Undo, redo and the log.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "disk/history.h"
#include "disk/record/manifest.h"
#include "support/work_run.h"

using namespace aptix;
using namespace aptix::disk;
using test::Tree;

namespace {

const Surroundings kTester = {.caller = "tester", .command = "test it", .now_ns = 5};

struct UndoRun : test::WorkRun {
  uint64_t commit(test::Changes& changes) { return committed(changes).id; }

  Workspace& open() { return WorkRun::open(kTester); }
  test::Changes changes() { return WorkRun::changes(kTester); }

  uint64_t write(std::string_view path, std::string_view content) {
    test::Changes set = changes();
    return commit(set.write(path, content));
  }

  Undone undo(const UndoOptions& options = {}) {
    auto done = disk::undo(open(), options);
    for (const Diagnostic& error : done.diagnostics.errors) FAIL_CHECK(error.message);
    CHECK(done.diagnostics.warnings.empty());
    return done.value;
  }

  std::vector<Error> fails(const UndoOptions& options = {}) {
    Tree before = dir.tree();
    auto done = disk::undo(open(), options);
    CHECK_FALSE(done.ok());
    CHECK(dir.tree() == before);
    return done.diagnostics.errors;
  }

  std::vector<Record> log() {
    auto records = read_log(open());
    CHECK(records.ok());
    CHECK(records.diagnostics.warnings.empty());
    return records.value;
  }
};

}  // namespace

TEST_CASE("undo restores everything a transaction did, and redo does it again") {
  UndoRun run;
  run.dir.write("a", "old a\n");
  run.dir.write("gone/deep/d", "old d\n");
  run.dir.set_mode("gone/deep", 0700);
  run.dir.write("moved", "text");
  run.dir.set_mode("moved", 0751);
  run.dir.write("file", "a file");
  run.dir.write("mode", "x");
  Tree old_tree = run.dir.tree();
  test::Changes changes = run.changes();
  changes.write("a", "new a\n").write("new/er/e", "new e\n").remove("gone/deep/d").move("moved", "elsewhere/it");
  run.commit(changes.link("link", "a").remove("file").write("file/now/folder", "y").set_mode("mode", 0755));
  Tree new_tree = run.dir.tree();
  CHECK(new_tree != old_tree);

  Undone undone = run.undo();
  CHECK(undone.target.id == 1);
  CHECK(undone.target.command == "test it");
  CHECK(undone.committed.id == 2);
  CHECK(run.dir.tree() == old_tree);
  Undone redone = run.undo({.redo = true});
  CHECK(redone.target.id == 1);
  CHECK(run.dir.tree() == new_tree);
  run.undo();
  CHECK(run.dir.tree() == old_tree);
  CHECK(run.log().size() == 4);
}

TEST_CASE("undo brings the very file back, with its other names") {
  UndoRun run;
  run.dir.write("a", "old");
  REQUIRE(::link(run.dir.path("a").c_str(), run.dir.path("twin").c_str()) == 0);
  run.write("a", "new");
  run.undo();
  struct stat file {};
  struct stat twin {};
  REQUIRE(::stat(run.dir.path("a").c_str(), &file) == 0);
  REQUIRE(::stat(run.dir.path("twin").c_str(), &twin) == 0);
  CHECK(file.st_ino == twin.st_ino);
  CHECK(file.st_nlink == 2);
}

TEST_CASE("an empty folder that was there before stays after undo") {
  UndoRun run;
  run.dir.make_directory("empty");
  Tree before = run.dir.tree();
  run.write("empty/new/file", "x");
  run.undo();
  CHECK(run.dir.tree() == before);
}

TEST_CASE("folders of submodules are made and removed by themselves, and undo and redo bring them back") {
  UndoRun run;
  run.dir.make_directory("vendor/gone");
  run.dir.set_mode("vendor/gone", 0750);
  run.dir.write("file", "becomes a submodule");
  run.dir.make_directory("was");
  run.dir.write("held/one", "x");
  Tree before = run.dir.tree();
  test::Changes changes = run.changes();
  changes.remove_submodule("vendor/gone").add_submodule("new/deep/module").remove("file").add_submodule("file");
  run.commit(changes.remove_submodule("was")
                 .write("was", "now a file")
                 .remove("held/one")
                 .add_submodule("held", test::Changes::Folder::there));
  Tree after = run.dir.tree();
  CHECK_FALSE(run.dir.exists("vendor"));  // as a folder that its last file has left
  CHECK(after.contains("new/deep/module"));
  CHECK(after.contains("held"));
  CHECK_FALSE(after.contains("held/one"));
  CHECK(run.dir.read("was") == "now a file");
  run.undo();
  CHECK(run.dir.tree() == before);
  run.undo({.redo = true});
  CHECK(run.dir.tree() == after);
}

TEST_CASE("the folder of a submodule stays when there is something in it") {
  UndoRun run;
  run.dir.write("module/file", "of its own");
  Tree before = run.dir.tree();
  test::Changes changes = run.changes();
  run.commit(changes.remove_submodule("module"));
  CHECK(run.dir.tree() == before);
  run.undo();
  CHECK(run.dir.tree() == before);
}

TEST_CASE("a file does not take the place of a submodule's folder with something in it") {
  UndoRun run;
  run.dir.write("module/file", "of its own");
  run.dir.write("a", "old");
  Tree before = run.dir.tree();
  test::Changes changes = run.changes();
  changes.remove_submodule("module").write("module", "a file").write("a", "new");
  auto done = test::commit(*run.workspace, changes.set);
  REQUIRE(done.diagnostics.errors.size() == 1);
  CHECK(done.diagnostics.errors[0].message == "'module' is a folder with something in it: 'module/file'");
  CHECK(run.dir.tree() == before);
  CHECK(run.log().empty());
}

TEST_CASE("a file takes the place of a folder that only a submodule was in") {
  UndoRun run;
  run.dir.make_directory("folder/module");
  test::Changes changes = run.changes();
  run.commit(changes.remove_submodule("folder/module").remove_submodule("folder").write("folder", "a file"));
  CHECK(run.dir.read("folder") == "a file");
}

TEST_CASE("a submodule that has its folder makes no transaction") {
  UndoRun run;
  run.dir.make_directory("module");
  test::Changes changes = run.changes();
  CHECK(run.commit(changes.add_submodule("module", test::Changes::Folder::there)) == 0);
  CHECK(run.commit(changes.remove_submodule("never there", test::Changes::Folder::missing)) == 0);
}

TEST_CASE("undo again takes back the one before, redo goes the other way") {
  UndoRun run;
  run.write("a", "1");
  run.write("a", "2");
  run.write("a", "3");
  CHECK(run.undo().target.id == 3);
  CHECK(run.undo().target.id == 2);
  CHECK(run.dir.read("a") == "1");
  CHECK(run.undo({.redo = true}).target.id == 2);
  CHECK(run.dir.read("a") == "2");
  CHECK(run.undo({.redo = true}).target.id == 3);
  CHECK(run.dir.read("a") == "3");
  CHECK(run.fails({.redo = true})[0].message == "there is nothing to redo");
  for (int i = 0; i < 3; ++i) run.undo();
  CHECK_FALSE(run.dir.exists("a"));
  auto errors = run.fails();
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].code == Code::undo_nothing);
  CHECK(errors[0].message == "there is nothing to undo");
}

TEST_CASE("the log tells what stands") {
  UndoRun run;
  run.write("a", "1");
  run.write("b", "2");
  run.undo();
  std::vector<Record> records = run.log();
  REQUIRE(records.size() == 3);
  CHECK_FALSE(records[0].undone);
  CHECK(records[1].undone);
  CHECK(records[2].kind == TransactionKind::undo);
  CHECK(records[2].reverses == 2);
  CHECK_FALSE(records[2].undone);
  CHECK(records[1].caller == "tester");
  CHECK(records[1].time_ns == 5);
  REQUIRE(records[1].files.size() == 1);
  CHECK(records[1].files[0].path == "b");
  CHECK_FALSE(records[1].files[0].before.exists);
  CHECK(records[1].files[0].after.sha == sha256("2"));
  CHECK(records[1].files[0].after.size == 1);
  run.undo({.redo = true});
  records = run.log();
  CHECK_FALSE(records[1].undone);
  CHECK(records[2].undone);
}

TEST_CASE("one transaction of several is undone by its id, unless a later one touched its files") {
  UndoRun run;
  run.write("a", "1");
  run.write("b", "2");
  run.write("a", "3");
  CHECK(run.undo({.id = 2}).target.id == 2);
  CHECK_FALSE(run.dir.exists("b"));
  auto errors = run.fails({.id = 1});
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].code == Code::undo_later);
  CHECK(errors[0].message == "transaction 3 came after transaction 1 and touched the same files");
  run.undo({.id = 3});
  run.undo({.id = 1});
  CHECK(run.dir.tree().empty());
}

TEST_CASE("ids that are not there or are already taken back are refused") {
  UndoRun run;
  run.write("a", "1");
  run.undo();
  CHECK(run.fails({.id = 7})[0].code == Code::undo_unknown);
  CHECK(run.fails({.id = 7})[0].message == "there is no transaction 7");
  CHECK(run.fails({.id = 1})[0].message == "transaction 1 is already undone");
  CHECK(run.undo({.id = 2}).target.id == 1);  // to take back an undo is to redo
  CHECK(run.dir.read("a") == "1");
  CHECK(run.fails({.id = 1, .redo = true})[0].message == "transaction 1 is not undone");
  run.undo();
  CHECK(run.undo({.id = 1, .redo = true}).target.id == 1);
  CHECK(run.dir.read("a") == "1");
}

TEST_CASE("every file that changed since is named, and nothing is undone") {
  UndoRun run;
  run.dir.write("deleted", "x");
  run.dir.write("same", "x");
  test::Changes changes = run.changes();
  run.commit(changes.write("a", "1").write("b", "2").write("c", "3").write("same", "y").remove("deleted"));
  run.dir.write("a", "edited");
  REQUIRE(::unlink(run.dir.path("b").c_str()) == 0);
  run.dir.set_mode("c", 0600);
  run.dir.write("deleted", "again");
  auto errors = run.fails();
  REQUIRE(errors.size() == 4);
  for (const Error& error : errors) CHECK(error.code == Code::undo_changed);
  CHECK(errors[0].message == "'a' was changed since transaction 1");
  CHECK(errors[1].message == "'b' was deleted since transaction 1");
  CHECK(errors[2].message == "'c' was changed since transaction 1");
  CHECK(errors[3].message == "'deleted' exists again since transaction 1");
}

TEST_CASE("a file does not come back where somebody has put more into the folder that took its place") {
  UndoRun run;
  run.dir.write("f", "a file");
  test::Changes changes = run.changes();
  run.commit(changes.remove("f").write("f/in/g", "new"));
  run.dir.write("f/mine", "1");
  run.dir.write("f/in/mine", "2");
  auto errors = run.fails({.dry_run = true});
  REQUIRE(errors.size() == 2);
  CHECK(errors[0].code == Code::undo_changed);
  std::vector<std::string> messages = {errors[0].message, errors[1].message};
  std::sort(messages.begin(), messages.end());
  CHECK(messages[0] == "'f/in/mine' was put in the place of the file 'f' after transaction 1");
  CHECK(messages[1] == "'f/mine' was put in the place of the file 'f' after transaction 1");
  CHECK(run.fails().size() == 2);
  REQUIRE(unlink(run.dir.path("f/mine").c_str()) == 0);
  REQUIRE(unlink(run.dir.path("f/in/mine").c_str()) == 0);
  run.undo();
  CHECK(run.dir.read("f") == "a file");
}

TEST_CASE("a dry run says whether it would do and writes nothing") {
  UndoRun run;
  run.write("a", "1");
  Undone would = run.undo({.dry_run = true});
  CHECK(would.target.id == 1);
  CHECK(would.committed.id == 0);
  CHECK(run.dir.read("a") == "1");
  CHECK(run.log().size() == 1);
  run.dir.write("a", "edited");
  CHECK(run.fails({.dry_run = true})[0].code == Code::undo_changed);
}

TEST_CASE("where nothing was ever written there is nothing to undo, and nothing is made") {
  UndoRun run;
  CHECK(run.fails()[0].code == Code::undo_nothing);
  CHECK(run.log().empty());
  CHECK_FALSE(run.dir.exists(".aptix"));
}

TEST_CASE("a transaction without its preimages is listed but cannot be undone") {
  UndoRun run;
  run.dir.write("a", "0");
  run.write("a", "1");
  CHECK(run.log()[0].preimages);
  REQUIRE(::unlink(run.dir.path(".aptix/log/1/" + staged_name(0)).c_str()) == 0);
  CHECK_FALSE(run.log()[0].preimages);
  auto errors = run.fails();
  CHECK(errors[0].code == Code::undo_nothing);
  CHECK(errors[0].message == "the old texts of transaction 1 were dropped by the history limits");
}

TEST_CASE("a saved text that is not what it was is not put back") {
  UndoRun run;
  run.dir.write("a", "0");
  run.write("a", "1");
  run.dir.write(".aptix/log/1/" + staged_name(0), "tampered");
  auto errors = run.fails();
  CHECK(errors[0].code == Code::undo_nothing);
  CHECK(errors[0].message == "the saved old text of 'a' is not what it was");
}

TEST_CASE("a saved preimage can be shown, also after redo handed it on") {
  UndoRun run;
  run.dir.write("a", "old");
  run.dir.make_link("l", "a");
  run.write("a", "new");
  auto shown = [&] {
    std::vector<Record> records = run.log();
    std::vector<Diagnostic> warnings;
    auto texts = SavedTexts::open(*run.workspace, warnings);
    REQUIRE(texts);
    return texts->find(records[0].files[0].before.sha);
  };
  CHECK(shown() == "old");
  run.undo();
  CHECK(shown() == std::nullopt);
  run.undo({.redo = true});
  CHECK(shown() == "old");
}

TEST_CASE("a planted or damaged record is passed over with a warning") {
  UndoRun run;
  run.write("a", "1");
  run.dir.write(".aptix/log/7/manifest", "nonsense");
  run.dir.make_link(".aptix/log/8", "..");
  run.dir.write(".aptix/log/notes", "x");
  auto records = read_log(run.open());
  CHECK(records.ok());
  CHECK(records.value.size() == 1);
  REQUIRE(records.diagnostics.warnings.size() == 2);
  CHECK(records.diagnostics.warnings[0].message == "the record '.aptix/log/7' is damaged");
}
