// Hunks against texts whose line ends, tabs or spaces differ: which bytes come out.
#include "edit/hunk/hunks.h"

#include <doctest/doctest.h>

#include "unit/edit/patched.h"

using namespace aptix;
using test::Applied;
using test::patched;

TEST_CASE("context keeps the bytes of the file, added lines take its line end") {
  CHECK(patched("a\r\nb\r\nc\r\n", "@@ -1,3 +1,4 @@\n a\n-b\n+B\n+BB\n c\n").text == "a\r\nB\r\nBB\r\nc\r\n");
  Applied lf = patched("a\nb\nc\n", "@@ -1,3 +1,3 @@\r\n a\r\n-b\r\n+B\r\n c\r\n");
  CHECK(lf.text == "a\nB\nc\n");
  CHECK(lf.result.outcomes[0].rule == Rule::line_ends);
}

TEST_CASE("in a file of both line ends, an added line takes that of the line it stands beside") {
  CHECK(patched("a\nb\r\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n").text == "a\nB\r\nc\n");
  CHECK(patched("a\nb\r\nc\n", "@@ -1,3 +1,5 @@\n a\n+x\n b\n+y\n c\n").text == "a\nx\nb\r\ny\r\nc\n");
  CHECK(patched("a\r\nb\nc\n", "@@ -1,2 +1,3 @@\n-a\n-b\n+A\n+B\n+BB\n").text == "A\r\nB\nBB\nc\n");
}

TEST_CASE("line ends as the patch has them, when asked for") {
  CHECK(patched("a\r\nb\r\n", "@@ -1,2 +1,2 @@\n a\n-b\n+B\n", {.keep_line_ends = false}).text == "a\r\nB\n");
}

TEST_CASE("a patch that changes line ends, and knows them, is believed") {
  CHECK(patched("a\r\nb\r\n", "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+b\n").text == "a\r\nb\n");
  CHECK(patched("a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+b\r\n").text == "a\nb\r\n");
}

TEST_CASE("a missing last newline stays missing") {
  CHECK(patched("a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n+B\n").text == "a\nB");
  CHECK(patched("a\nb", "@@ -1,2 +1,3 @@\n a\n b\n+c\n").text == "a\nb\nc");
  CHECK(patched("a\r\nb", "@@ -1,2 +1,4 @@\n a\n b\n+c\n+d\n").text == "a\r\nb\r\nc\r\nd");
  CHECK(patched("a\nb", "@@ -1,2 +1,2 @@\n-a\n+A\n b\n").text == "A\nb");
  CHECK(patched("a\nb", "@@ -1,2 +1,1 @@\n a\n-b\n").text == "a\n");
  CHECK(patched("b", "@@ -1 +1,2 @@\n b\n+c\n").text == "b\nc");
}

TEST_CASE("marks for a missing newline decide exactly") {
  CHECK(patched("a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n").text == "a\nb\n");
  CHECK(patched("a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n").text == "a\nb");
  CHECK(patched("a\nb", "@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline at end of file\n").text == "A\nb");
  CHECK(patched("a\nb", "@@ -1,2 +1,3 @@\n a\n-b\n\\ No newline at end of file\n+b\n+c\n\\ No newline at end of file\n")
            .text == "a\nb\nc");
}

TEST_CASE("a mark that the file contradicts is refused") {
  CHECK(patched("a\nb\nc\n", "@@ -1,2 +1,2 @@\n a\n-b\n+B\n\\ No newline at end of file\n").statuses() == "failed");
  CHECK(patched("a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+B\n").statuses() == "failed");
}

TEST_CASE("a byte-order mark stays at the beginning") {
  CHECK(patched("\xEF\xBB\xBF"
                "a\nb\n",
            "@@ -1,2 +1,2 @@\n-a\n+A\n b\n")
            .text ==
      "\xEF\xBB\xBF"
      "A\nb\n");
  CHECK(patched("\xEF\xBB\xBF"
                "a\n",
            "@@ -1 +1,2 @@\n+first\n a\n")
            .text ==
      "\xEF\xBB\xBF"
      "first\na\n");
  CHECK(patched("\xEF\xBB\xBF"
                "a\n",
            "@@ -1 +1 @@\n-\xEF\xBB\xBF"
            "a\n+a\n")
            .text == "a\n");
}

TEST_CASE("white space at line ends that the patch has lost are kept where they stand") {
  Applied applied = patched("a  \nb\nc\t\nd\n", "@@ -1,4 +1,4 @@\n a\n-b\n+B\n c\n d\n");
  CHECK(applied.text == "a  \nB\nc\t\nd\n");
  CHECK(applied.statuses() == "applied@1");
  CHECK(applied.result.outcomes[0].rule == Rule::whitespace);
  CHECK(applied.result.differs.at(0) == "white space at the end of lines");
}

TEST_CASE("a patch that shows tabs as spaces is applied with the tabs of the file") {
  Applied applied = patched("f:\n\tone\n\t\ttwo\n\tend\n",
      "@@\n f:\n     one\n-        two\n+        2\n+            3\n+      4\n     end\n");
  CHECK(applied.text == "f:\n\tone\n\t\t2\n\t\t\t3\n\t  4\n\tend\n");
  CHECK(applied.result.outcomes[0].rule == Rule::whitespace);
}

TEST_CASE("a patch with tabs is applied with the spaces of the file") {
  Applied applied = patched("f:\n    one\n    end\n", "@@\n f:\n \tone\n+\t\ttwo\n \tend\n");
  CHECK(applied.text == "f:\n    one\n        two\n    end\n");
}

TEST_CASE("all hunks of a file get its tabs when one of them shows how they were lost") {
  Applied applied = patched("a\nb\n\tc\nd\ne\n", "@@\n a\n+    new\n b\n@@\n-    c\n+    C\n d\n");
  CHECK(applied.text == "a\n\tnew\nb\n\tC\nd\ne\n");
}

TEST_CASE("tabs that cannot be told are not guessed") {
  Applied applied =
      patched("\tint x;\t// one\nend\n", "@@\n         int x;  // one\n+        int longer;     // two\n end\n");
  CHECK(applied.error().code == Code::match_not_found);
  CHECK(applied.error().message ==
      "the hunk fits line 1 but for tabs, and it is not clear which of its added spaces are tabs");
}

TEST_CASE("two places that fit but for white space are refused, and a number says which it is") {
  std::string_view text = "a \nb\nx\na\t\nb\n";
  Applied applied = patched(text, "@@\n a\n-b\n+B\n");
  CHECK(applied.error().code == Code::match_ambiguous);
  CHECK(applied.error().notes.front() == "lines 1, 4");
  CHECK(patched(text, "@@ -4,2 +4,2 @@\n a\n-b\n+B\n").text == "a \nb\nx\na\t\nB\n");
}

TEST_CASE("a hunk that differs in indentation alone, or has nothing but white space, fits nowhere") {
  CHECK(patched("  a\n  b\n", "@@\n-    a\n+    A\n").error().code == Code::match_not_found);
  CHECK(patched("a\n  \nb\n", "@@ -9 +9 @@\n-\n+x\n").error().code == Code::match_not_found);
}
