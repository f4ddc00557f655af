// A state folder that came with the tree: nothing outside of the workspace is touched, nothing waits for it,
// and what is in .git stays.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "disk/commit.h"
#include "disk/history.h"
#include "disk/record/manifest.h"
#include "support/changes.h"
#include "support/temp_dir.h"
#include "support/work_run.h"

using namespace aptix;
using namespace aptix::disk;

namespace {

struct Planted {
  test::TempDir outside;
  test::TempDir dir;

  Planted() {
    outside.write("precious", "outside");
    outside.write("folder/file", "outside too");
    dir.write("a", "tree");
    dir.write(".git/config", "[core]\n");
    dir.make_directory(".aptix");
  }

  void fifo(std::string_view path) { REQUIRE(::mkfifo(dir.path(path).c_str(), 0600) == 0); }

  // A transaction that seems to have been interrupted: `path` had `before` and has `after`.
  void plant(const std::string& path, std::string_view before, std::string_view after) {
    Manifest manifest;
    manifest.id = 1;
    StoredState old_state{true, FileKind::regular, 0644, before.size(), sha256(before)};
    StoredState new_state{true, FileKind::regular, 0644, after.size(), sha256(after)};
    manifest.files.push_back({path, "", old_state, new_state});
    dir.write(".aptix/tx/manifest", encode(manifest));
    dir.write(".aptix/tx/" + staged_name(0), before);
  }

  Outcome<Committed> run() {
    Outcome<Committed> outcome;
    auto workspace = Workspace::open(posix_file_system(), dir.path(), {});
    REQUIRE(workspace);
    auto locked = disk::lock(**workspace);
    outcome.diagnostics = std::move(locked.diagnostics);
    if (!outcome.ok()) return outcome;
    test::Changes changes(**workspace);
    outcome = test::commit(**workspace, changes.write("a", "changed").set);
    undo(**workspace, {});
    read_log(**workspace);
    recover(**workspace);
    return outcome;
  }

  void nothing_escaped() {
    CHECK(outside.tree() ==
        std::map<std::string, std::string>{
            {"precious", "file 644 outside"}, {"folder", "dir 755"}, {"folder/file", "file 644 outside too"}});
    CHECK(dir.read(".git/config") == "[core]\n");
  }
};

}  // namespace

TEST_CASE("a planted transaction cannot write into .git or out of the workspace") {
  for (const char* path :
      {".git/config", "../x", "/etc/x", "a/../../x", ".git/hooks/post-commit", ".aptix/config.toml"}) {
    CAPTURE(path);
    Planted planted;
    planted.plant(path, "evil", "[core]\n");
    auto done = planted.run();
    REQUIRE(done.diagnostics.errors.size() == 1);
    CHECK(done.diagnostics.errors[0].code == Code::state_untrusted);
    CHECK(planted.dir.read("a") == "tree");
    planted.nothing_escaped();
  }
}

TEST_CASE("a planted transaction is not followed through a link") {
  Planted planted;
  planted.plant("link/file", "evil", "outside too");
  planted.dir.make_link("link", planted.outside.path("folder"));
  planted.run();
  planted.nothing_escaped();
}

TEST_CASE("things in the state folder that are not ours neither block nor lead away") {
  Planted planted;
  const std::string out = planted.outside.path();
  bool works = true;
  SUBCASE("a FIFO for the manifest") {
    planted.dir.make_directory(".aptix/tx");
    planted.fifo(".aptix/tx/manifest");
  }
  SUBCASE("a link for the manifest") { planted.dir.make_link(".aptix/tx/manifest", out + "/precious"); }
  SUBCASE("a folder for the manifest") { planted.dir.make_directory(".aptix/tx/manifest/deep/er"); }
  SUBCASE("a manifest of 300 MB of nothing") {
    planted.dir.write(".aptix/tx/manifest", "");
    REQUIRE(::truncate(planted.dir.path(".aptix/tx/manifest").c_str(), 300 << 20) == 0);
  }
  SUBCASE("names of the moves that are links") {
    planted.plant("a", "before", "tree");
    planted.dir.make_link(".aptix/tx/o0", out + "/precious");
    planted.dir.make_link(".aptix/tx/c0", out + "/precious");
    planted.dir.make_link(".aptix/tx/d", out);
  }
  SUBCASE("a file for the transaction") {
    planted.dir.write(".aptix/tx", "x");
    works = false;
  }
  SUBCASE("trash that is a link") { planted.dir.make_link(".aptix/trash-0", out); }
  SUBCASE("trash with links in it") { planted.dir.make_link(".aptix/trash-0/x", out); }
  SUBCASE("trash deep down") {
    std::string path = ".aptix/trash-0";
    for (int i = 0; i < 200; ++i) path += "/x";
    planted.dir.make_directory(path);
  }
  SUBCASE("a link for the log") {
    planted.dir.make_link(".aptix/log", out);
    works = false;
  }
  SUBCASE("a link for a record") { planted.dir.make_link(".aptix/log/5", out); }
  SUBCASE("a record of the highest number") { planted.dir.make_directory(".aptix/log/999999999999"); }
  SUBCASE("a finished record of the highest number") {
    Manifest manifest;
    manifest.id = kLargestId;
    planted.dir.write(".aptix/log/999999999999/manifest", encode(manifest));
  }
  SUBCASE("a record of a number that there is not") { planted.dir.make_directory(".aptix/log/999999999999999"); }
  SUBCASE("a FIFO for the usage") { planted.fifo(".aptix/usage"); }
  SUBCASE("another name of a file for the usage") {
    REQUIRE(::link(planted.outside.path("precious").c_str(), planted.dir.path(".aptix/usage").c_str()) == 0);
  }
  SUBCASE("a link for the usage") { planted.dir.make_link(".aptix/usage", out + "/precious"); }
  SUBCASE("a folder for the usage") { planted.dir.make_directory(".aptix/usage"); }
  SUBCASE("a link for .gitignore") { planted.dir.make_link(".aptix/.gitignore", out + "/made"); }
  auto done = planted.run();
  if (!works) CHECK(done.diagnostics.errors[0].code == Code::state_untrusted);
  CHECK(done.ok() == works);
  planted.nothing_escaped();
}

TEST_CASE("a link for the folder of kept texts loses nothing and leads nowhere") {
  Planted planted;
  planted.plant("a", "the old text", "the new text");
  planted.dir.make_link(".aptix/kept", planted.outside.path());
  auto done = planted.run();
  REQUIRE(done.diagnostics.errors.size() == 1);
  CHECK(done.diagnostics.errors[0].code == Code::rollback_failed);
  CHECK(planted.dir.read(".aptix/tx/" + staged_name(0)) == "the old text");
  planted.nothing_escaped();
}

TEST_CASE("a record with bad paths cannot be undone") {
  Planted planted;
  planted.plant(".git/config", "evil", "[core]\n");
  planted.dir.make_directory(".aptix/log");
  REQUIRE(::rename(planted.dir.path(".aptix/tx").c_str(), planted.dir.path(".aptix/log/1").c_str()) == 0);
  auto workspace = Workspace::open(posix_file_system(), planted.dir.path(), {});
  REQUIRE(workspace);
  auto undone = undo(**workspace, {.id = 1});
  CHECK_FALSE(undone.ok());
  CHECK(undone.diagnostics.errors[0].code == Code::undo_unknown);
  planted.nothing_escaped();
}

TEST_CASE("what an aptix of another version left is refused, and stays as it is") {
  Planted planted;
  planted.plant("a", "before", "tree");
  std::string text = planted.dir.read(".aptix/tx/manifest");
  text = text.substr(0, text.find("\nsha256 "));
  text.replace(text.find(":2,"), 3, ":1,");
  text += "\nsha256 " + sha256(text).hex() + "\n";
  planted.dir.write(".aptix/tx/manifest", text);
  auto done = planted.run();
  REQUIRE(done.diagnostics.errors.size() == 1);
  CHECK(done.diagnostics.errors[0].code == Code::state_untrusted);
  CHECK(done.diagnostics.errors[0].message == "the manifest was written by an older aptix");
  CHECK(planted.dir.read("a") == "tree");
  CHECK(planted.dir.read(".aptix/tx/" + staged_name(0)) == "before");

  planted.dir.make_directory(".aptix/log");
  REQUIRE(::rename(planted.dir.path(".aptix/tx").c_str(), planted.dir.path(".aptix/log/1").c_str()) == 0);
  auto workspace = Workspace::open(posix_file_system(), planted.dir.path(), {});
  REQUIRE(workspace);
  auto undone = undo(**workspace, {.id = 1});
  REQUIRE_FALSE(undone.ok());
  CHECK(undone.diagnostics.errors[0].code == Code::undo_unknown);
  REQUIRE(undone.diagnostics.warnings.size() == 1);
  CHECK(undone.diagnostics.warnings[0].message == "the manifest was written by an older aptix");
  CHECK(planted.dir.read("a") == "tree");
}

TEST_CASE("only a regular file comes back for a saved text") {
  Planted planted;
  planted.plant("a", "before", "tree");
  REQUIRE(::unlink(planted.dir.path(".aptix/tx/" + staged_name(0)).c_str()) == 0);
  SUBCASE("a FIFO") { planted.fifo(".aptix/tx/" + staged_name(0)); }
  SUBCASE("a folder") { planted.dir.make_directory(".aptix/tx/" + staged_name(0)); }
  SUBCASE("a link") { planted.dir.make_link(".aptix/tx/" + staged_name(0), "/etc/passwd"); }
  auto workspace = Workspace::open(posix_file_system(), planted.dir.path(), {});
  REQUIRE(workspace);
  auto recovered = recover(**workspace);
  CHECK(recovered.ok());
  CHECK(recovered.value.kept == std::vector<std::string>{"a (old text: .aptix/kept/1-0-a)"});
  CHECK(planted.dir.read("a") == "tree");
  planted.nothing_escaped();
}
