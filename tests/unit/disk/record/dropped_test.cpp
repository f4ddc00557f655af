// What is known of records that the limits of the log took away.
#include "disk/record/log.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "disk/record/state.h"
#include "disk/workspace.h"
#include "support/fault_fs.h"
#include "support/temp_dir.h"

namespace aptix::disk {
namespace {

constexpr const char* kDroppedPath = ".aptix/dropped";

struct DroppedRun {
  test::TempDir dir;
  test::FaultFs fs{posix_file_system()};
  std::unique_ptr<Workspace> workspace = Workspace::open(fs, dir.path(), {}).value();

  DroppedRun() { REQUIRE(make_state(workspace->site())); }
  Site& site() { return workspace->site(); }
  std::vector<uint64_t> ids() {
    std::vector<uint64_t> ids;
    for (const Manifest& record : read_dropped(site())) ids.push_back(record.id);
    return ids;
  }
};

Manifest dropped_record(uint64_t id, size_t long_by = 0) {
  RecordedFile file{.path = "a", .from = {}, .before = {}, .after = {.exists = true, .size = 2, .sha = sha256("a\n")}};
  file.pieces.push_back({.text = "a\n"});
  Manifest record{.id = id,
      .time_ns = 1,
      .caller = "ann",
      .command = std::string(long_by + 1, 'c'),
      .batch = {},
      .made = {},
      .removed = {},
      .files = {file}};
  return record;
}

TEST_CASE("dropped records are listed, without their texts") {
  DroppedRun run;
  CHECK(run.ids().empty());
  CHECK(append_dropped(run.site(), {dropped_record(1), dropped_record(2)}) >= 0);
  CHECK(append_dropped(run.site(), {dropped_record(2), dropped_record(3)}) >= 0);
  CHECK(run.ids() == std::vector<uint64_t>{1, 2, 3});
  Manifest first = read_dropped(run.site()).front();
  CHECK(first.caller == "ann");
  CHECK(first.files[0].after.sha == sha256("a\n"));
  CHECK(first.files[0].pieces.empty());
}

TEST_CASE("an entry that was torn anywhere hides no other one") {
  DroppedRun run;
  append_dropped(run.site(), {dropped_record(1)});
  std::string whole = run.dir.read(kDroppedPath);
  append_dropped(run.site(), {dropped_record(2)});
  std::string both = run.dir.read(kDroppedPath);
  const std::vector<uint64_t> first{1}, all{1, 2, 3};
  for (size_t end = whole.size() + 1; end < both.size(); ++end) {
    run.dir.write(kDroppedPath, both.substr(0, end));
    CHECK_MESSAGE(run.ids() == first, "cut at ", end);
    append_dropped(run.site(), {dropped_record(2), dropped_record(3)});
    CHECK_MESSAGE(run.ids() == all, "cut at ", end);
  }
}

TEST_CASE("dropped records are added to their list in place") {
  DroppedRun run;
  struct stat first {};
  struct stat second {};
  append_dropped(run.site(), {dropped_record(1)});
  CHECK(run.fs.stat(run.site().state.get(), "dropped", first) == 0);
  append_dropped(run.site(), {dropped_record(2)});
  CHECK(run.fs.stat(run.site().state.get(), "dropped", second) == 0);
  CHECK(first.st_ino == second.st_ino);
  CHECK(second.st_size > first.st_size);
}

TEST_CASE("a list of dropped records that another user left, or may write, is written anew") {
  DroppedRun run;
  append_dropped(run.site(), {dropped_record(1)});
  struct stat about {};
  SUBCASE("its owner") {
    if (::geteuid() != 0) return;
    REQUIRE(::chown(run.dir.path(kDroppedPath).c_str(), 1234, 1234) == 0);
  }
  SUBCASE("its mode") { REQUIRE(::chmod(run.dir.path(kDroppedPath).c_str(), 0622) == 0); }
  append_dropped(run.site(), {dropped_record(2)});
  CHECK(run.fs.stat(run.site().state.get(), "dropped", about) == 0);
  CHECK(about.st_uid == ::geteuid());
  CHECK((about.st_mode & 0777) == 0600);
  CHECK(run.ids() == std::vector<uint64_t>{1, 2});
}

TEST_CASE("whichever call fails, no dropped record is lost from the list") {
  for (uint64_t n = 1;; ++n) {
    DroppedRun run;
    append_dropped(run.site(), {dropped_record(1)});
    if (n % 2 == 0) std::filesystem::create_hard_link(run.dir.path(kDroppedPath), run.dir.path("other"));
    run.fs.fail_at((n + 1) / 2, EIO);
    int status = append_dropped(run.site(), {dropped_record(2)});
    bool happened = run.fs.happened();
    run.fs.crash_at(1'000'000);  // not in what follows
    std::vector<uint64_t> ids = run.ids();
    CHECK_MESSAGE(ids == (status < 0 ? std::vector<uint64_t>{1} : std::vector<uint64_t>{1, 2}), n);
    if (n % 2 == 0 && !happened) break;  // the longer way has no more calls
  }
}

TEST_CASE("a disk that is full leaves no beginning of a dropped record") {
  DroppedRun run;
  append_dropped(run.site(), {dropped_record(1)});
  std::string whole = run.dir.read(kDroppedPath);
  run.fs.fail_call("write", ENOSPC);
  CHECK(append_dropped(run.site(), {dropped_record(2)}) == -ENOSPC);
  CHECK(run.fs.happened());
  CHECK(run.dir.read(kDroppedPath) == whole);
}

TEST_CASE("the oldest dropped records go where their list grows too long, and a planted link is not followed") {
  DroppedRun run;
  for (uint64_t id = 1; id <= 20; ++id) CHECK(append_dropped(run.site(), {dropped_record(id, 1 << 20)}) >= 0);
  std::vector<uint64_t> ids = run.ids();
  CHECK(ids.size() < 16);
  CHECK(ids.back() == 20);
  CHECK(ids.front() == 20 - ids.size() + 1);

  run.dir.write("mine", "x");
  std::filesystem::remove(run.dir.path(kDroppedPath));
  run.dir.make_link(kDroppedPath, "../mine");
  CHECK(append_dropped(run.site(), {dropped_record(30)}) >= 0);
  CHECK(run.dir.read("mine") == "x");
  CHECK(run.ids() == std::vector<uint64_t>{30});
}

}  // namespace
}  // namespace aptix::disk
