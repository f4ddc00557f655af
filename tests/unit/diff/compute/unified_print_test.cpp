// Printed hunks: exactly the text that git prints, and git takes it back.
#include <doctest/doctest.h>

#include "diff/read/unified.h"

using namespace aptix::diff;

TEST_CASE("equal texts print nothing") { CHECK(print_hunks("a\n", "a\n") == ""); }

TEST_CASE("a hunk has three lines of context on both sides") {
  CHECK(print_hunks("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n") ==
      "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST_CASE("a count of one is left out, and an empty side is named by the line before it") {
  CHECK(print_hunks("", "a\n") == "@@ -0,0 +1 @@\n+a\n");
  CHECK(print_hunks("a\n", "") == "@@ -1 +0,0 @@\n-a\n");
  CHECK(print_hunks("a\nb\nc\n", "a\nB\nb\nc\n", 0) == "@@ -1,0 +2 @@\n+B\n");
}

TEST_CASE("a missing last newline is marked on the side that lacks it") {
  CHECK(print_hunks("a\nb", "a\nb\n") == "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n");
  CHECK(print_hunks("a\nb", "A\nb") == "@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline at end of file\n");
}

TEST_CASE("carriage returns are printed as they are") {
  CHECK(print_hunks("a\r\nb\r\n", "a\r\nB\r\n") == "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+B\r\n");
}

TEST_CASE("hunks whose context meets are one, others are two") {
  std::string before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
  CHECK(print_hunks(before, "one\n2\n3\n4\n5\n6\n7\neight\n9\n") ==
      "@@ -1,9 +1,9 @@\n-1\n+one\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+eight\n 9\n");
  CHECK(print_hunks(before, "one\n2\n3\n4\n5\n6\n7\n8\nnine\n") ==
      "@@ -1,4 +1,4 @@\n-1\n+one\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+nine\n");
}
