// What a push does to the Cloud File Set.
#include <doctest/doctest.h>

#include "disk/commit.h"
#include "disk/os/filesystem.h"
#include "ops/files/sources.h"
#include "store/database.h"
#include "support/temp_dir.h"

using namespace aptix;

TEST_CASE("a push of the same text repairs a copy that is damaged") {
  test::TempDir outside, dir;
  dir.write("a", "text");
  auto workspace = disk::Workspace::open(disk::posix_file_system(), dir.path(), {});
  REQUIRE(workspace);
  REQUIRE(disk::lock(**workspace).ok());
  auto sources = ops::Sources::open(**workspace, "project", {.file = outside.path("set.db")});
  REQUIRE(sources);
  CHECK(sources->push("a", {.caller = "x"}) == true);
  CHECK(sources->push("a", {.caller = "x"}) == false);
  {
    auto database = store::Database::open(outside.path("set.db"), "", 1, {});
    REQUIRE((*database)->execute("UPDATE versions SET content=CAST('t3xt' AS BLOB)"));
  }
  CHECK_FALSE(sources->read("project/a", ops::FileSource::cloud));
  CHECK(sources->push("a", {.caller = "x", .dry_run = true}) == true);
  CHECK(sources->push("a", {.caller = "x"}) == true);
  auto copy = sources->read("project/a", ops::FileSource::cloud);
  REQUIRE(copy);
  CHECK(copy->content == "text");
  CHECK(sources->push("a", {.caller = "x"}) == false);
}
