// What is asked between the last rename and the commit: --verify.
#include <doctest/doctest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>

#include "disk/history.h"
#include "support/work_run.h"

using namespace aptix;
using namespace aptix::disk;
using test::Tree;

namespace {

Status refuse() { return fail(Code::verify_failed, "no"); }

std::vector<std::string> messages(const std::vector<Diagnostic>& list) {
  std::vector<std::string> all;
  for (const Diagnostic& one : list) all.push_back(one.message);
  return all;
}

}  // namespace

TEST_CASE("a change is in the tree when it is verified, and is taken back when that fails") {
  test::WorkRun run;
  run.dir.write("a", "old");
  run.dir.write("gone/b", "old");
  Tree before = run.dir.tree();
  test::Changes changes = run.changes();
  auto look = [&run] {
    CHECK(run.dir.read("a") == "new");
    CHECK(run.dir.read("new/c") == "made");
    CHECK_FALSE(run.dir.exists("gone"));
    CHECK(run.dir.exists(".aptix/tx/manifest"));
    return refuse();
  };
  auto done = run.commit(changes.write("a", "new").remove("gone/b").write("new/c", "made"), {.verify = look});
  REQUIRE(done.diagnostics.errors.size() == 1);
  CHECK(done.diagnostics.errors[0].code == Code::verify_failed);
  CHECK(done.diagnostics.warnings.empty());
  CHECK(run.dir.tree() == before);
  CHECK_FALSE(run.dir.exists(".aptix/tx"));
  CHECK_FALSE(run.dir.exists(".aptix/log/1"));
}

TEST_CASE("what the command wrote to the files of the run is kept, and they get their old text") {
  test::WorkRun run;
  run.dir.write("a", "old a");
  run.dir.write("b", "old b");
  run.dir.write("gone", "old gone");
  Tree before = run.dir.tree();
  test::Changes changes = run.changes();
  auto meddle = [&run] {
    run.dir.write("a", "a of the command");
    ::unlink(run.dir.path("b").c_str());
    run.dir.write("gone", "gone of the command");
    run.dir.write("new/c", "c of the command");
    return refuse();
  };
  auto done = run.commit(
      changes.write("a", "new a").write("b", "new b").remove("gone").write("new/c", "new c"), {.verify = meddle});
  CHECK(messages(done.diagnostics.errors) == std::vector<std::string>{"no"});
  CHECK(messages(done.diagnostics.warnings) ==
      std::vector<std::string>{"the command of '--verify' changed 'new/c'; what it wrote is in '.aptix/kept/1-3-c'",
          "the command of '--verify' changed 'a'; what it wrote is in '.aptix/kept/1-0-a'",
          "the command of '--verify' changed 'gone'; what it wrote is in '.aptix/kept/1-2-gone'"});
  CHECK(run.dir.tree() == before);
  CHECK(run.dir.read(".aptix/kept/1-0-a") == "a of the command");
  CHECK(run.dir.read(".aptix/kept/1-2-gone") == "gone of the command");
  CHECK(run.dir.read(".aptix/kept/1-3-c") == "c of the command");
}

TEST_CASE("what the command put beside the files stays, and a folder that holds it too") {
  test::WorkRun run;
  test::Changes changes = run.changes();
  auto build = [&run] {
    run.dir.write("new/built", "by the command");
    return refuse();
  };
  auto done = run.commit(changes.write("new/c", "new c"), {.verify = build});
  CHECK(messages(done.diagnostics.errors) == std::vector<std::string>{"no"});
  CHECK_FALSE(run.dir.exists("new/c"));
  CHECK(run.dir.read("new/built") == "by the command");
}

TEST_CASE("a file that the command of a good run changed is told, and stays") {
  test::WorkRun run;
  run.dir.write("a", "old");
  test::Changes changes = run.changes();
  auto format = [&run] {
    run.dir.write("a", "formatted");
    return Status();
  };
  auto done = run.commit(changes.write("a", "new"), {.verify = format});
  CHECK(done.ok());
  CHECK(done.value.id == 1);
  CHECK(messages(done.diagnostics.warnings) ==
      std::vector<std::string>{"the command of '--verify' changed 'a' after it was written"});
  CHECK(run.dir.read("a") == "formatted");
}

TEST_CASE("a command that removes the state folder does not take the old texts with it") {
  test::WorkRun run;
  run.dir.write("a", "old a");
  run.dir.write("gone/b", "old b");
  Tree before = run.dir.tree();
  test::Changes changes = run.changes();
  changes.write("a", "new a").remove("gone/b").write("new/c", "made");
  SUBCASE("which fails") {
    auto clean = [&run] {
      std::filesystem::remove_all(run.dir.path(".aptix"));
      return refuse();
    };
    auto done = run.commit(changes, {.verify = clean});
    CHECK(messages(done.diagnostics.errors) == std::vector<std::string>{"no"});
    CHECK(run.dir.tree() == before);
  }
  SUBCASE("which fails, and has removed a part of it") {
    auto clean = [&run] {
      std::filesystem::remove_all(run.dir.path(".aptix/tx"));
      return refuse();
    };
    auto done = run.commit(changes, {.verify = clean});
    CHECK(messages(done.diagnostics.errors) == std::vector<std::string>{"no"});
    CHECK(run.dir.tree() == before);
  }
  SUBCASE("which goes well: the run can be undone") {
    auto clean = [&run] {
      std::filesystem::remove_all(run.dir.path(".aptix"));
      return Status();
    };
    auto done = run.commit(changes, {.verify = clean});
    CHECK(messages(done.diagnostics.errors).empty());
    CHECK(messages(done.diagnostics.warnings) ==
        std::vector<std::string>{"the command of '--verify' removed files from '.aptix/'; those of this run were made "
                                 "again, but earlier runs may be past undoing"});
    CHECK(run.dir.read("a") == "new a");
    CHECK(run.dir.exists(".aptix/lock"));
    CHECK(run.dir.read(".aptix/log/1/n00000000000000000000000000000000") == "old a");
  }
}

TEST_CASE("the old texts of more files than may be open are held, or the command does not run") {
  rlimit limit{};
  REQUIRE(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  rlimit few = limit;
  few.rlim_cur = 400;
  REQUIRE(setrlimit(RLIMIT_NOFILE, &few) == 0);
  test::WorkRun run;
  test::Changes changes = run.changes();
  for (int i = 0; i < 600; ++i) run.dir.write("many/" + std::to_string(i), "old");
  for (int i = 0; i < 600; ++i) changes.write("many/" + std::to_string(i), "new");
  Tree before = run.dir.tree();
  bool has_run = false;
  auto clean = [&] {
    has_run = true;
    std::filesystem::remove_all(run.dir.path(".aptix"));
    return refuse();
  };
  auto done = run.commit(changes, {.verify = clean});
  CHECK(messages(done.diagnostics.errors) == std::vector<std::string>{"no"});
  CHECK(has_run);
  CHECK(run.dir.tree() == before);
  setrlimit(RLIMIT_NOFILE, &limit);
}

TEST_CASE("an interrupt while the command runs, or before, takes all back") {
  std::atomic<bool> interrupted = false;
  test::WorkRun run;
  run.dir.write("a", "old");
  Tree before = run.dir.tree();
  test::Changes changes = run.changes({.interrupted = &interrupted});
  auto done = run.commit(changes.write("a", "new"), {.verify = [&] {
    interrupted = true;
    return Status();
  }});
  CHECK(messages(done.diagnostics.errors) == std::vector<std::string>{"interrupted; nothing was changed"});
  CHECK(run.dir.tree() == before);
}

TEST_CASE("a run that the command of another one started does not wait for its lock") {
  test::WorkRun run;
  auto around = [&run] { return Surroundings{.verifying = run.dir.path(), .lock_wait_ms = 60'000}; };
  auto locked = disk::lock(run.open(around()));
  CHECK(messages(locked.diagnostics.errors) ==
      std::vector<std::string>{"the command of '--verify' must not change files: the run that it belongs to is writing "
                               "in '" +
          run.dir.path() + "'"});
  CHECK(locked.diagnostics.errors[0].code == Code::lock_busy);
  CHECK_FALSE(run.dir.exists(".aptix"));
  Surroundings other = around();
  other.verifying += "-2";
  CHECK(disk::lock(run.open(other)).ok());
}
