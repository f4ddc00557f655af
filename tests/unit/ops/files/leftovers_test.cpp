#include <doctest/doctest.h>

#include "ops/files/leftovers.h"

using namespace aptix;
using ops::AddedLines;
using ops::find_leftovers;

namespace {

// "line: what", for the lines of that file, all of which are new.
std::string found(std::string_view path, std::string_view text) {
  std::string out;
  for (const ops::Leftover& one : find_leftovers(path, text, [](uint64_t) { return true; }))
    out += std::to_string(one.line) + ": " + std::string(one.what) + "\n";
  return out;
}

}  // namespace

TEST_CASE("the markers of a conflict and of a SEARCH/REPLACE block are leftovers") {
  CHECK(found("a.c", "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> topic\n") ==
      "2: a marker of a conflict\n4: a marker of a conflict\n6: a marker of a conflict\n");
  CHECK(found("a.c", "<<<<<<< SEARCH\nb\n>>>>>>> REPLACE\n") ==
      "1: a marker of a SEARCH/REPLACE block\n3: a marker of a SEARCH/REPLACE block\n");
  CHECK(found("a.c", "<<<<<<< HEAD\r\n>>>>>>> x\r\n") == "1: a marker of a conflict\n2: a marker of a conflict\n");
}

TEST_CASE("what only resembles a marker is none") {
  CHECK(found("a.txt", "Title\n=======\n<<<<<<<<\n<<<<<<\n >>>>>>> x\n>>>>>>>x\n") == "");
}

TEST_CASE("the fence around a file of code is a leftover, one inside of it or of a document is not") {
  CHECK(found("a.py", "```python\nx = 1\n```\n") == "1: the fence of a code block\n3: the fence of a code block\n");
  CHECK(found("a.py", "\"\"\"\n```\nx\n```\n\"\"\"\n") == "");
  CHECK(found("a.md", "```python\nx = 1\n```\n") == "");
}

TEST_CASE("a line that stands for code is a leftover where the change adds it") {
  constexpr std::string_view kText = "int a;\n// ... existing code ...\nint b;\n";
  CHECK(found("a.c", kText) == "2: a line that stands for code that was left out\n");
  CHECK(find_leftovers("a.c", kText, [](uint64_t line) { return line != 2; }).empty());
}

TEST_CASE("a document may show all of this in a code block") {
  CHECK(found("a.md", "```\n<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n```\n<<<<<<< HEAD\n") ==
      "6: a marker of a conflict\n");
}

TEST_CASE("a file of the state folder is a leftover as such") {
  CHECK(found("sub/.aptix/log/1/manifest", "x\n") == "0: a file of the state folder\n");
  CHECK(found(".aptix/lock", "") == "0: a file of the state folder\n");
  CHECK(found("my.aptix/lock", "") == "");
}

TEST_CASE("the added lines of a diff without context") {
  AddedLines added(
      "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1 @@ x\n-a\n-b\n+c\n@@ -5,0 +5,2 @@\n+d\n+e\n@@ -9 +10,0 "
      "@@\n-f\n");
  std::string held;
  for (uint64_t line = 0; line < 12; ++line) held += added.holds(line) ? '+' : ' ';
  CHECK(held == " +   ++     ");
}
