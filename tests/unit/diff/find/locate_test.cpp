// Where a hunk fits: exact places, line ends, the end of the text, git's search, the nearest place.
#include "diff/find/locate.h"

#include <doctest/doctest.h>

#include <ctime>
#include <deque>
#include <string>

#include "diff/read/unified.h"

namespace aptix::diff {

namespace {

// The one hunk of this text, which is kept for it.
Hunk hunk_of(const std::string& hunk) {
  static std::deque<std::string> kept;
  kept.push_back("--- a/x\n+++ b/x\n" + hunk);
  ParseResult result = parse_unified(kept.back(), {.end_is_certain = true});
  REQUIRE(result.files.size() == 1);
  REQUIRE(result.files[0].hunks.size() == 1);
  return result.files[0].hunks[0];
}

std::string repeated(std::string_view text, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += text;
  return out;
}

std::vector<uint64_t> lines_of(const Places& found) {
  std::vector<uint64_t> lines;
  for (const Place& place : found.places) lines.push_back(place.line);
  CHECK(found.count >= lines.size());
  CHECK_FALSE(found.gave_up);
  return lines;
}

std::vector<uint64_t> find(std::string_view text, const std::string& hunk) {
  Locator locator(text);
  return lines_of(locator.find(hunk_of(hunk)));
}

// Of this process alone: other work on the machine does not count.
double seconds_since(std::clock_t start) { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; }

using Lines = std::vector<uint64_t>;

}  // namespace

TEST_CASE("every place of the old lines is found, overlapping ones too") {
  CHECK(find("a\nb\nc\na\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+x\n") == Lines{1, 4});
  CHECK(find("a\na\na\na\n", "@@ -1,2 +1,2 @@\n a\n-a\n+x\n") == Lines{1, 2, 3});
  CHECK(find("a\nb\n", "@@ -1 +1 @@\n-c\n+x\n").empty());
  CHECK(find("", "@@ -1 +1 @@\n-c\n+x\n").empty());
}

TEST_CASE("a line must fit as a whole") {
  CHECK(find("ab\nb\nbc\n b\n", "@@ -1 +1 @@\n-b\n+x\n") == Lines{2});
  CHECK(find("\n\nx\n\n", "@@ -1,2 +1,3 @@\n \n+y\n \n") == Lines{1});
}

TEST_CASE("a hunk without old lines has no place of its own") {
  CHECK(find("a\n", "@@ -0,0 +1 @@\n+x\n").empty());
  Locator locator("a\nb\n");
  CHECK(lines_of(locator.find(hunk_of("@@ -1 +1 @@\n-a\n+b\n"), 100, Side::after)) == Lines{2});
}

TEST_CASE("line ends are a second choice") {
  Locator crlf("a\r\nb\r\na\nb\n");
  Hunk lf_hunk = hunk_of("@@ -1,2 +1,2 @@\n a\n-b\n+x\n");
  CHECK(crlf.find(lf_hunk).places == std::vector<Place>{{3, false}});
  Locator only_crlf("z\r\na\r\nb\r\n");
  CHECK(only_crlf.find(lf_hunk).places == std::vector<Place>{{2, true}});
  Locator only_lf("a\nb\n");
  CHECK(only_lf.find(hunk_of("@@ -1,2 +1,2 @@\n a\r\n-b\r\n+x\r\n")).places == std::vector<Place>{{1, true}});
  CHECK(only_crlf.at(lf_hunk, 2) == Place{2, true});
}

TEST_CASE("a last line without newline fits by line ends, or exactly when the hunk says so") {
  Locator text("a\nb");
  CHECK(text.find(hunk_of("@@ -1,2 +1,2 @@\n a\n-b\n+x\n")).places == std::vector<Place>{{1, true}});
  CHECK(text.find(hunk_of("@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+x\n")).places ==
      std::vector<Place>{{1, false}});
  Locator ended("a\nb\n");
  CHECK(ended.find(hunk_of("@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+x\n")).places.empty());
}

TEST_CASE("a hunk whose result lacks the last newline fits at the end only") {
  CHECK(find("a\nb\na\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+x\n\\ No newline at end of file\n") == Lines{3});
  CHECK(find("a\nb\nc\n", "@@ -1,2 +1,2 @@\n a\n-b\n+x\n\\ No newline at end of file\n").empty());
}

TEST_CASE("a byte-order mark before line 1 counts for nothing") {
  CHECK(find("\xEF\xBB\xBF"
             "a\nb\n",
            "@@ -1,2 +1,2 @@\n a\n-b\n+x\n") == Lines{1});
  CHECK(find("\xEF\xBB\xBF"
             "a\nb\n",
            "@@ -1,2 +1,2 @@\n \xEF\xBB\xBF"
            "a\n-b\n+x\n") == Lines{1});
  CHECK(find("a\nb\n",
      "@@ -1,2 +1,2 @@\n \xEF\xBB\xBF"
      "a\n-b\n+x\n")
            .empty());
}

TEST_CASE("many look-ups in one text find the same as one") {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "line " + std::to_string(i) + "\n" + (i % 3 == 0 ? "}\n\n" : "\n");
  Locator many(text);
  for (int i = 0; i < 2000; i += 37) {
    std::string wanted = "@@ -1,3 +1,3 @@\n line " + std::to_string(i) + "\n" +
        (i % 3 == 0 ? " }\n-\n" : " \n-line " + std::to_string(i + 1) + "\n") + "+x\n";
    CHECK(lines_of(many.find(hunk_of(wanted))) == find(text, wanted));
    CHECK(find(text, wanted).size() == 1);
  }
}

TEST_CASE("at most as many places as asked for are listed, all are counted") {
  std::string text = repeated("a\n", 500);
  Locator locator(text);
  Places found = locator.find(hunk_of("@@ -1 +1 @@\n-a\n+x\n"), 7);
  CHECK(lines_of(found) == Lines{1, 2, 3, 4, 5, 6, 7});
  CHECK(found.count == 500);
}

TEST_CASE("equal lines by the hundred thousand are searched in linear time") {
  std::string text = repeated("x\n", 200'000);
  std::string equal = "@@ -1,20001 +1,20001 @@\n" + repeated(" x\n", 20'000);
  Hunk fits = hunk_of(equal + "-x\n+y\n");
  Hunk differs = hunk_of(equal + "-z\n+y\n");
  Hunk by_line_ends = hunk_of("@@ -1,20001 +1,20001 @@\n" + repeated(" x\r\n", 20'000) + "-x\r\n+y\r\n");
  std::clock_t start = std::clock();
  Locator locator(text);
  CHECK(locator.find(fits).count == 180'000);
  CHECK(locator.find(differs).count == 0);
  CHECK(locator.find(by_line_ends).count == 180'000);
  CHECK(seconds_since(start) < 2);
}

TEST_CASE("a search that would take too long is given up") {
  std::string text;
  for (int i = 0; i < 300'000; ++i) text += "a\na\nb\n";
  Locator locator(text);
  std::clock_t start = std::clock();
  bool gave_up = false;
  for (int i = 0; i < 3'000 && !gave_up; ++i)
    gave_up = locator.find(hunk_of("@@ -1,5 +1,5 @@\n a\n a\n b\n a\n-b\n+x\n")).gave_up;
  CHECK(gave_up);
  CHECK(seconds_since(start) < 20);
}

TEST_CASE("the nearest place is where most lines are the same") {
  std::string text = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
  Locator locator(text);
  std::optional<Locator::Near> near = locator.nearest(hunk_of("@@ -1,4 +1,4 @@\n three\n FOUR\n-five\n+x\n six\n"));
  REQUIRE(near);
  CHECK(near->line == 3);
  CHECK(near->same == 3);
  CHECK(near->difference == 1);
  near = locator.nearest(hunk_of("@@ -1,3 +1,3 @@\n   five\n-  six\n+x\n   nothing\n"));
  REQUIRE(near);
  CHECK(near->line == 5);
  CHECK(near->same == 0);
  CHECK_FALSE(locator.nearest(hunk_of("@@ -1 +1 @@\n-nothing\n+x\n")));
}

TEST_CASE("of equally near places the one at the stated line is named") {
  std::string text = repeated("head\nbody\nfoot\n\n", 5);
  Locator locator(text);
  CHECK(locator.nearest(hunk_of("@@ -13,2 +13,2 @@\n head\n-BODY\n+x\n"))->line == 13);
  CHECK(locator.nearest(hunk_of("@@ ... @@\n head\n-BODY\n+x\n"))->line == 1);
}

TEST_CASE("a hunk that begins before the text, or ends after it, has a nearest place too") {
  Locator locator("b\nc\n");
  CHECK(locator.nearest(hunk_of("@@ -1,3 +1,3 @@\n a\n b\n-c\n+x\n"))->line == 1);
  CHECK(locator.nearest(hunk_of("@@ -1,3 +1,3 @@\n c\n d\n-e\n+x\n"))->line == 2);
}

}  // namespace aptix::diff
