// A stored batch follows the operation log, and the database with it.
#include "ops/batches.h"

#include <doctest/doctest.h>

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
  ::test::TempDir dir;
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

}  // namespace
}  // namespace aptix::ops
