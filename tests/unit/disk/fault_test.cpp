// What is said and done when the operating system refuses, lacks something, or somebody else is faster.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

#include "disk/fd.h"
#include "disk/history.h"
#include "disk/transaction.h"
#include "support/changes.h"
#include "support/fault_fs.h"
#include "support/temp_dir.h"

using namespace aptix;
using namespace aptix::disk;

namespace {

using Tree = std::map<std::string, std::string>;

struct Run {
  test::TempDir dir;
  test::FaultFs fs{posix_file_system()};
  std::unique_ptr<Workspace> workspace;

  Workspace& open(Surroundings around = {}) {
    workspace.reset();
    auto opened = Workspace::open(fs, dir.path(), std::move(around));
    REQUIRE(opened);
    workspace = std::move(*opened);
    return *workspace;
  }

  test::Changes changes(Surroundings around = {}) {
    auto locked = open(std::move(around)).lock();
    REQUIRE(locked.ok());
    return test::Changes(*workspace);
  }

  Outcome<Committed> commit(test::Changes& changes, const CommitOptions& options = {}) {
    return disk::commit(*workspace, changes.set, options);
  }

  // Lets each call of this name fail.
  void refuse(std::string_view call, int error, uint64_t nth = 1) {
    uint64_t seen = 0;
    fs.before = [this, call = std::string(call), error, nth, seen](const std::string& name) mutable {
      if (name == call && ++seen == nth) fs.fail_at(1, error);
    };
  }
};

}  // namespace

TEST_CASE("five files in three folders need three flushes, or ten when others write, in a fresh tree too") {
  Run run;
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
  Run run;
  run.fs.covers_names = false;
  run.fs.unwritten = 10 << 20;
  test::Changes changes = run.changes();
  CHECK(run.commit(changes.write("new/a", "x")).ok());
  // file, manifest, tx, .aptix, the workspace (.aptix is new); new, the workspace; .aptix, log
  CHECK(run.fs.syncs == 9);
}

TEST_CASE("the number of flushes does not grow with the number of files") {
  Run run;
  for (int count : {50, 500}) {
    run.fs.syncs = 0;
    test::Changes changes = run.changes();
    for (int i = 0; i < count; ++i) changes.write("d" + std::to_string(i % 9) + "/f" + std::to_string(i), std::to_string(count));
    CHECK(run.commit(changes).ok());
    CHECK(run.fs.syncs == 3);
  }
}

TEST_CASE("new folders appear with all that is new in them, by one rename each") {
  Run run;
  uint64_t renames = 0;
  bool made_by_somebody = false;
  run.fs.before = [&](const std::string& call) {
    if (call != "rename") return;
    if (++renames == 1 && made_by_somebody) run.dir.write("one/theirs", "x");
  };
  auto new_files = [&] {
    test::Changes changes = run.changes();
    for (int i = 0; i < 20; ++i) changes.write("one/f" + std::to_string(i), "x").write("two/deep/f" + std::to_string(i), "x");
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
    CHECK(done.value.directories_made == std::vector<std::string>{"one", "two", "two/deep"});
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
  Run run;
  run.dir.write("shared/old", "x");
  run.dir.set_mode("shared", 02775);
  test::Changes changes = run.changes();
  for (int i = 0; i < 20; ++i) changes.write("shared/new/f" + std::to_string(i), "x");
  CHECK(run.commit(changes).ok());
  struct stat about{};
  REQUIRE(::stat(run.dir.path("shared/new").c_str(), &about) == 0);
  CHECK((about.st_mode & S_ISGID) != 0);
}

TEST_CASE("when others have much to write, each file is flushed instead of everything") {
  Run run;
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
    run.refuse("sync_data", EIO, 7);
    auto done = run.commit(changes);
    REQUIRE(done.diagnostics.errors.size() == 1);
    CHECK(done.diagnostics.errors[0].code == Code::io_error);
    CHECK(run.dir.tree().empty());
  }
}

TEST_CASE("without flushes none is made, and all else is the same") {
  Run run;
  run.dir.write("a", "old");
  test::Changes changes = run.changes();
  CHECK(run.commit(changes.write("a", "new").write("b/c", "x"), {.sync = false}).ok());
  CHECK(run.fs.syncs == 0);
  CHECK(run.dir.read("a") == "new");
}

TEST_CASE("a full disk says so, and what to do") {
  Run run;
  run.dir.write("a", "old");
  Tree before = run.dir.tree();
  test::Changes changes = run.changes();
  run.refuse("writev", ENOSPC);
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
    Run run;
    run.fs.unwritten = 10 << 20;  // so that every file and folder has its own call
    run.dir.write("a", "old");
    run.dir.write("c/gone", "old");
    run.dir.make_directory(".aptix/log");
    Tree before = run.dir.tree();
    test::Changes changes = run.changes();
    run.refuse(refusal.call, refusal.error, refusal.nth);
    auto done = run.commit(changes.write("a", "new").remove("c/gone").write("n/new", "x"));
    REQUIRE(done.diagnostics.errors.size() == 1);
    CHECK(done.diagnostics.errors[0].message == std::string(refusal.message));
    CHECK(run.dir.tree() == before);
    CHECK_FALSE(run.dir.exists(".aptix/tx"));
  }
}

TEST_CASE("a file that may not go for a folder, and a folder that may not go for a file, stay as they are") {
  Run run;
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
  Run run;
  run.dir.write("m/a", "old");
  run.fs.mounted = run.dir.path("m");
  // user::rwx, user:1234:rwx, group::r-x, mask::rwx, other::---
  static constexpr unsigned char kAcl[] = {2, 0, 0, 0, 1, 0, 7, 0, 255, 255, 255, 255, 2, 0, 7, 0, 210, 4, 0, 0, 4, 0, 5, 0,
                                           255, 255, 255, 255, 16, 0, 7, 0, 255, 255, 255, 255, 32, 0, 0, 0, 255, 255, 255, 255};
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
  Run run;
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
  CHECK(error.notes == std::vector<std::string>{"the run itself failed: cannot write 'b': input/output error",
                                                "'b' may still be new: input/output error",
                                                "'a' may still be new: input/output error"});
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
  CHECK(recovered.diagnostics.warnings[0].message == "an interrupted run was rolled back; 1 file has the old content again");
  CHECK(run.dir.tree() == before);
}

TEST_CASE("a folder that is taken away while the tree is published is waited for") {
  for (bool link : {false, true}) {
    CAPTURE(link);
    Run run;
    run.dir.write("d/a", "old a");
    run.dir.write("d/gone", "old gone");
    run.dir.write("e/b", "old b");
    Tree before = run.dir.tree();
    test::Changes changes = run.changes();
    uint64_t renames = 0;
    run.fs.before = [&](const std::string& call) {
      if (call != "rename" || ++renames != 3) return;  // what is in `d` is published
      REQUIRE(::rename(run.dir.path("d").c_str(), run.dir.path("moved").c_str()) == 0);
      if (link) run.dir.make_link("d", "moved");
      run.fs.fail_at(1, EIO);
    };
    auto done = run.commit(changes.remove("d/gone").write("d/a", "new a").write("e/b", "new b"));
    run.fs.before = nullptr;
    REQUIRE(done.diagnostics.errors.size() == 1);
    const Error& error = done.diagnostics.errors[0];
    CHECK(error.code == Code::rollback_failed);
    const std::string why = link ? "too many levels of symbolic links" : "no such file or directory";
    CHECK(error.notes == std::vector<std::string>{"the run itself failed: cannot write 'e/b': input/output error",
                                                  "'d/a' may still be new, its folder cannot be opened: " + why,
                                                  "'d/gone' may still be deleted, its folder cannot be opened: " + why});
    CHECK_FALSE(recover(run.open()).ok());

    if (link) REQUIRE(::unlink(run.dir.path("d").c_str()) == 0);
    REQUIRE(::rename(run.dir.path("moved").c_str(), run.dir.path("d").c_str()) == 0);
    CHECK(recover(run.open()).ok());
    CHECK(run.dir.tree() == before);
  }
}

TEST_CASE("a failed run that left somebody else's content says so, and where the old text is") {
  Run run;
  run.dir.write("a", "old a");
  run.dir.write("b", "old b");
  test::Changes changes = run.changes();
  uint64_t renames = 0;
  run.fs.before = [&](const std::string& call) {
    if (call != "rename" || ++renames != 2) return;
    run.dir.write("a", "foreign a");
    run.fs.fail_at(1, EIO);
  };
  auto done = run.commit(changes.write("a", "new a").write("b", "new b"));
  REQUIRE(done.diagnostics.errors.size() == 1);
  const Error& error = done.diagnostics.errors[0];
  CHECK(error.code == Code::rollback_failed);
  CHECK(error.hint == "compare the files with their old texts and take what you need");
  CHECK(error.notes == std::vector<std::string>{"the run itself failed: cannot write 'b': input/output error",
                                                "'a' was changed by somebody else during an interrupted run; it was left as it is; "
                                                "the text that it had before the run is in '.aptix/kept/1-0-a'"});
  CHECK(run.dir.read("a") == "foreign a");
  CHECK(run.dir.read("b") == "old b");
  CHECK(run.dir.read(".aptix/kept/1-0-a") == "old a");
  CHECK_FALSE(run.dir.exists(".aptix/tx"));
}

TEST_CASE("undo makes the saved files durable before they are in the tree again") {
  Run run;
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

TEST_CASE("recovery leaves foreign content alone and keeps the old text beside") {
  Run run;
  run.dir.write("a", "old a");
  run.dir.write("b", "old b");
  run.dir.write("c/d", "old d");
  test::Changes changes = run.changes();
  uint64_t renames = 0;
  run.fs.before = [&](const std::string& call) {
    if (call == "rename" && ++renames == 5) run.fs.crash_at(1);  // all is published, nothing committed
  };
  changes.write("a", "new a").write("b", "new b").remove("c/d").write("n", "new n");
  CHECK_THROWS_AS(run.commit(changes), test::Crash);
  run.fs.before = nullptr;
  run.fs.crash_at(0);
  run.dir.write("b", "foreign b");
  run.dir.write("c/d", "foreign d");
  run.dir.write("n", "foreign n");

  auto locked = run.open().lock();
  CHECK(locked.ok());
  CHECK(run.dir.tree() == Tree{{"a", "file 644 old a"}, {"b", "file 644 foreign b"}, {"c", "dir 755"},
                               {"c/d", "file 644 foreign d"}, {"n", "file 644 foreign n"}});
  REQUIRE(locked.diagnostics.warnings.size() == 4);
  CHECK(locked.diagnostics.warnings[0].code == Code::recovered);
  const Diagnostic& kept = locked.diagnostics.warnings[2];
  CHECK(kept.code == Code::recovered_kept);
  CHECK(kept.message == "'b' was changed by somebody else during an interrupted run; it was left as it is");
  CHECK(kept.notes == std::vector<std::string>{"the text that it had before the run is in '.aptix/kept/1-1-b'"});
  CHECK(run.dir.read(".aptix/kept/1-1-b") == "old b");
  CHECK(run.dir.read(".aptix/kept/1-2-d") == "old d");
}

TEST_CASE("an editor that saves between reading and publishing loses nothing") {
  struct Kind {
    const char* name;
    void (*set_up)(Run& run);
  };
  constexpr Kind kKinds[] = {
      {"exchange", [](Run&) {}},
      {"no exchange", [](Run& run) { run.fs.no_rename_flags = true; }},
      {"no exchange, no links", [](Run& run) { run.fs.no_rename_flags = run.fs.no_links = true; }},
      {"a mount", [](Run& run) { run.fs.mounted = run.dir.path("m"); }},
  };
  for (const Kind& kind : kKinds) {
    for (std::string_view victim : {"m/a", "m/gone"}) {
      INFO(std::string(kind.name), " ", std::string(victim));
      Run run;
      kind.set_up(run);
      run.dir.write("m/a", "old a");
      run.dir.write("m/gone", "old gone");
      run.dir.write("m/z", "old z");
      test::Changes changes = run.changes();
      changes.write("m/a", "new a").remove("m/gone").write("m/z", "new z").write("m/n", "new n");
      bool done = false;
      run.fs.before = [&](const std::string& call) {  // the last moment before the first rename
        if (call != "rename" || done) return;
        done = true;
        run.dir.write("saving", "edited");
        REQUIRE(::rename(run.dir.path("saving").c_str(), run.dir.path(victim).c_str()) == 0);
      };
      auto outcome = run.commit(changes);
      REQUIRE(outcome.diagnostics.errors.size() == 1);
      CHECK(outcome.diagnostics.errors[0].code == Code::file_changed);
      CHECK(run.dir.read(victim) == "edited");
      CHECK(run.dir.read("m/z") == "old z");
      CHECK_FALSE(run.dir.exists("m/n"));
      CHECK_FALSE(run.dir.exists(".aptix/tx"));
    }
  }
}

TEST_CASE("the ways round a missing exchange, link or openat2 give the same tree, and undo does") {
  struct Kind {
    const char* name;
    void (*set_up)(Run& run);
  };
  constexpr Kind kKinds[] = {
      {"no openat2", [](Run& run) { run.fs.no_openat2 = true; }},
      {"no exchange", [](Run& run) { run.fs.no_rename_flags = true; }},
      {"no exchange, no links", [](Run& run) { run.fs.no_rename_flags = run.fs.no_links = true; }},
      {"no links", [](Run& run) { run.fs.no_links = true; }},
      {"a mount", [](Run& run) { run.fs.mounted = run.dir.path("m"); }},
      {"a poor mount", [](Run& run) {
         run.fs.mounted = run.dir.path("m");
         run.fs.no_rename_flags = run.fs.no_links = true;
       }},
  };
  for (const Kind& kind : kKinds) {
    INFO(std::string(kind.name));
    Run run;
    kind.set_up(run);
    run.dir.write("m/a", "old a");
    run.dir.set_mode("m/a", 0640);
    run.dir.write("m/deep/gone", "old gone");
    run.dir.set_mode("m/deep", 0750);
    Tree before = run.dir.tree();
    test::Changes changes = run.changes();
    auto done = run.commit(changes.write("m/a", "new a").remove("m/deep/gone").write("m/n/new", "x").link("m/link", "a"));
    for (const Diagnostic& error : done.diagnostics.errors) FAIL_CHECK(error.message);
    CHECK(done.diagnostics.warnings.empty());
    CHECK(run.dir.tree() == Tree{{"m", "dir 755"}, {"m/a", "file 640 new a"}, {"m/link", "link a"}, {"m/n", "dir 755"},
                                 {"m/n/new", "file 644 x"}});
    Tree after = run.dir.tree();
    CHECK(undo(run.open(), {}).ok());
    CHECK(run.dir.tree() == before);
    CHECK(undo(run.open(), {.redo = true}).ok());
    CHECK(run.dir.tree() == after);
  }
}

TEST_CASE("without openat2 links are not followed either") {
  Run run;
  test::TempDir outside;
  outside.write("secret/file", "x");
  run.fs.no_openat2 = true;
  run.dir.make_link("folder", outside.path());
  run.dir.write("file", "x");
  auto reader = run.open().reader({});
  CHECK(reader->read(*RelPath::parse("folder/secret/file")).error().code == Code::path_symlink);
  CHECK(reader->read(*RelPath::parse("folder/file")).error().code == Code::path_symlink);
  CHECK(reader->read(*RelPath::parse("file/below")).error().code == Code::path_conflict);
  CHECK(reader->read(*RelPath::parse("file/far/below")).error().code == Code::path_conflict);
  CHECK_FALSE(reader->read(*RelPath::parse("no/such/file"))->exists);
}

TEST_CASE("a file that changes while it is read is read again, and given up when it keeps changing") {
  Run run;
  run.dir.write("a", "one");
  auto reader = run.open().reader({});
  int changes = 1;
  run.fs.before = [&](const std::string& call) {
    if (call == "read" && changes-- > 0) run.dir.write("a", std::string(static_cast<size_t>(10 + changes), 'x'));
  };
  auto image = reader->read(*RelPath::parse("a"));
  REQUIRE(image);
  CHECK(image->bytes == "xxxxxxxxxx");
  changes = 100;
  auto never = reader->read(*RelPath::parse("a"));
  REQUIRE_FALSE(never);
  CHECK(never.error().code == Code::file_changed);
  CHECK(never.error().message == "'a' changes while it is read");
}

TEST_CASE("a mapped file that was written in place is noticed even if it reads the same at last") {
  Run run;
  std::string large(2 << 20, 'x');
  run.dir.write("large", large);
  test::Changes changes = run.changes();
  changes.write("large", large + "y");
  run.dir.write("large", large);
  auto done = run.commit(changes);
  REQUIRE(done.diagnostics.errors.size() == 1);
  CHECK(done.diagnostics.errors[0].code == Code::file_changed);
  CHECK(run.dir.read("large") == large);
}

TEST_CASE("a change that puts the time back is noticed") {
  Run run;
  run.dir.write("a", "old");
  ::usleep(30'000);  // so that the change has another ctime
  test::Changes changes = run.changes({.now_ns = INT64_MAX / 2});  // long after: the times can be trusted
  changes.write("a", "new");
  const std::string path = run.dir.path("a");
  struct stat before{};
  REQUIRE(::stat(path.c_str(), &before) == 0);
  ::usleep(30'000);
  run.dir.write("a", "OLD");
  const timespec times[] = {before.st_atim, before.st_mtim};
  REQUIRE(::utimensat(AT_FDCWD, path.c_str(), times, 0) == 0);
  auto done = run.commit(changes);
  REQUIRE(done.diagnostics.errors.size() == 1);
  CHECK(done.diagnostics.errors[0].code == Code::file_changed);
  CHECK(run.dir.read("a") == "OLD");
}

TEST_CASE("what was displaced is read again only where its times prove nothing") {
  Run run;
  run.dir.write("a", "old");
  struct stat about{};
  REQUIRE(::stat(run.dir.path("a").c_str(), &about) == 0);
  int64_t changed = about.st_ctim.tv_sec * 1'000'000'000 + about.st_ctim.tv_nsec;
  auto reads_again = [&](int64_t later_ns) {
    bool published = false;
    bool read = false;
    run.fs.before = [&](const std::string& call) {
      published = published || call == "rename";
      read = read || (published && call == "read");
    };
    test::Changes changes = run.changes({.now_ns = changed + later_ns});
    CHECK(run.commit(changes.write("a", "new")).ok());
    run.fs.before = nullptr;
    return read;
  };
  SUBCASE("in the tick of its last change") { CHECK(reads_again(1'000'000)); }
  SUBCASE("a moment later, on a file system that counts in ticks") {
    Fd top(posix_file_system(), ::open(run.dir.path().c_str(), O_RDONLY | O_CLOEXEC));
    bool coarse = posix_file_system().time_grain(top.get()) > 100'000'000;
    CHECK(reads_again(100'000'000) == coarse);
  }
  SUBCASE("long after it") { CHECK_FALSE(reads_again(5'000'000'000)); }
}

TEST_CASE("a broken invariant rolls back before it goes on") {
  Run run;
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
    Run run;
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
  Run run;
  run.dir.write("a", "1");
  Tree before = run.dir.tree();
  run.open();
  run.refuse("mkdir", EROFS);
  CHECK_FALSE(run.workspace->lock().ok());
  run.open();
  run.refuse("mkdir", EROFS);
  CHECK(run.workspace->lock(Workspace::Unmade::waits).ok());
  test::Changes nothing(*run.workspace);
  CHECK(run.commit(nothing).ok());
  test::Changes changes(*run.workspace);
  auto done = run.commit(changes.write("a", "2"));
  REQUIRE(done.diagnostics.errors.size() == 1);
  CHECK(done.diagnostics.errors[0].message == "cannot make '" + run.dir.path() + "/.aptix': read-only file system");
  CHECK(run.dir.tree() == before);
}
