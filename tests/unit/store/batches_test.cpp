// Stored batches: what goes in comes out, by whom and when it was applied; broken files are errors.
#include "store/workspace_tables.h"

#include <doctest/doctest.h>

#include "store/database.h"
#include "support/temp_dir.h"

namespace aptix::store {
namespace {

StoredBatch sample(const std::string& id) {
  StoredBatch batch;
  batch.id = id;
  batch.key = "k";
  batch.label = "what it is for";
  batch.caller = "me";
  batch.time_ns = 17;
  batch.files = 2;
  batch.changes = 5;
  return batch;
}

Batches open(const test::TempDir& dir, Journal journal = Journal::log) {
  auto opened = Batches::open(dir.path("aptix.db"), {.create = true, .journal = journal});
  REQUIRE(opened);
  REQUIRE(*opened);
  return std::move(**opened);
}

TEST_CASE("a file that does not exist is no database, and is not made") {
  test::TempDir dir;
  auto opened = Batches::open(dir.path("aptix.db"), {});
  REQUIRE(opened);
  CHECK_FALSE(opened->has_value());
  CHECK_FALSE(dir.exists("aptix.db"));
}

TEST_CASE("a batch comes out as it went in, also after the database was closed") {
  for (Journal journal : {Journal::shared, Journal::log, Journal::lazy_log}) {
    test::TempDir dir;
    REQUIRE(open(dir, journal).add(sample("a"), "{\"files\": []}"));
    Batches batches = open(dir);
    auto found = batches.find("a");
    REQUIRE(found);
    REQUIRE(*found);
    CHECK((*found)->key == "k");
    CHECK((*found)->label == "what it is for");
    CHECK((*found)->caller == "me");
    CHECK(batches.document("a").value() == "{\"files\": []}");
    CHECK((*found)->time_ns == 17);
    CHECK((*found)->files == 2);
    CHECK((*found)->changes == 5);
    CHECK((*found)->applications.empty());
    CHECK_FALSE(batches.find("b")->has_value());
  }
}

TEST_CASE("applications are kept in their order, and the list has the newest batch first") {
  test::TempDir dir;
  Batches batches = open(dir);
  REQUIRE(batches.add(sample("a"), "{}"));
  StoredBatch applied = sample("b");
  applied.applications.push_back({3, 30});
  REQUIRE(batches.add(applied, "{}"));
  REQUIRE(batches.add_application("b", {7, 70}));
  auto list = batches.list();
  REQUIRE(list);
  REQUIRE(list->size() == 2);
  CHECK((*list)[0].id == "b");
  REQUIRE((*list)[0].applications.size() == 2);
  CHECK((*list)[0].applications[1].transaction == 7);
  CHECK((*list)[1].id == "a");
}

TEST_CASE("what was taken back is known, and by the transaction") {
  test::TempDir dir;
  Batches batches = open(dir);
  StoredBatch applied = sample("a");
  applied.applications = {{3, 30}, {4, 40}};
  REQUIRE(batches.add(applied, "{}"));
  REQUIRE(batches.set_state(3, ApplicationState::undone));
  auto found = batches.find("a");
  REQUIRE(found);
  REQUIRE((*found)->applications.size() == 2);
  CHECK((*found)->applications[0].undone);
  CHECK_FALSE((*found)->applications[1].undone);
  REQUIRE(batches.set_state(3, ApplicationState::done));
  CHECK_FALSE((*batches.find("a"))->applications[0].undone);
}

TEST_CASE("one id is stored once, as it came first") {
  test::TempDir dir;
  Batches batches = open(dir);
  REQUIRE(batches.add(sample("a"), "{}"));
  REQUIRE(batches.add(sample("a"), "[]"));
  CHECK(batches.list()->size() == 1);
  CHECK(batches.document("a") == "{}");
}

TEST_CASE("a file that is no database, one of another version, and a link are refused") {
  test::TempDir dir;
  dir.write("aptix.db", "this is no database, but it is long enough to be looked at as one by anybody who opens it");
  auto opened = Batches::open(dir.path("aptix.db"), {});
  REQUIRE_FALSE(opened);
  CHECK(opened.error().code == Code::io_error);

  for (int version : {2, 99}) {
    test::TempDir other;
    REQUIRE(Database::open(other.path("aptix.db"), "CREATE TABLE t(x)", version, {.create = true}));
    auto refused = Batches::open(other.path("aptix.db"), {});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.ends_with(
        "cannot be used: it has version " + std::to_string(version) + ", this program reads version 3"));
  }

  test::TempDir linked;
  linked.make_link("aptix.db", "elsewhere.db");
  CHECK_FALSE(Batches::open(linked.path("aptix.db"), {.create = true}));
  CHECK_FALSE(linked.exists("elsewhere.db"));
}

}  // namespace
}  // namespace aptix::store
