// What is known of records that the limits of the log took away.
#include "disk/record/log.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "disk/record/state.h"
#include "disk/workspace.h"
#include "support/temp_dir.h"

namespace aptix::disk {
namespace {

constexpr const char* kDroppedPath = ".aptix/dropped";

struct DroppedRun {
  test::TempDir dir;
  std::unique_ptr<Workspace> workspace = Workspace::open(posix_file_system(), dir.path(), {}).value();

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
