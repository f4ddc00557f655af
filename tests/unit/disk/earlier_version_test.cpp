// What an earlier aptix left: manifests of version 1, which named staged and saved files without leading zeros.
#include <doctest/doctest.h>
#include <stdio.h>

#include "disk/history.h"
#include "disk/record/manifest.h"
#include "support/work_run.h"

using namespace aptix;
using namespace aptix::disk;
using test::Tree;

namespace {

struct Run : test::WorkRun {
  Run() {
    dir.write("a", "old a");
    dir.write("gone/b", "old b");
    before = dir.tree();
    test::Changes set = changes();
    committed(set.write("a", "new a").remove("gone/b").write("c", "new c"));
  }

  // The record of the run, as the earlier one would have written it, and where it would be.
  void age(const std::string& folder, uint64_t version_of_names = 1) {
    const std::string record = ".aptix/log/1/";
    auto manifest = decode(dir.read(record + "manifest"));
    REQUIRE(manifest);
    (*manifest)->version = 1;
    dir.write(record + "manifest", encode(**manifest));
    for (size_t i : {0, 1}) rename(record + staged_name(i), record + staged_name(i, version_of_names));
    if (folder != record) rename(record, folder);
  }

  void rename(const std::string& from, const std::string& to) {
    REQUIRE(::rename(dir.path(from).c_str(), dir.path(to).c_str()) == 0);
  }

  Tree before;
};

}  // namespace

TEST_CASE("a transaction of an earlier version is undone and redone") {
  Run run;
  Tree after = run.dir.tree();
  run.age(".aptix/log/1/");
  auto records = read_log(run.open());
  REQUIRE(records.ok());
  CHECK(records.value.at(0).preimages);
  CHECK(*saved_preimage(run.open(), records.value[0], records.value[0].files[0]) == "old a");
  CHECK(undo(run.open(), {}).ok());
  CHECK(run.dir.tree() == run.before);
  CHECK(undo(run.open(), {.redo = true}).ok());
  CHECK(run.dir.tree() == after);
}

TEST_CASE("a run of an earlier version that was interrupted is rolled back") {
  Run run;
  run.age(".aptix/tx");
  auto recovered = recover(run.open());
  CHECK(recovered.ok());
  CHECK(recovered.value.restored == std::vector<std::string>{"c", "a", "gone/b"});
  CHECK(run.dir.tree() == run.before);
  CHECK_FALSE(run.dir.exists(".aptix/tx"));
}

TEST_CASE("long names under version 1, as builds in between left them, are found") {
  Run undone;
  undone.age(".aptix/log/1/", 2);
  CHECK(undo(undone.open(), {}).ok());
  CHECK(undone.dir.tree() == undone.before);
  Run interrupted;
  interrupted.age(".aptix/tx", 2);
  CHECK(recover(interrupted.open()).ok());
  CHECK(interrupted.dir.tree() == interrupted.before);
}
