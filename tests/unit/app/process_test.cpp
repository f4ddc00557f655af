// The built program from outside: streams that fail, signals, configuration, one JSON object always.
#include <doctest/doctest.h>
#include <signal.h>

#include "base/json/json.h"
#include "support/run_cli.h"
#include "support/temp_dir.h"

namespace aptix::app {
namespace {

using test::TempDir;

constexpr const char* kAnswer =
    "```json\n{\n  \"root\": \".\",\n  \"files\": [\n    {\n      \"path\": \"a.txt\",\n      \"operation\": "
    "\"create\",\n"
    "      \"content\": \"hello\\n\"\n    }\n  ]\n}\n```\n";

test::CliResult shell(const TempDir& dir, const std::string& script, const std::string& input = {},
    const std::vector<std::string>& more = {}) {
  test::CliRequest request;
  request.arguments = {"sh", "-c", script};
  request.directory = dir.path("tree");
  request.input = input;
  request.environment = test::test_environment(dir.path("home"));
  request.environment.insert(request.environment.end(), more.begin(), more.end());
  return test::run_cli(request);
}

// A tree beside a home, so that the tree's own configuration and the user's are apart.
struct Place : TempDir {
  Place() {
    make_directory("tree");
    make_directory("home");
    write("answer.md", kAnswer);
  }
};

bool is_one_object(const std::string& text) {
  if (!text.ends_with("}\n")) return false;
  json::ReadResult read = json::read(text);
  return read.document && read.errors.empty() && read.document->root().find("schemaVersion").has_value();
}

TEST_CASE("with --json standard output is one object, whatever happens, and standard error is empty") {
  Place place;
  place.write("tree/f", "x");
  struct Case {
    const char* line;
    int exit_code;
  };
  const Case cases[] = {
      {"aptix --json", 0},
      {"aptix --help --json", 0},
      {"aptix --json --version", 0},
      {"aptix bogus --json", 2},
      {"aptix bundle --json", 2},
      {"aptix --json --bogus", 2},
      {"aptix read --json", 2},
      {"aptix read --json f", 0},
      {"aptix read --json none", 1},
      {"aptix read --json --lines 9 f", 1},
      {"aptix read --json --lines x f", 2},
      {"aptix sha --json f none", 1},
      {"aptix sha --json --help", 0},
      {"aptix help --json nothing", 2},
      {"aptix completion --json tcsh", 2},
      {"aptix bundle apply --json none.md", 2},
      {"aptix bundle apply --json --max-files many ../answer.md", 2},
      {"aptix bundle apply --json --only '[' ../answer.md", 2},
      {"aptix bundle apply --json --block 0 ../answer.md", 2},
      {"aptix bundle apply --json -C none ../answer.md", 2},
      {"aptix read --json -C none f", 2},
      {"aptix bundle apply --json < /dev/null", 3},
      {"aptix bundle apply --json --max-input 3 ../answer.md", 3},
      {"aptix bundle apply -n --json ../answer.md", 0},
      {"aptix bundle validate --json ../answer.md", 0},
      {"aptix gitpatch --json none.patch", 128},
      {"aptix gitpatch --json --bogus", 129},
      {"aptix gitpatch --json < /dev/null", 128},
      {"aptix undo --json", 1},
      {"aptix undo --json x", 2},
      {"aptix redo --json", 1},
      {"aptix log --json", 0},
      {"aptix show --json 3", 1},
      {"aptix recover --json", 0},
      {"aptix undo --json", 1},
  };
  for (const Case& one : cases) {
    CAPTURE(one.line);
    test::CliResult result = shell(place, one.line);
    CAPTURE(result.out);
    CHECK(result.exit_code == one.exit_code);
    CHECK(is_one_object(result.out));
    CHECK(result.err == "");
  }
}

TEST_CASE("output that cannot be written is exit 5, unless the tree has changed") {
  Place place;
  place.write("tree/f", "x\n");
  test::CliResult full = shell(place, "aptix read f > /dev/full");
  CHECK(full.exit_code == 5);
  CHECK(full.err == "error[io.error]: cannot write to standard output: no space left on device\n");
  CHECK(shell(place, "aptix --version > /dev/full").exit_code == 5);
  CHECK(shell(place, "aptix read f >&-").exit_code == 5);
  CHECK(shell(place, "aptix bundle apply -n ../answer.md > /dev/full").exit_code == 5);
  CHECK_FALSE(place.exists("tree/a.txt"));

  test::CliResult committed = shell(place, "aptix bundle apply ../answer.md > /dev/full");
  CHECK(committed.exit_code == 0);
  CHECK(committed.err ==
      "aptix: cannot write to standard output: no space left on device; transaction 1 is done all the same\n");
  CHECK(place.read("tree/a.txt") == "hello\n");
}

// Who holds the old file open can cut it after it was exchanged: the diff is then made of what is gone.
TEST_CASE("a run that is cut short after its commit succeeds, since the tree is changed") {
#ifdef __SANITIZE_ADDRESS__
  constexpr int kLines = 100'000;  // it takes a hundred times as long
#else
  constexpr int kLines = 1'000'000;
#endif
  Place place;
  std::string text;
  for (int i = 0; i < kLines; ++i) text += "one line of many\n";
  place.write("tree/big.txt", text);
  place.write("edit.json",
      R"({"root": ".", "files": [{"path": "big.txt", "operation": "patch", "patches": [{"find": "one", "replace": "1", "limit": "all"}]}]})");
  test::CliResult result = shell(place,
      "exec 9<>big.txt; aptix bundle apply --diff --json ../edit.json & "
      "while ! test -d .aptix/log/1 && kill -0 $!; do :; done; truncate -s 0 /proc/self/fd/9; wait $!");
  CHECK(result.exit_code == 0);
  CHECK(is_one_object(result.out));
  CHECK(result.out.find("\"successful\":true") != std::string::npos);
  CHECK(place.read("tree/big.txt").starts_with("1 line of many\n"));
}

TEST_CASE("a closed stream is not given to a file of the tree") {
  Place place;
  CHECK(shell(place, "aptix bundle apply ../answer.md >&- 2>&- <&-").exit_code == 0);
  CHECK(place.read("tree/a.txt") == "hello\n");
  CHECK(shell(place, "aptix bundle apply <&-").exit_code == 2);
}

TEST_CASE("a reader that goes away early is no error and no signal") {
  Place place;
  place.write("tree/f", std::string(4 << 20, 'x'));
  test::CliResult result = shell(place, "{ aptix read f; echo $? >&2; } | head -c 10 >/dev/null");
  CHECK(result.err == "0\n");
}

TEST_CASE("a signal while waiting for input ends the run with 130") {
  Place place;
  for (const char* signal : {"INT", "TERM", "HUP"}) {
    // A job of a shell without job control ignores SIGINT, and nohup SIGHUP; env gives them back their meaning.
    std::string start = "env --default-signal=INT,HUP aptix";
    // It waits, and has a handler for SIGHUP, the lowest bit of all that are caught, and so for the others.
    std::string until_it_reads =
        "until grep -q '(aptix) S' /proc/$pid/stat && grep -q '^SigCgt:.*[13579bdf]$' /proc/$pid/status; "
        "do sleep 0.05; done; sleep 0.1";
    std::string script = "mkfifo p; " + start + " bundle apply - < p & pid=$!; exec 3> p; " + until_it_reads +
        "; kill -" + signal + " $pid; wait $pid; echo $?; rm p";
    test::CliResult result = shell(place, script);
    CAPTURE(signal);
    CHECK(result.out == "130\n");
    CHECK(result.err == "error[interrupted]: interrupted\n");
  }
}

TEST_CASE("a signal that the caller ignores stays ignored") {
  Place place;
  test::CliResult result = shell(place,
      "trap '' HUP; mkfifo p; aptix bundle apply - < p & pid=$!; exec 3> p; sleep 0.3; kill -HUP $pid; cat "
      "../answer.md >&3; exec 3>&-; wait $pid; echo $?; rm p");
  CHECK(result.out == "create a.txt (+1)\ntransaction 1: 1 file changed; undo with 'aptix undo'\n0\n");
}

TEST_CASE("a diff goes through git apply to the same tree") {
  Place place;
  place.write("tree/b.txt", "one\ntwo\nthree\n");
  place.write("tree/gone.txt", "x");
  place.write("answer.md",
      "```diff\n--- a/b.txt\n+++ b/b.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n"
      "diff --git a/gone.txt b/gone.txt\ndeleted file mode 100644\n--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 "
      "@@\n-x\n\\ No newline at end of file\n"
      "diff --git a/x y.sh b/x y.sh\nnew file mode 100755\n--- /dev/null\n+++ b/x y.sh\n@@ -0,0 +1 "
      "@@\n+#!/bin/sh\n```\n");
  test::CliResult result = shell(place,
      "cp -r . ../copy && (cd ../copy && git init -q . && aptix bundle apply -q ../answer.md --diff > ../diff) && git "
      "apply ../diff && rm -rf ../copy/.git && diff -r --exclude=.aptix . ../copy");
  CHECK(result.out == "");
  CHECK(result.err == "");
  CHECK(result.exit_code == 0);
  CHECK(place.exists("tree/x y.sh"));
}

TEST_CASE("flags win over the environment, it over the workspace, that over the user") {
  Place place;
  place.write("answer.md",
      "```json\n{\"files\": [{\"path\": \"a.txt\", \"operation\": \"create\", \"content\": \"x\\n\"}]}\n```\n");
  CHECK(shell(place, "aptix bundle apply -n ../answer.md").exit_code == 0);
  CHECK(shell(place, "aptix bundle apply -n --strict ../answer.md").exit_code == 3);
  CHECK(shell(place, "APTIX_STRICT=1 aptix bundle apply -n ../answer.md").exit_code == 3);
  CHECK(shell(place, "APTIX_STRICT=maybe aptix bundle apply -n ../answer.md").exit_code == 2);
  place.write("home/.config/aptix/config.toml", "strict = true\n");
  CHECK(shell(place, "aptix bundle apply -n ../answer.md").exit_code == 3);
  CHECK(shell(place, "APTIX_STRICT=0 aptix bundle apply -n ../answer.md").exit_code == 0);
  CHECK(shell(place, "XDG_CONFIG_HOME=/nonexistent aptix bundle apply -n ../answer.md").exit_code == 0);
  CHECK(shell(place, "APTIX_CONFIG=../home/none aptix bundle apply -n ../answer.md").exit_code == 2);
  place.write("home/.config/aptix/config.toml", "");
  place.write("tree/.aptix/config.toml", "strict = true\n");
  CHECK(shell(place, "aptix bundle apply -n ../answer.md").exit_code == 3);
}

TEST_CASE("a wrong configuration is named with its place") {
  Place place;
  place.write("home/.config/aptix/config.toml", "[limits]\nmax_flies = 3\n");
  test::CliResult result = shell(place, "aptix log");
  CHECK(result.exit_code == 2);
  CHECK(result.err.starts_with("error[config.invalid]: the key 'limits.max_flies' is not known\n  --> " +
      place.path("home/.config/aptix/config.toml") + ":2:1\n"));
  CHECK(result.out == "");
}

TEST_CASE("a FIFO as configuration does not hang the run") {
  Place place;
  place.make_directory("tree/.aptix");
  test::CliResult result = shell(place, "mkfifo .aptix/config.toml && aptix log");
  CHECK(result.exit_code == 2);
  CHECK_FALSE(result.timed_out);
}

TEST_CASE("log, show, undo and redo tell the story of a change") {
  Place place;
  REQUIRE(shell(place, "aptix bundle apply ../answer.md").exit_code == 0);
  CHECK(shell(place, "aptix show 1 | tail -n 1").out == "create a.txt\n");
  CHECK(shell(place, "aptix undo -n").out == "delete a.txt\ndry run: nothing was written; 1 file would change\n");
  CHECK(place.exists("tree/a.txt"));
  CHECK(shell(place, "aptix undo").out ==
      "delete a.txt\ntransaction 2: took back transaction 1, 1 file; reverse with 'aptix redo'\n");
  CHECK_FALSE(place.exists("tree/a.txt"));
  CHECK(shell(place, "aptix log | cut -c 1-6,28-38").out == "   2  undo of 1  \n   1  apply      \n");
  CHECK(shell(place, "aptix log --limit 1 | wc -l").out == "1\n");
  CHECK(shell(place, "aptix redo -q").out == "");
  CHECK(place.read("tree/a.txt") == "hello\n");
  CHECK(shell(place, "aptix show --diff 2").out ==
      "diff --git a/a.txt b/a.txt\ndeleted file mode 100644\n--- a/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-hello\n");
}

TEST_CASE("undo refuses what was changed since, and changes nothing") {
  Place place;
  REQUIRE(shell(place, "aptix bundle apply ../answer.md").exit_code == 0);
  place.write("tree/a.txt", "mine\n");
  test::CliResult result = shell(place, "aptix undo");
  CHECK(result.exit_code == 1);
  CHECK(result.err.starts_with("error[undo.changed]: "));
  CHECK(place.read("tree/a.txt") == "mine\n");
}

TEST_CASE("the caller and the command are recorded") {
  Place place;
  REQUIRE(shell(place, "APTIX_CALLER='a b' aptix bundle apply -q \"../answer.md\" --only '**'").exit_code == 0);
  CHECK(shell(place, "aptix show 1 | sed -n 3,4p").out ==
      "by: a b\ncommand: aptix bundle apply -q ../answer.md --only '**'\n");
}

TEST_CASE("checksums are checked, and what differs is named") {
  Place place;
  place.write("tree/good", "a");
  place.write("tree/bad", "b");
  REQUIRE(shell(place, "aptix sha good bad none > ../sums; sed -i 's/^3e23/0000/' ../sums").exit_code == 0);
  test::CliResult result = shell(place, "aptix sha --check ../sums");
  CHECK(result.exit_code == 1);
  CHECK(result.out == "good: OK\nbad: FAILED\n");
  CHECK(result.err == "error[check.failed]: 1 of 2 files does not match\n");
  CHECK(shell(place, "aptix sha -q --check ../sums").out == "bad: FAILED\n");
  CHECK(shell(place, "echo nothing | aptix sha --check -").exit_code == 2);
  CHECK(shell(place, "aptix sha --check ../sums good").exit_code == 2);
}

TEST_CASE("help is on standard output, and aptix alone shows two examples") {
  Place place;
  CHECK(shell(place, "aptix | grep -c '^  aptix'").out == "2\n");
  for (const char* line : {"aptix help", "aptix --help", "aptix -h", "aptix help bundle", "aptix bundle --help",
           "aptix help bundle apply", "aptix bundle apply --help", "aptix bundle apply -h", "aptix help help"}) {
    CAPTURE(line);
    test::CliResult result = shell(place, line);
    CHECK(result.exit_code == 0);
    CHECK(result.out.find("aptix") != std::string::npos);
    CHECK(result.err == "");
  }
}

}  // namespace
}  // namespace aptix::app
