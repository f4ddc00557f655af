// Hunks that only add lines: which numbers prove where they go.
#include "edit/hunk/hunks.h"

#include <doctest/doctest.h>

#include "unit/edit/patched.h"

using namespace aptix;
using test::Applied;
using test::patched;

TEST_CASE("lines that are only added go where their number says, in the text that it counts") {
  const edit::HunkOptions known{.numbers = edit::StatedNumbers::hold};
  CHECK(patched("a\nb\n", "@@ -1,0 +2 @@\n+x\n", known).text == "a\nx\nb\n");
  CHECK(patched("a\nb\n", "@@ -2,0 +3 @@\n+x\n", known).text == "a\nb\nx\n");
  CHECK(patched("a\nb", "@@ -2,0 +3 @@\n+x\n", known).text == "a\nb\nx");
  CHECK(patched("a\r\nb\r\n", "@@ -1,0 +2 @@\n+x\n", known).text == "a\r\nx\r\nb\r\n");
  CHECK(patched("a\nb\n", "@@ -0,0 +1 @@\n+x\n", known).text == "x\na\nb\n");
  CHECK(patched("long enough\nb\n", "@@ -2,0 +3 @@\n+long enough\n", known).text == "long enough\nb\nlong enough\n");
  CHECK(patched("a\nb\n", "@@ -9,0 +9 @@\n+x\n", known).error().message ==
      "the hunk adds lines after line 9, which is beyond the end");
  CHECK(patched("a\nb\n", "@@ ... @@\n+x\n", known).statuses() == "failed");
}

TEST_CASE("a number alone does not prove where lines that are only added go") {
  Applied refused = patched("a\nb\n", "@@ -1,0 +2 @@\n+x\n");
  CHECK(refused.error().code == Code::match_ambiguous);
  CHECK(refused.error().message == "the hunk has only '+' lines, and nothing but its number says where they go");
  CHECK(refused.error().hint == "add the lines before and after the place as context");
  CHECK(patched("a\nb\n", "@@ ... @@\n+x\n").error().message ==
      "the hunk has only '+' lines, and nothing says where they go");
  CHECK(patched("a\nb\n", "@@ -0,0 +1 @@\n+x\n").statuses() == "failed");
  CHECK(patched("a\nb\n", "@@ -9,0 +9 @@\n+x\n").statuses() == "failed");
  CHECK(patched("a\nb\n", "@@ -1,2 +1,3 @@\n+x\n").statuses() == "failed");
}

TEST_CASE("the end of the text proves the number of lines that go there") {
  CHECK(patched("a\nb\n", "@@ -2,0 +3 @@\n+x\n").text == "a\nb\nx\n");
  CHECK(patched("a\nb", "@@ -2,0 +3 @@\n+x\n").text == "a\nb\nx");
  CHECK(patched("a\nb\n", "@@ -2,0 +4 @@\n+x\n").statuses() == "failed");
}

TEST_CASE("lines that stand after where their number says prove the numbers before") {
  std::string text = "one\ntwo\nthree\nfour is the last\n";
  CHECK(patched(text, "@@ -2,0 +3 @@\n+x\n@@ -4 +5 @@\n-four is the last\n+4\n").text == "one\ntwo\nx\nthree\n4\n");
  CHECK(patched(text, "@@ -0,0 +1 @@\n+x\n@@ -4 +5 @@\n-four is the last\n+4\n").text == "x\none\ntwo\nthree\n4\n");
  CHECK(patched(text, "@@ -1 +0,0 @@\n-one\n@@ -2,0 +2 @@\n+x\n@@ -4 +4 @@\n-four is the last\n+4\n").text ==
      "two\nx\nthree\n4\n");
  SUBCASE("but only there") {
    CHECK(
        patched("one line before\ntwo\nthree\n", "@@ -1 +1 @@\n-one line before\n+1\n@@ -2,0 +3 @@\n+x\n").statuses() ==
        "applied@1 failed");
    CHECK(patched(text, "@@ -1,0 +2 @@\n+x\n@@ -3 +4 @@\n-four is the last\n+4\n").statuses() == "failed applied@4");
    CHECK(patched("a\nb\n}\n", "@@ -1,0 +2 @@\n+x\n@@ -3 +4 @@\n-}\n+]\n").statuses() == "failed applied@3");
  }
  SUBCASE("and only where all headers agree") {
    CHECK(patched(text, "@@ -2,0 +2 @@\n+x\n@@ -4 +5 @@\n-four is the last\n+4\n").statuses() == "failed applied@4");
    CHECK(patched(text, "@@ -2,0 +3 @@\n+x\n@@ -4 +4 @@\n-four is the last\n+4\n").statuses() == "failed applied@4");
  }
}
