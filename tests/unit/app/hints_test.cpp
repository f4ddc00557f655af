// Hints and remarks name commands as they have to be typed to mean the files of the run.
#include <doctest/doctest.h>

#include "support/run_cli.h"
#include "support/temp_dir.h"

namespace aptix::app {
namespace {

test::CliResult run_here(const test::TempDir& dir, const std::string& script) {
  return test::run_cli({.arguments = {"sh", "-c", script},
      .input = "# answer\n\na.txt\n```\nnew\n```\n",
      .directory = dir.path(),
      .environment = test::test_environment(dir.path("home"))});
}

}  // namespace

TEST_CASE("a hint that names a command repeats the root and the state folder of the run") {
  test::TempDir dir;
  for (const char* folder : {"home", "tree/.git", "tree/sub"}) dir.make_directory(folder);
  test::CliResult done = run_here(dir, "aptix -C tree/sub --state-dir './the state' bundle apply");
  CHECK(done.out ==
      "create a.txt (+1)\n"
      "transaction 1: 1 file changed; undo with 'aptix -C tree/sub --state-dir \"./the state\" undo'\n");
  CHECK(run_here(dir, "aptix --state-dir './the state' --root=tree/sub undo").out ==
      "delete sub/a.txt\n"
      "transaction 2: took back transaction 1, 1 file; reverse with 'aptix -C tree/sub --state-dir \"./the state\" "
      "redo'\n");
  test::Tree before = dir.tree();
  CHECK(run_here(dir, "aptix undo -C tree 7").err ==
      "error[undo.unknown]: there is no transaction 7\n   = hint: 'aptix -C tree log' lists all\n");
  test::CliResult in_json = run_here(dir, "aptix -C tree --json undo 7");
  CHECK(in_json.out.find("\"hint\":\"'aptix -C tree log' lists all\"") != std::string::npos);
  CHECK(dir.tree() == before);
}

TEST_CASE("a hint that names a command without files, or a run without a root, says no folder") {
  test::TempDir dir;
  for (const char* folder : {"home", "tree/.git"}) dir.make_directory(folder);
  test::CliResult unknown = run_here(dir, "cd tree && aptix undo 7");
  CHECK(unknown.err == "error[undo.unknown]: there is no transaction 7\n   = hint: 'aptix log' lists all\n");
  test::CliResult empty = run_here(dir, "aptix -C tree bundle apply < /dev/null");
  CHECK(empty.err.find("'aptix help bundle apply' shows all forms") != std::string::npos);
  CHECK(empty.exit_code == 3);
}

}  // namespace aptix::app
