// gitpatch beside git: random texts, a diff of them by git, a file that may have moved on, options.
// Both must end with the same code and leave the same file.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <optional>
#include <string>
#include <vector>

#include "diff/read/unified.h"
#include "git/print.h"
#include "git/reader.h"
#include "support/run_cli.h"
#include "support/temp_dir.h"

namespace {

rc::Gen<std::vector<std::string>> lines() {
  return rc::gen::container<std::vector<std::string>>(
      rc::gen::elementOf(std::vector<std::string>{"a", "b", "", "}", "x ", "\ty", "  x", " \tz", "long line", "-- x"}));
}

std::string text_of_lines(const std::vector<std::string>& list, bool open) {
  std::string text;
  for (const std::string& line : list) text += line + "\n";
  if (open && !text.empty()) text.pop_back();
  return text;
}

// The list with one line removed, replaced or added.
std::vector<std::string> edited(std::vector<std::string> list) {
  size_t at = list.empty() ? 0 : *rc::gen::inRange<size_t>(0, list.size() + 1);
  int how = *rc::gen::inRange(0, 3);
  if (how == 0 && at < list.size()) list.erase(list.begin() + static_cast<ptrdiff_t>(at));
  else if (how == 1 && at < list.size()) list[at] = "changed";
  else list.insert(list.begin() + static_cast<ptrdiff_t>(at), "added ");
  return list;
}

std::vector<std::string> some_options() {
  static const std::vector<std::vector<std::string>> kSets = {{}, {}, {"-C1"}, {"-C0"}, {"--unidiff-zero"},
      {"--whitespace=fix"}, {"--whitespace=error"}, {"--ignore-whitespace"}, {"--reject"}, {"--recount"},
      {"--whitespace=fix", "-C1"}, {"--ignore-whitespace", "-C0"}, {"--check"}, {"--stat", "--apply"}};
  return *rc::gen::elementOf(kSets);
}

struct GitOutcome {
  int exit_code;
  std::string out;
  std::map<std::string, std::string> tree;
};

GitOutcome run(std::vector<std::string> command, const std::vector<std::string>& options, const std::string& file,
    const std::string& patch) {
  test::TempDir dir;
  dir.write("f", file);
  dir.write("p", patch);
  command.insert(command.end(), options.begin(), options.end());
  command.push_back("p");
  aptix::test::CliRequest request{.arguments = std::move(command),
      .input = {},
      .directory = dir.path(),
      .environment = aptix::test::test_environment(dir.path())};
  request.environment.push_back("GIT_CEILING_DIRECTORIES=/tmp");
  aptix::test::CliResult result = aptix::test::run_cli(request);
  return {result.exit_code, result.out, dir.tree()};
}

// All patches of a text, printed; nothing when it cannot be read.
std::optional<std::string> printed(const std::string& text) {
  aptix::git::ReadState state;
  aptix::git::ReadHooks hooks;
  hooks.rule_of = [](const aptix::git::Patch&) { return aptix::git::WhitespaceRule{0, 8}; };
  aptix::GitLog log;
  aptix::git::PatchReader reader(text, state, hooks, log);
  std::string out;
  while (true) {
    aptix::git::Patch patch;
    aptix::git::PatchReader::Step step = reader.next(patch);
    if (step == aptix::git::PatchReader::Step::fatal) return std::nullopt;
    if (step != aptix::git::PatchReader::Step::patch) return out;
    out += aptix::git::print_patch(patch, aptix::git::Direction::forward);
  }
}

}  // namespace

TEST_CASE("property: what is printed of a patch is read and printed the same again") {
  CHECK(rc::check([] {
    std::string before = text_of_lines(*lines(), *rc::gen::arbitrary<bool>());
    std::string after = text_of_lines(*lines(), *rc::gen::arbitrary<bool>());
    std::string hunks = aptix::diff::print_hunks(before, after, *rc::gen::inRange<unsigned>(0, 4));
    RC_PRE(!hunks.empty());
    std::optional<std::string> once = printed("some prose\n--- a/f\n+++ b/f\n" + hunks);
    RC_ASSERT(once);
    RC_ASSERT(printed(*once) == once);
    RC_ASSERT(once->ends_with(hunks));
  }));
}

TEST_CASE("property: gitpatch ends as git apply does, with the same files") {
  CHECK(rc::check([] {
    std::vector<std::string> before = *lines();
    std::vector<std::string> after = edited(edited(before));
    std::vector<std::string> now = *rc::gen::arbitrary<bool>() ? before : edited(before);
    bool open = *rc::gen::arbitrary<bool>();
    test::TempDir dir;
    dir.write("a", text_of_lines(before, open));
    dir.write("b", text_of_lines(after, open && *rc::gen::arbitrary<bool>()));
    // Some context always: without any, git takes the end of the file for the place of a hunk that says another line.
    aptix::test::CliRequest request{
        .arguments = {"git", "diff", "--no-index", "-U" + std::to_string(*rc::gen::inRange(1, 4)), "a", "b"},
        .input = {},
        .directory = dir.path(),
        .environment = aptix::test::test_environment(dir.path())};
    std::string patch = aptix::test::run_cli(request).out;
    for (const char* name : {"a/a", "b/b"}) {
      for (size_t at = patch.find(name); at != std::string::npos; at = patch.find(name, at + 3)) {
        bool header = at >= 4 &&
            (patch.compare(at - 4, 4, "--- ") == 0 || patch.compare(at - 4, 4, "+++ ") == 0 ||
                patch.compare(0, 4, "diff") == 0) &&
            at < patch.find("\n@@");
        if (header) patch[at + 2] = 'f';
      }
    }
    std::vector<std::string> options = some_options();
    std::string file = text_of_lines(now, open);
    GitOutcome theirs = run({"git", "apply"}, options, file, patch);
    GitOutcome ours = run({"aptix", "gitpatch", "--no-sync"}, options, file, patch);
    // git glues a line that has no newline, or is said to have none, to the one after it; we do not.
    bool no_newline = open || patch.find("\\ No newline") != std::string::npos;
    bool glues = no_newline && theirs.exit_code == 0 && ours.exit_code == 1;
    if (glues) return;
    RC_ASSERT(ours.exit_code == theirs.exit_code);
    RC_ASSERT(ours.out == theirs.out);
    RC_ASSERT(ours.tree == theirs.tree);
  }));
}
