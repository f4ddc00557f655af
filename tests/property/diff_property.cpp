// Properties of diff and patch over random texts: what is printed can be applied, by us and by git;
// damaged headers never make a hunk land in the wrong place; a second run changes nothing.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "base/text/text.h"
#include "diff/compute/lines.h"
#include "diff/read/unified.h"
#include "edit/hunk/hunks.h"
#include "support/run_cli.h"
#include "support/temp_dir.h"

using namespace aptix;

namespace {

struct Shape {
  std::vector<std::string> words;  // what a line may be
  std::vector<std::string> ends;   // what may end it
};

const Shape kCrowded = {{"a", "b", "", "}", "long enough a line"}, {"\n"}};
const Shape kMixed = {{"a", "b", "", "}", "-- x", "++ y", "@@"}, {"\n", "\r\n", "\n"}};

rc::Gen<std::string> any_text(const Shape& shape) {
  using Line = std::pair<std::string, std::string>;
  auto line = rc::gen::pair(rc::gen::elementOf(shape.words), rc::gen::elementOf(shape.ends));
  return rc::gen::map(rc::gen::pair(rc::gen::container<std::vector<Line>>(line), rc::gen::arbitrary<bool>()),
      [](const std::pair<std::vector<Line>, bool>& made) {
        std::string text;
        for (const Line& l : made.first) text += l.first + l.second;
        while (made.second && text.ends_with('\n')) text.resize(text.size() - (text.ends_with("\r\n") ? 2 : 1));
        return text;
      });
}

// A text, and the same after some lines were removed, added and replaced.
struct DistinctChange {
  std::string before, after;
};

// Every line once: so that places are unique and edits are seen for what they are.
rc::Gen<DistinctChange> change_of_distinct_lines() {
  return rc::gen::map(rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 12)), [](const std::vector<int>& steps) {
    DistinctChange change;
    for (size_t i = 0; i < steps.size(); ++i) {
      std::string line = "this is line number " + std::to_string(i) + "\n";
      std::string other = "in place of it: " + std::to_string(i) + "\n";
      if (steps[i] != 0) change.before += line;
      if (steps[i] > 1) change.after += line;
      if (steps[i] <= 2) change.after += other;
    }
    return change;
  });
}

struct HunksResult {
  std::string text;
  edit::HunksResult result;
};

HunksResult apply_patch(
    std::string_view text, const std::string& patch, const diff::ParseOptions& how = {.end_is_certain = true}) {
  diff::ParseResult parsed = diff::parse_unified(patch, how);
  RC_ASSERT(parsed.errors.empty());
  std::vector<const diff::Hunk*> hunks;
  for (const diff::FilePatch& file : parsed.files)
    for (const diff::Hunk& hunk : file.hunks) hunks.push_back(&hunk);
  HunksResult applied{{}, edit::apply_hunks(text, hunks)};
  for (std::string_view piece : applied.result.pieces) applied.text += piece;
  return applied;
}

std::string patch_of(const std::string& before, const std::string& after) {
  std::string hunks = diff::print_hunks(before, after);
  return hunks.empty() ? hunks : "--- a/x\n+++ b/x\n" + hunks;
}

// Every hunk header of the patch as `rewrite` makes it from its four numbers.
template <class Rewrite>
std::string with_headers(const std::string& patch, Rewrite rewrite) {
  std::string out;
  for (size_t start = 0; start < patch.size();) {
    size_t end = std::min(patch.find('\n', start), patch.size() - 1) + 1;
    std::string line = patch.substr(start, end - start);
    out += line.starts_with("@@ -") ? rewrite(line) : line;
    start = end;
  }
  return out;
}

bool has_already(const edit::HunksResult& result) {
  for (const EditOutcome& outcome : result.outcomes)
    if (outcome.status == EditStatus::already) return true;
  return false;
}

}  // namespace

TEST_CASE("property: the edits turn one text into the other") {
  CHECK(rc::check([] {
    std::string before = *any_text(kMixed);
    std::string after = *any_text(kMixed);
    std::string built;
    size_t at = 0;
    uint64_t line = 0;
    auto next_line = [](const std::string& text, size_t from) {
      return std::min(text.find('\n', from), text.size() - 1) + 1;
    };
    auto start_of = [&](const std::string& text, uint64_t number) {
      size_t start = 0;
      while (number-- > 0) start = next_line(text, start);
      return start;
    };
    for (const diff::LineEdit& edit : diff::diff_lines(before, after)) {
      built += before.substr(at, start_of(before, edit.old_start) - at);
      size_t from = start_of(after, edit.new_start);
      built += after.substr(from, start_of(after, edit.new_start + edit.new_count) - from);
      at = start_of(before, edit.old_start + edit.old_count);
      line = edit.old_start;
    }
    RC_ASSERT(line <= before.size());
    built += before.substr(at);
    RC_ASSERT(built == after);
  }));
}

TEST_CASE("property: what is printed is read without a repair and applied to the byte") {
  CHECK(rc::check([] {
    std::string before = *any_text(kMixed);
    std::string after = *any_text(kMixed);
    std::string patch = patch_of(before, after);
    RC_ASSERT(diff::parse_unified(patch, {}).repairs.empty());
    HunksResult applied = apply_patch(before, patch);
    RC_ASSERT(applied.result.errors.empty());
    RC_ASSERT(applied.text == after);
  }));
}

TEST_CASE("property: hunks without numbers are applied rightly or refused") {
  CHECK(rc::check([] {
    std::string before = *any_text(kCrowded);
    std::string after = *any_text(kCrowded);
    RC_PRE(!before.empty());
    std::string patch = with_headers(patch_of(before, after), [](const std::string&) { return "@@ ... @@\n"; });
    HunksResult applied = apply_patch(before, patch);
    bool right = applied.text == after || has_already(applied.result);
    RC_ASSERT(right || (!applied.result.errors.empty() && applied.text == before));
  }));
}

TEST_CASE("property: wrong counts and separators between hunks do no harm") {
  CHECK(rc::check([] {
    DistinctChange change = *change_of_distinct_lines();
    RC_PRE(!change.before.empty() && change.before != change.after);
    int wrong = *rc::gen::inRange(0, 9);
    std::string patch = with_headers(patch_of(change.before, change.after), [&](const std::string&) {
      return "\n@@ -1," + std::to_string(wrong) + " +1," + std::to_string(wrong + 1) + " @@\n";
    });
    HunksResult applied = apply_patch(change.before, patch);
    RC_ASSERT(applied.result.errors.empty());
    RC_ASSERT(applied.text == change.after);
  }));
}

TEST_CASE("property: hunks are found where they have moved to") {
  CHECK(rc::check([] {
    DistinctChange change = *change_of_distinct_lines();
    RC_PRE(!change.before.empty());
    std::string inserted;
    for (int i = *rc::gen::inRange(0, 30); i > 0; --i) inserted += "inserted " + std::to_string(i) + "\n";
    HunksResult applied = apply_patch(inserted + change.before, patch_of(change.before, change.after));
    RC_ASSERT(applied.result.errors.empty());
    RC_ASSERT(applied.text == inserted + change.after);
  }));
}

TEST_CASE("property: a second run changes nothing") {
  CHECK(rc::check([] {
    DistinctChange change = *change_of_distinct_lines();
    RC_PRE(!change.before.empty() && !change.after.empty());
    std::string patch = patch_of(change.before, change.after);
    if (*rc::gen::arbitrary<bool>()) patch = with_headers(patch, [](const std::string&) { return "@@ ... @@\n"; });
    HunksResult again = apply_patch(change.after, patch);
    RC_ASSERT(again.text == change.after);
  }));
}

TEST_CASE("property: the file's line ends stay, whatever those of the patch") {
  CHECK(rc::check([] {
    DistinctChange change = *change_of_distinct_lines();
    RC_PRE(!change.before.empty());
    std::string patch = patch_of(change.before, change.after);
    HunksResult to_crlf = apply_patch(with_line_ends(change.before, LineEnd::crlf), patch);
    RC_ASSERT(to_crlf.text == (change.after.empty() ? "" : with_line_ends(change.after, LineEnd::crlf)));
    HunksResult from_crlf = apply_patch(change.before, patch.empty() ? "" : with_line_ends(patch, LineEnd::crlf));
    RC_ASSERT(from_crlf.text == change.after);
  }));
}

TEST_CASE("property: a diff cut anywhere is refused, or was cut between its hunks or in its last line") {
  CHECK(rc::check([] {
    DistinctChange change = *change_of_distinct_lines();
    std::string patch = patch_of(change.before, change.after);
    RC_PRE(patch.size() > 20);
    size_t cut = *rc::gen::inRange<size_t>(16, patch.size());
    diff::ParseResult parsed = diff::parse_unified(std::string_view(patch).substr(0, cut), {});
    if (!parsed.errors.empty()) return;
    uint64_t lines = 0;
    for (const diff::Hunk& hunk : parsed.files[0].hunks) lines += hunk.lines.size() + 1;
    RC_ASSERT(lines + 2 == count_lines(std::string_view(patch).substr(0, cut)));
  }));
}

TEST_CASE("property: no damage makes reading or applying fail otherwise than by saying so") {
  CHECK(rc::check([] {
    std::string before = *any_text(kMixed);
    std::string patch = patch_of(before, *any_text(kMixed));
    for (int i = *rc::gen::inRange(1, 6); i > 0 && !patch.empty(); --i) {
      size_t at = *rc::gen::inRange<size_t>(0, patch.size());
      size_t count = *rc::gen::inRange<size_t>(0, 8);
      *rc::gen::arbitrary<bool>()
          ? patch.erase(at, count)
          : patch.insert(at, *rc::gen::elementOf(std::vector<std::string>{"\n", "@@ ", "+", "-", "--- ", "\r", "9"}));
    }
    diff::ParseResult parsed = diff::parse_unified(patch, {.end_is_certain = false});
    std::vector<const diff::Hunk*> hunks;
    for (const diff::FilePatch& file : parsed.files)
      for (const diff::Hunk& hunk : file.hunks) hunks.push_back(&hunk);
    edit::HunksResult result = edit::apply_hunks(before, hunks);
    RC_ASSERT(result.outcomes.size() == hunks.size());
  }));
}

TEST_CASE("property: git takes what is printed, and makes the same of it") {
  test::TempDir dir;
  std::vector<std::string> environment = aptix::test::test_environment(dir.path());
  auto git = [&](const std::vector<std::string>& arguments) {
    return aptix::test::run_cli({.arguments = arguments,
        .input = "",
        .directory = dir.path(),
        .environment = environment,
        .timeout = std::chrono::seconds(30)});
  };
  if (git({"git", "--version"}).exit_code != 0) {
    MESSAGE("git is not there: skipped");
    return;
  }
  for (int i = 0; i < 60; ++i) {
    std::string before = any_text(kMixed)(rc::Random(static_cast<uint64_t>(i)), 2 + i).value();
    std::string after = any_text(kMixed)(rc::Random(static_cast<uint64_t>(i) + 1000), 2 + i).value();
    if (before.empty() || after.empty() || before == after) continue;
    dir.write("x", before);
    dir.write("p", patch_of(before, after));
    aptix::test::CliResult run = git({"git", "apply", "--whitespace=nowarn", "p"});
    CAPTURE(run.err);
    CHECK(run.exit_code == 0);
    CHECK(dir.read("x") == after);
  }
}
