// A stored batch follows the operation log, and the database with it.
#include "ops/batch/batches.h"
#include "disk/commit.h"

#include <doctest/doctest.h>

#include <cerrno>

#include "support/fault_fs.h"
#include "support/temp_dir.h"

namespace aptix::ops {
namespace {

disk::Record record(uint64_t id, std::string batch, bool undone = false) {
  disk::Record record;
  record.id = id;
  record.time_ns = static_cast<int64_t>(id) * 10;
  record.batch = std::move(batch);
  record.undone = undone;
  return record;
}

TEST_CASE("what the log has of a batch is in the database afterwards") {
  test::TempDir dir;
  auto opened = store::Batches::open(dir.path("aptix.db"), {.create = true});
  REQUIRE(opened);
  store::Batches& batches = **opened;
  store::StoredBatch batch;
  batch.id = "a";
  batch.applications = {{.transaction = 2, .time_ns = 20, .undone = true}, {.transaction = 3, .time_ns = 30}};
  REQUIRE(batches.add(batch, "{}"));

  disk::Record undo = record(5, "a");
  undo.reverses = 3;
  REQUIRE(store_by_log(batches, batch, {record(2, ""), record(3, "a", true), record(4, "b"), undo, record(6, "a")}));
  for (const store::StoredBatch& now : {batch, **batches.find("a")}) {
    REQUIRE(now.applications.size() == 3);
    CHECK_FALSE(now.applications[0].undone);  // restored since
    CHECK(now.applications[1].undone);
    CHECK(now.applications[2].transaction == 6);
    CHECK(now.applications[2].time_ns == 60);
    CHECK_FALSE(now.applications[2].undone);
  }
}

constexpr const char* kDocument = R"({"batchLabel": "why", "files": [{"docPath": "a", "originalSha256":
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "changes": [{"operation": "insert", "afterLine": 0, "newLines": ["x"]}]}]})";

struct Left {
  test::TempDir dir;
  std::unique_ptr<disk::Workspace> workspace;
  store::StoredBatch batch =
      unread_batch({.now_ns = 1'700'000'000'000'000'000, .random = 5, .caller = "a \"person\"\n"});

  Left() {
    auto opened = disk::Workspace::open(disk::posix_file_system(), dir.path(), {});
    REQUIRE(opened);
    workspace = std::move(*opened);
    batch.applications = {{.transaction = 7, .time_ns = batch.time_ns}};
  }

  std::string file() const { return ".aptix/inbox/" + batch.id; }
};

TEST_CASE("an applied batch waits in the inbox, and who opens the database finds it") {
  Left left;
  REQUIRE(leave_applied(*left.workspace, left.batch, kDocument));
  CHECK(left.dir.exists(left.file()));
  CHECK_FALSE(left.dir.exists(".aptix/aptix.db"));
  auto listed = list_batches(*left.workspace);
  REQUIRE(listed);
  REQUIRE(listed->size() == 1);
  const store::StoredBatch& batch = listed->front();
  CHECK(batch.id == left.batch.id);
  CHECK(batch.label == "why");
  CHECK(batch.caller == left.batch.caller);
  CHECK(batch.time_ns == left.batch.time_ns);
  CHECK(batch.files == 1);
  CHECK(batch.changes == 1);
  REQUIRE(batch.applications.size() == 1);
  CHECK(batch.applications[0].transaction == 7);
  CHECK_FALSE(left.dir.exists(left.file()));
  auto batches = open_batches(*left.workspace, {});
  CHECK((*batches)->document(left.batch.id) == kDocument);
}

TEST_CASE("all batches of the inbox are taken in, also beside one that is none") {
  Left left;
  std::string damaged;
  for (uint64_t random = 1; random <= 5; ++random) {
    store::StoredBatch batch =
        unread_batch({.now_ns = 1'700'000'000'000'000'000, .random = random * 0x9E37'79B9'7F4A'7C15, .caller = "me"});
    batch.applications = {{.transaction = random, .time_ns = batch.time_ns}};
    REQUIRE(leave_applied(*left.workspace, batch, kDocument));
    if (random == 3) damaged = ".aptix/inbox/" + batch.id;
  }
  left.dir.write(damaged, "{}");
  auto listed = list_batches(*left.workspace);
  REQUIRE(listed);
  CHECK(listed->size() == 4);
  for (const store::StoredBatch& batch : *listed) CHECK(batch.label == "why");
  CHECK(left.dir.exists(damaged));
  CHECK(list_batches(*left.workspace)->size() == 4);
}

TEST_CASE("a batch that could not leave the inbox is not stored twice") {
  Left left;
  REQUIRE(leave_applied(*left.workspace, left.batch, kDocument));
  REQUIRE(list_batches(*left.workspace));
  REQUIRE(leave_applied(*left.workspace, left.batch, kDocument));
  auto again = list_batches(*left.workspace);
  REQUIRE(again);
  REQUIRE(again->size() == 1);
  CHECK(again->front().applications.size() == 1);
  CHECK_FALSE(left.dir.exists(left.file()));
}

TEST_CASE("what nobody left in the inbox stays there, and what was cut is replaced") {
  Left left;
  left.dir.make_directory(".aptix/inbox");
  left.dir.write(".aptix/inbox/next", "{\"transaction\": 1");
  left.dir.write(".aptix/inbox/note", "{\"transaction\":1,\"timeNs\":1,\"caller\":\"\",\"bytes\":2}\n{}");
  left.dir.write(".aptix/inbox/0190163d-8694-739b-aea5-966c00000000", "[1]\n{}");
  left.dir.write(".aptix/inbox/0190163d-8694-739b-aea5-966c00000001",
      "{\"transaction\":1,\"timeNs\":1,\"caller\":\"\",\"bytes\":2}\n{}");
  left.dir.make_link(".aptix/inbox/0190163d-8694-739b-aea5-966d00000000", "../../elsewhere");
  left.dir.write("elsewhere", "{\"transaction\":1,\"timeNs\":1,\"caller\":\"\",\"bytes\":2}\n{}");
  auto listed = list_batches(*left.workspace);
  REQUIRE(listed);
  CHECK(listed->empty());
  CHECK(left.dir.exists(".aptix/inbox/note"));
  REQUIRE(leave_applied(*left.workspace, left.batch, kDocument));
  CHECK_FALSE(left.dir.exists(".aptix/inbox/next"));
  CHECK(list_batches(*left.workspace)->size() == 1);
}

TEST_CASE("a batch whose end a crash of the machine took is not taken for the one that was applied") {
  Left left;
  REQUIRE(leave_applied(*left.workspace, left.batch, kDocument));
  std::string whole = left.dir.read(left.file());
  REQUIRE(whole.ends_with(kDocument));
  for (size_t size : {whole.size() - 1, whole.size() - std::string_view(kDocument).size(), size_t{20}, size_t{0}}) {
    left.dir.write(left.file(), whole.substr(0, size));
    CHECK(list_batches(*left.workspace)->empty());
  }
  left.dir.write(left.file(), whole);
  CHECK(list_batches(*left.workspace)->size() == 1);
}

// Whatever goes wrong and wherever the run stops: a batch that was left is listed once, and half of one is nowhere.
TEST_CASE("a batch is left in the inbox whole or not at all, and taken in once") {
  enum class Way : uint8_t { error, kill };
  uint64_t faults = 0, kept = 0;
  for (Way way : {Way::error, Way::kill})
    for (bool taking_in : {false, true})
      for (uint64_t n = 1;; ++n) {
        CAPTURE(n);
        CAPTURE(taking_in);
        Left left;
        test::FaultFs faulty(disk::posix_file_system());
        bool was_left = false;
        auto workspace = disk::Workspace::open(faulty, left.dir.path(), {});
        REQUIRE(workspace);
        REQUIRE(disk::lock(**workspace).diagnostics.ok());
        if (taking_in) was_left = leave_applied(**workspace, left.batch, kDocument).has_value();
        if (way == Way::error) faulty.fail_at(n, ENOSPC);
        else faulty.crash_at(n);
        try {
          if (taking_in) (void)list_batches(**workspace);
          else was_left = leave_applied(**workspace, left.batch, kDocument).has_value();
        } catch (const test::Crash&) {
        }
        workspace->reset();
        bool happened = faulty.happened();
        for (int again = 0; again < 2; ++again) {
          auto listed = list_batches(*left.workspace);
          REQUIRE(listed);
          CHECK(listed->size() <= 1);
          if (was_left) CHECK(listed->size() == 1);
          for (const store::StoredBatch& batch : *listed) CHECK(batch.changes == 1);
          kept += listed->size();
        }
        CHECK_FALSE(left.dir.exists(left.file()));
        if (!happened) break;
        ++faults;
      }
  CHECK(faults > 20);
  CHECK(kept > 20);
}

TEST_CASE("a batch that the database cannot hold is not left for it") {
  Left left;
  std::string_view huge(kDocument, store::kLargestValue + 1);  // refused before a byte of it is read
  auto refused = leave_applied(*left.workspace, left.batch, huge);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Code::limit_exceeded);
  CHECK_FALSE(left.dir.exists(left.file()));
}

TEST_CASE("an inbox that is a link is refused, and nothing is written where it leads") {
  Left left;
  test::TempDir outside;
  left.dir.make_directory(".aptix");
  left.dir.make_link(".aptix/inbox", outside.path());
  auto refused = leave_applied(*left.workspace, left.batch, kDocument);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Code::state_untrusted);
  CHECK_FALSE(outside.exists(left.batch.id));
  CHECK_FALSE(outside.exists("next"));
  auto unread = list_batches(*left.workspace);
  REQUIRE_FALSE(unread);
  CHECK(unread.error().code == Code::state_untrusted);
}

}  // namespace
}  // namespace aptix::ops
