// What a pull does to the work tree, and what keeps it from that.
#include "ops/cloud/cloud.h"

#include <doctest/doctest.h>

#include "disk/os/filesystem.h"
#include "support/as_nobody.h"
#include "support/temp_dir.h"

using namespace aptix;

TEST_CASE("a dry run of a pull foresees a folder that must not be written in") {
  test::TempDir outside, dir;
  dir.write("d/a", "old");
  auto workspace = disk::Workspace::open(disk::posix_file_system(), dir.path(), {});
  REQUIRE(workspace);
  auto sources = ops::Sources::open(**workspace, "project", {.file = outside.path("set.db")});
  REQUIRE(sources);
  auto set = sources->cloud();
  REQUIRE(set);
  REQUIRE((*set)->compare_and_set(
      {.doc_path = "project/d/new", .path = "d/new", .caller = "x", .expected = {}, .content = "new"}));
  auto pulled = [&] {
    return ops::pull(**workspace, *sources, {.doc_paths = {"project/d/new"}, .how = {.dry_run = true, .commit = {}}});
  };
  CHECK(pulled().ok());
  dir.set_mode("", 0755);
  auto before = dir.tree();
  {
    test::AsNobody nobody;
    if (!nobody.ok()) return;
    auto seen = pulled();
    REQUIRE(!seen.ok());
    CHECK(seen.diagnostics.errors.back().message == "cannot write 'd/new': permission denied");
  }
  CHECK(dir.tree() == before);
}
