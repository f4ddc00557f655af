// Where git-apply(1) puts a hunk.
#include "git/git_places.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <ctime>
#include <string>

#include "diff/read/unified.h"

using namespace aptix::diff;

namespace {

// The places of all hunks, 0 for those that do not apply.
std::vector<uint64_t> places(
    std::string_view text, const std::string& hunks, GitPlaces::Anchors anchors = GitPlaces::Anchors::by_context) {
  std::string patch = "--- a/x\n+++ b/x\n" + hunks;
  ParseResult parsed = parse_unified(patch, {});
  REQUIRE(parsed.errors.empty());
  GitPlaces git(text, anchors);
  std::vector<uint64_t> lines;
  for (const Hunk& hunk : parsed.files.at(0).hunks) lines.push_back(git.place(hunk).value_or(0));
  return lines;
}

std::string repeated(std::string_view text, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += text;
  return out;
}

using Lines = std::vector<uint64_t>;
constexpr auto kNoAnchors = GitPlaces::Anchors::none;

}  // namespace

TEST_CASE("git takes the nearest place, forward before back") {
  std::string text = repeated("a\nb\nc\n", 10);
  std::string body = " a\n-b\n+x\n c\n";
  CHECK(places(text, "@@ -7,3 +7,3 @@\n" + body) == Lines{7});
  CHECK(places(text, "@@ -8,3 +8,3 @@\n" + body) == Lines{7});
  CHECK(places(text, "@@ -9,3 +9,3 @@\n" + body) == Lines{10});
  CHECK(places(text, "@@ -500,3 +500,3 @@\n" + body) == Lines{28});
  CHECK(places(text, "@@ -7,3 +13,3 @@\n" + body) == Lines{13});
  CHECK(places("a\nb\nc\nz\na\nb\nc\n", "@@ -3,3 +3,3 @@\n" + body) == Lines{5});
}

TEST_CASE("git searches the whole text") {
  std::string text = repeated("filler\n", 300) + "a\nb\nc\n" + repeated("filler\n", 300);
  CHECK(places(text, "@@ -5,3 +5,3 @@\n a\n-b\n+x\n c\n") == Lines{301});
  CHECK(places(text, "@@ -590,3 +590,3 @@\n a\n-b\n+x\n c\n") == Lines{301});
}

TEST_CASE("a hunk whose numbers are far behind the end is looked for from there") {
  std::string patch = "--- a/x\n+++ b/x\n@@ -5,3 +5,3 @@\n a\n-b\n+x\n c\n";
  Hunk hunk = parse_unified(patch, {}).files.at(0).hunks.at(0);
  for (uint64_t start : {uint64_t{9}, uint64_t{10}, uint64_t{11}, uint64_t{1} << 40, uint64_t{1} << 62}) {
    hunk.old_start = hunk.new_start = start;
    CHECK(GitPlaces("a\nb\nc\nz\na\nb\nc\nz\n").place(hunk).value_or(0) == 5);
    CHECK(GitPlaces("a\nb\n").place(hunk) == std::nullopt);
    CHECK(GitPlaces("").place(hunk) == std::nullopt);
  }
}

TEST_CASE("for git, a hunk of line 1 fits at line 1, one without context behind it at the end") {
  std::string text = "x\na\nb\na\nb\n";
  CHECK(places(text, "@@ -1,2 +1,2 @@\n-a\n+z\n b\n") == Lines{0});
  CHECK(places(text, "@@ -1,2 +1,2 @@\n-a\n+z\n b\n", kNoAnchors) == Lines{2});
  CHECK(places(text, "@@ -2,2 +2,2 @@\n a\n-b\n+z\n") == Lines{4});
  CHECK(places(text, "@@ -2,2 +2,2 @@\n a\n-b\n+z\n", kNoAnchors) == Lines{2});
  CHECK(places(text, "@@ -3,0 +4 @@\n+z\n", kNoAnchors) == Lines{4});
  CHECK(places(text, "@@ -3,0 +4 @@\n+z\n") == Lines{6});
  CHECK(places(text, "@@ -0,0 +1 @@\n+z\n") == Lines{0});
  CHECK(places("", "@@ -0,0 +1 @@\n+z\n") == Lines{1});
}

TEST_CASE("git looks for a later hunk where the earlier ones have moved it") {
  std::string hunks = "@@ -1,2 +1,4 @@\n a\n+1\n+2\n b\n@@ -4,2 +6,2 @@\n-a\n+A\n b\n";
  CHECK(places("a\nb\nc\na\nb\na\nb\n", hunks) == Lines{1, 4});
  CHECK(places("a\nb\na\nb\nc\na\nb\n", hunks) == Lines{1, 3});
}

TEST_CASE("git does not patch a line twice, but goes back before an earlier hunk") {
  CHECK(places("a\nb\nc\n", "@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -2,2 +2,2 @@\n-b\n+B\n c\n") == Lines{1, 0});
  CHECK(places("q\na\nb\nc\na\nz\n", "@@ -5,2 +5,3 @@\n a\n+1\n z\n@@ -9,2 +9,2 @@\n-a\n+A\n b\n") == Lines{5, 2});
  CHECK(places("a\nb\n", "@@ -1,0 +2 @@\n+1\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n", kNoAnchors) == Lines{2, 0});
}

TEST_CASE("hunks in the wrong order, or far away, do not take quadratic time") {
  std::string text;
  std::string hunks;
  for (int i = 0; i < 20'000; ++i) text += "line " + std::to_string(i) + "\nfiller\n";
  for (int i = 19'998; i > 0; --i)
    hunks += "@@ -" + std::to_string(2 * i + 1) + ",2 +" + std::to_string(2 * i + 1) + ",2 @@\n-line " +
        std::to_string(i) + "\n+x\n filler\n";
  std::clock_t start = std::clock();
  std::vector<uint64_t> lines = places(text, hunks);
  CHECK(std::count(lines.begin(), lines.end(), 0) == 0);
  lines = places(repeated("shift\n", 5'000) + text, hunks);
  CHECK(std::count(lines.begin(), lines.end(), 0) == 0);
  CHECK(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC < 4);
}

TEST_CASE("git may apply a hunk to what an earlier one has made: that is left open here") {
  struct Case {
    std::string_view text;
    std::string hunks;
    bool unsure;
    GitPlaces::Anchors anchors = kNoAnchors;
  };
  const Case cases[] = {
      {"\n\n", "@@ -2 +1,0 @@\n-\n@@ -2 +4,2 @@\n \n+\n", true, GitPlaces::Anchors::by_context},  // the end is gone
      {"a\n", "@@ -1,0 +2,2 @@\n+1\n+2\n@@ -1,0 +3 @@\n+3\n", true},                              // amid added lines
      {"a\n", "@@ -2,0 +2 @@\n+1\n@@ -1 +1,2 @@\n a\n+2\n", true,
          GitPlaces::Anchors::by_context},                                         // no longer at the end
      {"c\nc\nc\nc\n", "@@ -3,0 +4,2 @@\n+a\n+\n@@ -1 +4,2 @@\n c\n+b\n", true},   // nearer by lines that were added
      {"b\nb\na\nb\n", "@@ -3 +2,0 @@\n-a\n@@ -1,2 +2,3 @@\n b\n+c\n b\n", true},  // on both sides of what is gone
      {"a\nb\n", "@@ -2,0 +3 @@\n+1\n@@ -2 +2 @@\n-b\n+2\n\\ No newline at end of file\n",
          true},  // no longer the last line
      {"a\n", "@@ -2 +2 @@\n-b\n+c\n", false},
      {"a\nb\n", "@@ -2 +2 @@\n-b\n\\ No newline at end of file\n+c\n", true},
  };
  for (const Case& one : cases) {
    std::string patch = "--- a/x\n+++ b/x\n" + one.hunks;
    ParseResult parsed = parse_unified(patch, {});
    REQUIRE(parsed.errors.empty());
    GitPlaces git(one.text, one.anchors);
    const std::vector<Hunk>& hunks = parsed.files.at(0).hunks;
    for (const Hunk& hunk : hunks) CHECK(git.place(hunk).has_value() == (&hunk != &hunks.back()));
    CHECK(git.is_unsure(hunks.back()) == one.unsure);
  }
}

TEST_CASE("no hunk is placed where lines would be glued together") {
  CHECK(places("a\n", "@@ -1 +1,3 @@\n a\n+b\n\\ No newline at end of file\n+c\n") == Lines{0});
  CHECK(places("a", "@@ -1,0 +2 @@\n+b\n", kNoAnchors) == Lines{0});
  CHECK(
      places("a\n", "@@ -1,0 +2 @@\n+b\n\\ No newline at end of file\n@@ -1,0 +3 @@\n+c\n", kNoAnchors) == Lines{2, 0});
}
