// One transaction, stopped or failed at every single call that it makes; then recovery, stopped as well.
// Whatever happens, the tree is the old or the new one, and the next run works.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <set>

#include "disk/commit.h"
#include "disk/history.h"
#include "support/changes.h"
#include "support/fault_fs.h"
#include "support/temp_dir.h"
#include "support/work_run.h"

using namespace aptix;
using namespace aptix::disk;

namespace {

using Tree = std::map<std::string, std::string>;

// Memory instead of a disk, where there is such a folder: thousands of trees are made and removed.
const bool kInMemory = [] {
  struct stat about {};
  return ::stat("/dev/shm", &about) == 0 && S_ISDIR(about.st_mode) && ::setenv("TMPDIR", "/dev/shm", 1) == 0;
}();

// What the file system of a case cannot do.
struct Kind {
  const char* name;
  void (*set_up)(test::FaultFs& fs, const test::TempDir& dir);
};

void plain(test::FaultFs&, const test::TempDir&) {}
void while_others_write(test::FaultFs& fs, const test::TempDir&) { fs.unwritten = 10 << 20; }
void without_names(test::FaultFs& fs, const test::TempDir& dir) {
  while_others_write(fs, dir);
  fs.covers_names = false;
}
void without_exchange(test::FaultFs& fs, const test::TempDir&) { fs.no_rename_flags = fs.no_openat2 = true; }
void without_links(test::FaultFs& fs, const test::TempDir&) { fs.no_rename_flags = fs.no_links = true; }
void with_a_mount(test::FaultFs& fs, const test::TempDir& dir) { fs.mounted = dir.path("src"); }
void with_a_poor_mount(test::FaultFs& fs, const test::TempDir& dir) {
  with_a_mount(fs, dir);
  without_links(fs, dir);
}

constexpr Kind kPlain{"plain", plain};
constexpr Kind kPoorKinds[] = {{"others have something to write", while_others_write},
    {"fsync that does not cover names", without_names}, {"no exchange", without_exchange},
    {"no exchange and no links", without_links}, {"a mount below the root", with_a_mount},
    {"a mount without exchange and links below the root", with_a_poor_mount}};

// A tree, and the run that is to be hurt.
class Case {
 public:
  explicit Case(const Kind& kind) : fs_(posix_file_system()), healthy_(posix_file_system()) {
    kind.set_up(fs_, dir_);
    kind.set_up(healthy_, dir_);
    dir_.write("src/a.c", "old a\n");
    dir_.write("src/b.c", "old b\n");
    dir_.set_mode("src/b.c", 0640);
    dir_.write("src/deep/er/c.c", "old c\n");
    dir_.write("src/gone/one", "to be deleted\n");
    dir_.write("away/in/two", "to be deleted too\n");
    dir_.set_mode("away/in", 0700);
    dir_.write("script", "#!/bin/sh\n");
    dir_.write("moved", "moves\n");
    dir_.write("moved too", "to a new folder\n");
    dir_.write("turns", "into a folder\n");
    dir_.write("folds/one", "into a file\n");
    dir_.write("folds/in/two", "likewise\n");
    dir_.write("big", std::string(100'000, 'b'));
    dir_.write("stays", "untouched\n");
    dir_.make_directory("modules/old");
    dir_.set_mode("modules/old", 0750);
    for (const char* folder : {"src/gone", "away/in", "folds/in", "modules/old"}) dir_.dress_directory(folder);
    dir_.write("module", "becomes a folder\n");
    old_ = dir_.tree();
  }

  void use_time() {
    auto now = std::chrono::system_clock::now().time_since_epoch();
    now_ns_ = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count() + 10'000'000'000;
  }

  Outcome<Committed> commit(FileSystem& fs) {
    auto workspace = Workspace::open(fs, dir_.path(), {.now_ns = now_ns_});
    if (!workspace) return failed(std::move(workspace).error());
    auto locked = disk::lock(**workspace);
    if (!locked.ok()) return failed(locked.diagnostics.errors[0]);
    try {
      test::Changes changes(**workspace);
      changes.write("src/a.c", "new a\n").write("src/b.c", "new b\n").write("src/deep/er/c.c", "new c\n");
      changes.write("src/new/d.c", "new d\n").write("fresh/x/y/e.c", "new e\n").write("f", "", 0777);
      changes.remove("src/gone/one")
          .remove("away/in/two")
          .set_mode("script", 0755)
          .move("moved", "src/moved")
          .move("moved too", "away/to/moved");
      changes.link("link", "stays").remove("turns").write("turns/now", "a folder\n");
      changes.remove("folds/one")
          .remove("folds/in/two")
          .write("folds", "a file\n")
          .write("big", std::string(120'000, 'B'));
      changes.remove_submodule("modules/old").remove("module").add_submodule("module").add_submodule("vendor/new");
      for (const std::string& name : many_) changes.write("many/" + name, "new\n").write("fresh/" + name, "made\n");
      return test::commit(
          **workspace, changes.set, {.sync = sync_, .threads = many_.empty() ? 1U : 2U, .verify = verify_});
    } catch (const std::runtime_error& error) {  // a file could not be read: the plan was never made
      return failed(make_error(Code::io_error, error.what()));
    }
  }

  Outcome<Committed> undo(FileSystem& fs) {
    auto workspace = Workspace::open(fs, dir_.path(), {.now_ns = now_ns_});
    if (!workspace) return failed(std::move(workspace).error());
    auto undone = disk::undo(**workspace, {.redo = redo_});
    return {undone.value.committed, undone.diagnostics};
  }

  Outcome<Recovered> recover(FileSystem& fs) {
    auto workspace = Workspace::open(fs, dir_.path(), {});
    REQUIRE(workspace);
    return disk::recover(**workspace);
  }

  // The next run: something small.
  void works_again() {
    auto workspace = Workspace::open(healthy_, dir_.path(), {});
    REQUIRE(workspace);
    auto locked = disk::lock(**workspace);
    REQUIRE(locked.ok());
    test::Changes changes(**workspace);
    auto done = test::commit(**workspace, changes.write("stays", "touched\n").set);
    CHECK(done.ok());
    CHECK(dir_.read("stays") == "touched\n");
    CHECK_FALSE(dir_.exists(".aptix/tx"));
    CHECK_FALSE(dir_.exists(".aptix/trash-0"));
    CHECK_FALSE(dir_.exists(".aptix/kept"));
  }

  test::FaultFs& fs() { return fs_; }
  test::FaultFs& healthy() { return healthy_; }
  const test::TempDir& dir() const { return dir_; }
  const Tree& old_tree() const { return old_; }
  void set_old() { old_ = dir_.tree(); }
  void redo() { redo_ = true; }
  void skip_syncs() { sync_ = false; }
  void verify_by(std::function<Status()> verify) { verify_ = std::move(verify); }
  // What recovery or the run itself has set aside.
  std::set<std::string> kept() const {
    std::set<std::string> texts;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(dir_.path(".aptix/kept"), none))
      texts.insert(dir_.read(".aptix/kept/" + entry.path().filename().string()));
    return texts;
  }
  // Enough files that two threads stage them.
  void add_many() {
    for (int i = 0; i < 40; ++i) {
      many_.push_back(std::to_string(i));
      dir_.write("many/" + many_.back(), "old\n");
    }
    old_ = dir_.tree();
  }
  uint64_t newest() const {
    uint64_t id = 0;
    while (dir_.exists(".aptix/log/" + std::to_string(id + 1))) ++id;
    return id;
  }

 private:
  static Outcome<Committed> failed(Error error) {
    Outcome<Committed> outcome;
    outcome.diagnostics.errors.push_back(std::move(error));
    return outcome;
  }

  test::TempDir dir_;
  test::FaultFs fs_;
  test::FaultFs healthy_;
  Tree old_;
  int64_t now_ns_ = 0;
  bool redo_ = false;
  bool sync_ = true;
  std::function<Status()> verify_;
  std::vector<std::string> many_;
};

using Action = Outcome<Committed> (Case::*)(FileSystem&);

// What is there before the run that is hurt, and that run.
struct Scenario {
  const char* name;
  void (*prepare)(Case& one);
  Action action;
};

void nothing(Case&) {}
void with_identity(Case& one) { one.use_time(); }
void in_trees(Case& one) { one.skip_syncs(); }  // new folders appear with what is in them
void in_threads(Case& one) {
  one.skip_syncs();
  one.add_many();
}
void verified(Case& one) {
  one.verify_by([] { return Status(); });
}
void committed(Case& one) {
  REQUIRE(one.commit(one.healthy()).ok());
  one.set_old();
}
void undone(Case& one) {
  committed(one);
  REQUIRE(one.undo(one.healthy()).ok());
  one.set_old();
  one.redo();
}

constexpr Scenario kCommit{"commit", nothing, &Case::commit};
constexpr Scenario kTrusting{"commit of files with old times", with_identity, &Case::commit};
constexpr Scenario kTrees{"commit without flushes", in_trees, &Case::commit};
constexpr Scenario kThreads{"commit staged by two threads", in_threads, &Case::commit};
constexpr Scenario kVerified{"commit that is verified", verified, &Case::commit};
constexpr Scenario kUndo{"undo", committed, &Case::undo};
constexpr Scenario kRedo{"redo", undone, &Case::undo};

// What differs, in words; short, since a case has large files too.
std::string difference(const Tree& found, const Tree& wanted) {
  std::string text;
  for (const auto& [path, what] : wanted)
    if (!found.contains(path)) text += path + " is missing; ";
    else if (found.at(path) != what) text += path + " is '" + found.at(path).substr(0, 40) + "'; ";
  for (const auto& [path, what] : found)
    if (!wanted.contains(path)) text += path + " is left over; ";
  return text;
}

Tree tree_after(const Scenario& scenario, const Kind& kind) {
  Case one(kind);
  scenario.prepare(one);
  auto done = (one.*scenario.action)(one.fs());
  for (const Diagnostic& error : done.diagnostics.errors) FAIL_CHECK(error.message);
  REQUIRE(done.ok());
  REQUIRE(done.diagnostics.warnings.empty());
  Tree tree = one.dir().tree();
  REQUIRE(difference(tree, one.old_tree()) != "");
  return tree;
}

// Old or new, and new exactly if the record is in the log.
void judge(Case& one, const Tree& new_tree, uint64_t records_before) {
  bool committed = one.newest() > records_before;
  std::string differs = difference(one.dir().tree(), committed ? new_tree : one.old_tree());
  REQUIRE(differs == "");
}

bool crashes(Case& one, Action action) {
  try {
    (one.*action)(one.fs());
  } catch (const test::Crash&) {
    return true;
  }
  return false;
}

void crash_everywhere(const Scenario& scenario, const Kind& kind, uint64_t step = 1) {
  Tree new_tree = tree_after(scenario, kind);
  for (uint64_t n = 1;; n += step) {
    INFO(std::string(scenario.name), ", ", std::string(kind.name));
    CAPTURE(n);
    Case one(kind);
    scenario.prepare(one);
    uint64_t records = one.newest();
    one.fs().crash_at(n);
    if (!crashes(one, scenario.action)) break;
    auto recovered = one.recover(one.healthy());
    CHECK(recovered.ok());
    REQUIRE(recovered.value.kept == std::vector<std::string>());
    judge(one, new_tree, records);
    one.works_again();
  }
}

// Recovery is killed, too, at every call, and run again.
struct Sample {
  uint64_t first, step;    // of the calls of the run
  uint64_t recovery_step;  // of the calls of the recovery
};
void crash_recovery(const Scenario& scenario, const Kind& kind, Sample sample) {
  Tree new_tree = tree_after(scenario, kind);
  bool more = true;
  for (uint64_t n = sample.first; more; n += sample.step) {
    for (uint64_t m = 1 + n % sample.recovery_step;; m += sample.recovery_step) {
      INFO(std::string(scenario.name), ", ", std::string(kind.name));
      CAPTURE(n);
      CAPTURE(m);
      Case one(kind);
      scenario.prepare(one);
      uint64_t records = one.newest();
      one.fs().crash_at(n);
      more = crashes(one, scenario.action);
      if (!more) break;
      one.fs().crash_at(m);
      bool died = false;
      try {
        one.recover(one.fs());
      } catch (const test::Crash&) {
        died = true;
      }
      if (died) CHECK(one.recover(one.healthy()).ok());
      judge(one, new_tree, records);
      one.works_again();
      if (!died) break;
    }
  }
}

// A command that writes to the files of the run, and fails.
class Meddler {
 public:
  explicit Meddler(Case& one) : dir_(one.dir()) {
    one.verify_by([this]() -> Status {
      for (const auto& [path, text] : kTexts) dir_.write(path, text);
      ::unlink(dir_.path("f").c_str());
      ::unlink(dir_.path("src/b.c").c_str());
      has_run_ = true;
      if (dies_) throw test::Crash{};
      return fail(Code::verify_failed, "no");
    });
  }
  void die() { dies_ = true; }
  bool has_run() const { return has_run_; }

  // Each is in the tree as it was, or was never there, and what the command wrote is kept.
  void judge(const Case& one) const {
    REQUIRE(difference(one.dir().tree(), one.old_tree()) == "");
    std::set<std::string> texts;
    for (const auto& [path, text] : kTexts) texts.insert(text);
    if (has_run_) REQUIRE(one.kept() == texts);
  }

 private:
  static inline const Tree kTexts = {{"src/a.c", "a of the command\n"}, {"src/new/d.c", "d of the command\n"},
      {"moved", "moved by the command\n"}, {"big", "small now\n"}};
  const test::TempDir& dir_;
  bool dies_ = false, has_run_ = false;
};

void crash_with_a_meddler(const Kind& kind, uint64_t step) {
  for (uint64_t n = 1;; n += step) {
    INFO(std::string(kind.name));
    CAPTURE(n);
    Case one(kind);
    Meddler meddler(one);
    one.fs().crash_at(n);
    bool died = crashes(one, &Case::commit);
    if (died) CHECK(one.recover(one.healthy()).ok());
    meddler.judge(one);
    if (!died) break;
  }
}

// The run is killed with its command, and recovery at each of its calls.
void crash_recovery_after_a_meddler(const Kind& kind, uint64_t step) {
  bool died = true;
  for (uint64_t m = 1; died; m += step) {
    INFO(std::string(kind.name));
    CAPTURE(m);
    Case one(kind);
    Meddler meddler(one);
    meddler.die();
    REQUIRE(crashes(one, &Case::commit));
    one.fs().crash_at(m);
    died = false;
    try {
      one.recover(one.fs());
    } catch (const test::Crash&) {
      died = true;
    }
    if (died) CHECK(one.recover(one.healthy()).ok());
    meddler.judge(one);
  }
}

void clean_state(Case& one) {
  one.verify_by([&one] {
    std::filesystem::remove_all(one.dir().path(".aptix"));
    return Status();
  });
}

Tree tree_after_cleaning(const Kind& kind) {
  Case one(kind);
  clean_state(one);
  REQUIRE(one.commit(one.fs()).ok());
  Tree tree = one.dir().tree();
  REQUIRE(one.undo(one.healthy()).ok());
  REQUIRE(difference(one.dir().tree(), one.old_tree()) == "");
  return tree;
}

// The command of the run removes the state folder, and with it what recovery goes by: until that is made again, a run
// that is killed leaves the new tree without a record.
void crash_after_cleaning(const Kind& kind, uint64_t step) {
  Tree new_tree = tree_after_cleaning(kind);
  for (uint64_t n = 1;; n += step) {
    INFO(std::string(kind.name));
    CAPTURE(n);
    Case one(kind);
    clean_state(one);
    one.fs().crash_at(n);
    if (!crashes(one, &Case::commit)) break;
    CHECK(one.recover(one.healthy()).ok());
    if (one.newest() > 0 || one.dir().tree() != one.old_tree()) REQUIRE(difference(one.dir().tree(), new_tree) == "");
    one.works_again();
  }
}

void fail_after_cleaning(const Kind& kind, int error, uint64_t step) {
  Tree new_tree = tree_after_cleaning(kind);
  for (uint64_t n = 1;; n += step) {
    INFO(std::string(kind.name));
    CAPTURE(n);
    Case one(kind);
    clean_state(one);
    one.fs().fail_at(n, error);
    auto done = one.commit(one.fs());
    if (!one.fs().happened()) break;
    REQUIRE(difference(one.dir().tree(), done.ok() ? new_tree : one.old_tree()) == "");
    if (done.ok()) REQUIRE(one.undo(one.healthy()).ok());
    REQUIRE(difference(one.dir().tree(), one.old_tree()) == "");
  }
}

enum class Lasting : bool { no, yes };

void fail_everywhere(const Scenario& scenario, const Kind& kind, int error, Lasting lasting, uint64_t step = 1) {
  Tree new_tree = tree_after(scenario, kind);
  for (uint64_t n = 1;; n += step) {
    INFO(std::string(scenario.name), ", ", std::string(kind.name));
    CAPTURE(n);
    Case one(kind);
    scenario.prepare(one);
    uint64_t records = one.newest();
    if (lasting == Lasting::yes) one.fs().fail_from(n, error);
    else one.fs().fail_at(n, error);
    auto done = (one.*scenario.action)(one.fs());
    if (!one.fs().happened()) break;
    bool mixed = !done.ok() && done.diagnostics.errors[0].code == Code::rollback_failed;
    if (mixed) {
      CHECK(lasting == Lasting::yes);
      CHECK_FALSE(done.diagnostics.errors[0].notes.empty());
      CHECK(one.recover(one.healthy()).ok());
    }
    judge(one, new_tree, records);
    CHECK((one.newest() > records) == done.ok());
    one.works_again();
  }
}

}  // namespace

// The plain file system: every call. The others differ in a few moves only, so a step leaves calls out.

TEST_CASE("a commit killed at any call leaves the old tree or the new one") {
  crash_everywhere(kCommit, kPlain);
  for (const Kind& kind : kPoorKinds) crash_everywhere(kCommit, kind);
  crash_everywhere(kTrusting, kPlain, 3);
  crash_everywhere(kTrees, kPlain);
  for (const Kind& kind : kPoorKinds) crash_everywhere(kTrees, kind, 3);
}

TEST_CASE("an undo or redo killed at any call leaves the tree before or after it") {
  crash_everywhere(kUndo, kPlain);
  for (const Kind& kind : kPoorKinds) crash_everywhere(kUndo, kind, 5);
  crash_everywhere(kRedo, kPlain, 2);
}

TEST_CASE("a recovery killed at any call goes on where it was") {
  crash_recovery(kCommit, kPlain, {.first = 107, .step = 41, .recovery_step = 1});
  for (const Kind& kind : kPoorKinds) crash_recovery(kCommit, kind, {.first = 191, .step = 53, .recovery_step = 7});
  crash_recovery(kTrees, kPlain, {.first = 101, .step = 31, .recovery_step = 3});
  crash_recovery(kUndo, kPlain, {.first = 190, .step = 71, .recovery_step = 5});
}

TEST_CASE("a verified commit killed at any call leaves the old tree or the new one") {
  crash_everywhere(kVerified, kPlain, 2);
  crash_recovery(kVerified, kPlain, {.first = 113, .step = 47, .recovery_step = 5});
  fail_everywhere(kVerified, kPlain, EIO, Lasting::no, 5);
  fail_everywhere(kVerified, kPlain, EIO, Lasting::yes, 7);
}

TEST_CASE("whatever is killed while the command of a run meddles, the tree is old and what it wrote is kept") {
  crash_with_a_meddler(kPlain, 1);
  for (const Kind& kind : kPoorKinds) crash_with_a_meddler(kind, 7);
  crash_recovery_after_a_meddler(kPlain, 1);
  for (const Kind& kind : kPoorKinds) crash_recovery_after_a_meddler(kind, 3);
}

TEST_CASE("a command that removes the state folder leaves a run all or nothing, whatever is killed or fails") {
  crash_after_cleaning(kPlain, 3);
  for (const Kind& kind : kPoorKinds) crash_after_cleaning(kind, 13);
  fail_after_cleaning(kPlain, EIO, 3);
  fail_after_cleaning(kPlain, ENOSPC, 7);
  for (const Kind& kind : kPoorKinds) fail_after_cleaning(kind, EIO, 13);
}

TEST_CASE("one failing call of a commit leaves the old tree and an error, or the new tree") {
  fail_everywhere(kCommit, kPlain, EIO, Lasting::no);
  for (const Kind& kind : kPoorKinds) fail_everywhere(kCommit, kind, EIO, Lasting::no, 3);
  fail_everywhere(kCommit, kPlain, ENOSPC, Lasting::no, 4);
  fail_everywhere(kTrusting, kPlain, EIO, Lasting::no, 4);
  fail_everywhere(kTrees, kPlain, EIO, Lasting::no);
  fail_everywhere(kTrees, kPoorKinds[1], EIO, Lasting::no);
}

TEST_CASE("when all calls fail from one on, the old tree is there at once or after recovery") {
  fail_everywhere(kCommit, kPlain, EIO, Lasting::yes);
  for (const Kind& kind : kPoorKinds) fail_everywhere(kCommit, kind, EIO, Lasting::yes, 3);
  fail_everywhere(kCommit, kPlain, ENOSPC, Lasting::yes, 4);
  fail_everywhere(kTrees, kPlain, EIO, Lasting::yes);
}

// The threads decide which call is the n-th one; what is left must be right wherever it ends.
TEST_CASE("a commit staged by two threads is all or nothing") {
  crash_everywhere(kThreads, kPlain, 11);
  crash_everywhere(kThreads, kPoorKinds[0], 37);
  fail_everywhere(kThreads, kPlain, EIO, Lasting::no, 13);
  fail_everywhere(kThreads, kPlain, ENOSPC, Lasting::yes, 17);
}

TEST_CASE("one failing call of an undo or redo leaves the tree before it and an error, or the one after") {
  fail_everywhere(kUndo, kPlain, EIO, Lasting::no, 2);
  fail_everywhere(kUndo, kPlain, ENOSPC, Lasting::yes, 4);
  fail_everywhere(kRedo, kPlain, EIO, Lasting::no, 4);
}
