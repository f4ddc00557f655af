// Hunks against texts: where each goes, what is refused and in which words, which bytes come out.
#include "edit/hunk/hunks.h"

#include <doctest/doctest.h>

#include <ctime>
#include <functional>
#include <string>

#include "unit/edit/patched.h"

using namespace aptix;
using test::Applied;
using test::patched;

namespace {

std::string repeated(std::string_view text, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += text;
  return out;
}

// Of this process alone: other work on the machine does not count.
double seconds(const std::function<void()>& run) {
  std::clock_t start = std::clock();
  run();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// Two functions with the same body.
constexpr std::string_view kTwins = "def one():\n    x = 1\n    return x\n\ndef two():\n    x = 1\n    return x\n";

}  // namespace

TEST_CASE("a hunk replaces its lines where it says") {
  Applied applied = patched("a\nb\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n");
  CHECK(applied.text == "a\nB\nc\n");
  CHECK(applied.statuses() == "applied@1");
  CHECK(applied.result.outcomes[0].rule == Rule::exact);
  CHECK(applied.result.outcomes[0].offset == 0);
  CHECK(applied.result.outcomes[0].places == 1);
}

TEST_CASE("no hunk leaves the text as it is") {
  CHECK(edit::apply_hunks("a\n", {}).pieces == std::vector<std::string_view>{"a\n"});
  CHECK(edit::apply_hunks("", {}).pieces.empty());
}

TEST_CASE("a hunk that has moved is found, and the distance is told") {
  Applied applied = patched("new\nnew\na\nb\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n");
  CHECK(applied.text == "new\nnew\na\nB\nc\n");
  CHECK(applied.result.outcomes[0].rule == Rule::moved);
  CHECK(applied.result.outcomes[0].offset == 2);
  CHECK(applied.result.outcomes[0].line == 3);
}

TEST_CASE("a hunk without numbers is not moved") {
  Applied applied = patched("x\na\nb\n", "@@ ... @@\n a\n-b\n+B\n");
  CHECK(applied.text == "x\na\nB\n");
  CHECK(applied.result.outcomes[0].rule == Rule::exact);
  CHECK(applied.result.outcomes[0].offset == 0);
}

TEST_CASE("several hunks, in order and out of order") {
  std::string_view text = "a\nb\nc\nd\ne\nf\ng\n";
  CHECK(patched(text, "@@ -1,2 +1,2 @@\n a\n-b\n+B\n@@ -6,2 +6,2 @@\n f\n-g\n+G\n").text == "a\nB\nc\nd\ne\nf\nG\n");
  CHECK(patched(text, "@@ -6,2 +6,2 @@\n f\n-g\n+G\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n").text == "a\nB\nc\nd\ne\nf\nG\n");
}

TEST_CASE("a hunk that stands twice is refused with both lines and what would tell them apart") {
  Applied applied = patched(kTwins, "@@ ... @@\n     x = 1\n-    return x\n+    return -x\n");
  CHECK(applied.statuses() == "failed");
  CHECK(applied.error().code == Code::match_ambiguous);
  CHECK(applied.error().message == "the hunk fits 2 places");
  CHECK(applied.error().notes == std::vector<std::string>{"lines 2, 6"});
  CHECK(applied.error().hint == "add the line before it to its context");
  REQUIRE(applied.error().candidates.size() == 2);
  CHECK(applied.error().candidates[0].line == 2);
  CHECK(applied.error().candidates[0].first_line() == 1);
  CHECK(applied.error().candidates[0].text == "def one():\n    x = 1\n    return x");
  CHECK(applied.error().candidates[1].line == 6);
}

TEST_CASE("the hint counts the lines that are needed, or asks for the number") {
  std::string text = "head\n" + repeated("same\nbody\n", 2);
  CHECK(
      patched("1\nk\na\n2\nk\na\n", "@@ ... @@\n-a\n+b\n").error().hint == "add the 2 lines before it to its context");
  std::string twins = repeated("k\n", 30) + "a\n" + repeated("k\n", 30) + "a\n";
  CHECK(patched(twins, "@@ ... @@\n-a\n+b\n").error().hint ==
      "state the exact line number in its header, as in '@@ -31'");
}

TEST_CASE("the stated line chooses when it is exact") {
  CHECK(patched(kTwins, "@@ -6,2 +6,2 @@\n     x = 1\n-    return x\n+    return -x\n").statuses() == "applied@6");
  CHECK(patched(kTwins, "@@ -2,2 +2,2 @@\n     x = 1\n-    return x\n+    return -x\n").statuses() == "applied@2");
}

TEST_CASE("a stated line that is only near chooses nothing") {
  CHECK(patched(kTwins, "@@ -5,2 +5,2 @@\n     x = 1\n-    return x\n+    return -x\n").error().message ==
      "the hunk fits 2 places");
  CHECK(patched(kTwins, "@@ -3,2 +3,2 @@\n     x = 1\n-    return x\n+    return -x\n").statuses() == "failed");
}

TEST_CASE("a number that is off by what an earlier hunk proved chooses too") {
  std::string text = "# new\n# new\n" + std::string(kTwins);
  Applied applied = patched(
      text, "@@ -1,1 +1,1 @@\n-def one():\n+def uno():\n@@ -6,2 +6,2 @@\n     x = 1\n-    return x\n+    return -x\n");
  CHECK(applied.statuses() == "applied@3 applied@8");
  CHECK(applied.result.outcomes[1].rule == Rule::moved);
  CHECK(applied.result.outcomes[1].offset == 2);
}

TEST_CASE("a number that fits as stated and as moved proves nothing") {
  // Moved by four: line 2 as stated, and line 6 as moved, are both a place.
  std::string text = "# 1\n    x = 1\n    return x\n# 2\n# 3\n    x = 1\n    return x\n    x = 1\n    return x\nlast\n";
  Applied applied =
      patched(text, "@@ -6,1 +6,1 @@\n-last\n+LAST\n@@ -2,2 +2,2 @@\n     x = 1\n-    return x\n+    return -x\n");
  CHECK(applied.statuses() == "applied@10 failed");
  CHECK(applied.error().message == "hunk 2 of 2 fits 3 places");
}

TEST_CASE("the order of the hunks leaves one place") {
  CHECK(patched(kTwins, "@@ ... @@\n-def two():\n+def due():\n@@ ... @@\n     x = 1\n-    return x\n+    return -x\n")
            .statuses() == "applied@5 applied@6");
  CHECK(patched(kTwins, "@@ ... @@\n     x = 1\n-    return x\n+    return -x\n@@ ... @@\n-def two():\n+def due():\n")
            .statuses() == "applied@2 applied@5");
}

TEST_CASE("two equal hunks for two equal places are one each") {
  std::string hunk = "@@ ... @@\n     x = 1\n-    return x\n+    return -x\n";
  CHECK(patched(kTwins, hunk + hunk).statuses() == "applied@2 applied@6");
  CHECK(patched(std::string(kTwins) + std::string(kTwins), hunk + hunk).statuses() == "failed failed");
}

TEST_CASE("hunks that stand out of order say nothing about the others") {
  std::string text = "alpha\n" + std::string(kTwins) + "omega\n";
  CHECK(patched(text,
            "@@ ... @@\n-omega\n+OMEGA\n@@ ... @@\n-alpha\n+ALPHA\n@@ ... @@\n     x = 1\n-    return x\n+    return "
            "-x\n")
            .statuses() == "applied@9 applied@1 failed");
}

TEST_CASE("a number that speaks for another place objects to the order") {
  Applied applied = patched(
      kTwins, "@@ ... @@\n-def two():\n+def due():\n@@ -1,2 +1,2 @@\n     x = 1\n-    return x\n+    return -x\n");
  CHECK(applied.statuses() == "applied@5 failed");
}

TEST_CASE("the text after @@ chooses the section") {
  CHECK(patched(kTwins, "@@ ... @@ def two():\n     x = 1\n-    return x\n+    return -x\n").statuses() == "applied@6");
  CHECK(patched(kTwins, "@@ -1,2 +1,2 @@ def one():\n     x = 1\n-    return x\n+    return -x\n").statuses() ==
      "applied@2");
  CHECK(patched(kTwins, "@@ def two():\n     x = 1\n-    return x\n+    return -x\n").statuses() == "applied@6");
}

TEST_CASE("a section that holds both places, or none, chooses nothing") {
  CHECK(patched("class A:\n    x = 1\n    x = 1\n", "@@ ... @@ class A:\n-    x = 1\n+    x = 2\n").statuses() ==
      "failed");
  CHECK(patched(kTwins, "@@ ... @@ def three():\n     x = 1\n-    return x\n+    return -x\n").statuses() == "failed");
  CHECK(patched("class A:\n  def f(self):\n    x = 1\n  def g(self):\n    x = 1\n",
            "@@ ... @@ class A:\n-    x = 1\n+    x = 2\n")
            .statuses() == "failed");
  CHECK(patched("class A:\n  def f(self):\n    x = 1\n  def g(self):\n    x = 1\n",
            "@@ ... @@ def g(self):\n-    x = 1\n+    x = 2\n")
            .statuses() == "applied@5");
}

TEST_CASE("a hunk that stands nowhere is refused with the nearest place") {
  Applied applied = patched("one\ntwo\nthree\nfour\n", "@@ -1,4 +1,4 @@\n one\n Two\n-three\n+THREE\n four\n");
  CHECK(applied.error().code == Code::match_not_found);
  CHECK(applied.error().message == "the hunk does not fit: its old lines do not stand in the file");
  CHECK(applied.error().notes == std::vector<std::string>{"3 of its 4 old lines stand from line 1 on"});
  REQUIRE(applied.error().candidates.size() == 1);
  CHECK(applied.error().candidates[0].line == 1);
  CHECK(applied.error().candidates[0].text == "one\ntwo\nthree\nfour");
  CHECK(applied.error().candidates[0].differs == "letter case: line 2 of the file is 'two', the hunk has 'Two'");
  CHECK(applied.error().hint ==
      "copy the lines from line 1 on, as they stand there; '--match fuzzy' would take line 1 (1 line of its context)");
}

TEST_CASE("the lines that are shown begin with an empty one where the place does") {
  Applied applied = patched("x\n\nthe second\nthe third\n", "@@ ... @@\n-first\n-the second\n-the third\n+a\n");
  CHECK(applied.error().candidates.at(0).line == 2);
  CHECK(applied.error().candidates.at(0).text == "\nthe second\nthe third");
}

TEST_CASE("what differs is named: indentation, tabs, white space at the end") {
  auto differs = [](std::string_view text, std::string_view hunk) {
    return patched(text, hunk).error().candidates.at(0).differs;
  };
  CHECK(differs("if x:\n\treturn\n", "@@ ... @@\n if x:\n-     return\n+     pass\n") ==
      "tabs in the file, spaces in the text: line 2 of the file is '\\treturn', the hunk has '     return'");
  CHECK(differs("a  \nb\nc\n", "@@ ... @@\n a\n-b\n-d\n+c\n") == "line 3 of the file is 'c', the hunk has 'd'");
  CHECK(differs("a\nb\n", "@@ ... @@\n a\n b\n-c\n+d\n") == "the file ends before line 3, where the hunk has 'c'");
  CHECK(differs("a\nb\n", "@@ ... @@\n a\n-b\n\\ No newline at end of file\n+d\n") ==
      "line 2 ends the file without a newline in only one of the two");
}

TEST_CASE("when no line of a hunk stands in the file, that is said") {
  CHECK(patched("a\n", "@@ -1 +1 @@\n-zz\n+y\n").error().notes ==
      std::vector<std::string>{"no line of it stands in the file"});
  CHECK(patched("", "@@ -1 +1 @@\n-zz\n+y\n").statuses() == "failed");
}

TEST_CASE("all hunks that fail are told, and none is applied") {
  Applied applied = patched("a\nb\nc\n", "@@ -1 +1 @@\n-x\n+y\n@@ -2 +2 @@\n-b\n+B\n@@ -3 +3 @@\n-z\n+y\n");
  CHECK(applied.statuses() == "failed applied@2 failed");
  REQUIRE(applied.result.errors.size() == 2);
  CHECK(applied.result.errors[0].message == "hunk 1 of 3 does not fit: its old lines do not stand in the file");
  CHECK(applied.result.errors[1].message == "hunk 3 of 3 does not fit: its old lines do not stand in the file");
}

TEST_CASE("hunks may share context, but not change what the other covers") {
  std::string_view text = "a\nb\nc\nd\ne\n";
  CHECK(patched(text, "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n@@ -3,3 +3,3 @@\n c\n-d\n+D\n e\n").text == "a\nB\nc\nD\ne\n");
  Applied both = patched(text, "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n@@ -2,3 +2,3 @@\n-b\n+BB\n c\n d\n");
  CHECK(both.statuses() == "applied@1 failed");
  CHECK(both.error().code == Code::diff_syntax);
  CHECK(both.error().message == "hunk 1 of 2 and hunk 2 of 2 contradict each other at line 2");
  CHECK(patched(text, "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n@@ -2,3 +2,3 @@\n b\n c\n-d\n+D\n").statuses() ==
      "applied@1 failed");
  CHECK(patched(text, "@@ -1,2 +1,3 @@\n a\n+x\n b\n@@ -1,2 +1,3 @@\n a\n+y\n b\n").statuses() == "applied@1 failed");
}

TEST_CASE("an empty text takes lines that are only added, also in several hunks") {
  CHECK(patched("", "@@ -0,0 +1,2 @@\n+a\n+b\n").text == "a\nb\n");
  CHECK(patched("", "@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n").text == "a\nb");
  CHECK(patched("", "@@ -0,0 +1 @@\n+a\n@@ -0,0 +2 @@\n+b\n").text == "a\nb\n");
  CHECK(patched("", "@@ -0,0 +1 @@\r\n+a\r\n").text == "a\r\n");
}

TEST_CASE("a deletion leaves nothing") {
  CHECK(patched("a\nb\n", "@@ -1,2 +0,0 @@\n-a\n-b\n").text.empty());
  CHECK(patched("a\nb", "@@ -1,2 +0,0 @@\n-a\n-b\n").text.empty());
  CHECK(patched("a\nb\nc\n", "@@ -1,2 +0,0 @@\n-a\n-b\n").text == "c\n");
}

TEST_CASE("a hunk that is in place already changes nothing") {
  Applied applied = patched("a\nlong enough\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+long enough\n c\n");
  CHECK(applied.text == "a\nlong enough\nc\n");
  CHECK(applied.statuses() == "already@1");
  CHECK(applied.result.outcomes[0].places == 0);
  CHECK(patched("a\nshort\nc\n", "@@ ... @@\n a\n-b\n+short\n c\n").statuses() == "failed");
}

TEST_CASE("added lines that stand there already are not added again") {
  CHECK(patched("a\nb\nc\n", "@@ ... @@\n a\n+b\n").statuses() == "already@1");
  CHECK(patched("b\na\n", "@@ ... @@\n+b\n a\n").statuses() == "already@1");
  CHECK(patched("a\nlong enough\nc\n", "@@ ... @@\n a\n+long enough\n c\n").statuses() == "already@1");
  CHECK(patched("a\nb\nc\n", "@@ ... @@\n-a\n+a\n+b\n").statuses() == "already@1");
  CHECK(patched("a\n\nc\n", "@@ ... @@\n a\n+\n").text == "a\n\n\nc\n");
  CHECK(patched("a\nlong enough\nc\n", "@@ -1,0 +2 @@\n+long enough\n").statuses() == "already@2");
}

TEST_CASE("removed lines that are gone are gone already, when the context shows it") {
  CHECK(patched("before it\nbehind it\n", "@@ ... @@\n before it\n-gone\n behind it\n").statuses() == "already@1");
  CHECK(patched("before it\n", "@@ ... @@\n before it\n-gone\n").statuses() == "failed");
}

TEST_CASE("a result that stands twice proves nothing") {
  Applied applied = patched("long enough\nx\nlong enough\n", "@@ ... @@\n-b\n+long enough\n");
  CHECK(applied.statuses() == "failed");
  CHECK(applied.error().code == Code::match_not_found);
  CHECK(applied.error().notes.back() == "its new lines stand in the file 2 times already");
}

TEST_CASE("a second run finds its twin elsewhere and leaves it alone") {
  std::string hunks = "@@ -2,2 +2,2 @@\n     x = 1\n-    return x\n+    return -x * 100\n";
  Applied first = patched(kTwins, hunks);
  CHECK(first.statuses() == "applied@2");
  CHECK(patched(first.text, hunks).statuses() == "already@2");
  std::string by_order =
      "@@ ... @@\n     x = 1\n-    return x\n+    return -x * 100\n@@ ... @@\n-def two():\n+def another():\n";
  first = patched(kTwins, by_order);
  CHECK(first.statuses() == "applied@2 applied@5");
  CHECK(patched(first.text, by_order).statuses() == "already@2 already@5");
}

TEST_CASE("hunks that are in place and hunks that are not go together") {
  std::string hunks = "@@ -1,2 +1,3 @@\n a\n+long enough\n b\n@@ -4,2 +5,2 @@\n d\n-e\n+E\n";
  Applied applied = patched("a\nlong enough\nb\nc\nd\ne\n", hunks);
  CHECK(applied.statuses() == "already@1 applied@5");
  CHECK(applied.text == "a\nlong enough\nb\nc\nd\nE\n");
}

TEST_CASE("empty lines at the edge of a hunk may be there for the eye only") {
  CHECK(patched("a\nb\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n\n@@ -9 +9 @@\n-c\n+C\n").text == "a\nB\nC\n");
  CHECK(patched("a\nb\n\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n\n@@ -9 +9 @@\n-c\n+C\n").text == "a\nB\n\nC\n");
  CHECK(patched("a\nb\nc\n", "@@ -1,3 +1,3 @@\n\n a\n-b\n+B\n").text == "a\nB\nc\n");
}

TEST_CASE("fifty thousand hunks in one file take no time that grows faster than they do") {
  std::string text;
  std::string hunks;
  std::string expected;
  for (int i = 0; i < 50'000; ++i) {
    std::string filler = "filler of some length, number " + std::to_string(i) + "\n}\n\n";
    text += filler + "old line " + std::to_string(i) + "\n}\n";
    expected += filler + "new line " + std::to_string(i) + "\n}\n";
    hunks += "@@ -" + std::to_string(5 * i + 3) + ",3 +" + std::to_string(5 * i + 3) + ",3 @@\n \n-old line " +
        std::to_string(i) + "\n+new line " + std::to_string(i) + "\n }\n";
  }
  CHECK(seconds([&] { CHECK(patched(text, hunks).text == expected); }) < 3);
  CHECK(seconds([&] { CHECK(patched("shifted\n" + text, hunks).text == "shifted\n" + expected); }) < 3);
  CHECK(seconds([&] {
    CHECK(patched(text, hunks + "@@ -1,2 +1,2 @@\n nowhere\n-to be found\n+x\n").result.errors.size() == 1);
  }) < 3);
}

TEST_CASE("fifty thousand hunks of lines that stand everywhere are refused in linear time") {
  std::string text = repeated("x\n", 300'000);
  std::string hunks = repeated("@@ ... @@\n x\n-x\n+y\n x\n", 2'000);
  CHECK(seconds([&] { CHECK(patched(text, hunks).result.errors.size() == 2'000); }) < 10);
  CHECK(seconds([&] {
    CHECK(patched(text, repeated("@@ ... @@\n x\n-z\n+y\n x\n", 2'000)).result.errors.size() == 2'000);
  }) < 10);
}

TEST_CASE("where too many hunks miss to look for what is near to each, nothing is said of it") {
  std::string text, hunks;
  for (int i = 0; i < 40; ++i) {
    std::string line = std::to_string(i) + std::string(50'000, '.') + "\n";
    text += line;
    hunks += "@@ ... @@\n " + line + "-nowhere\n+x\n";
  }
  Applied done = patched(text, hunks);
  REQUIRE(done.result.errors.size() == 40);
  CHECK(done.result.errors.front().notes == std::vector<std::string>{"1 of its 2 old lines stand from line 1 on"});
  CHECK(done.result.errors.back().candidates.empty());
  CHECK(done.result.errors.back().notes.empty());
}

TEST_CASE("an exact place elsewhere is in doubt when the stated line fits but for white space") {
  std::string_view text = "a\nb\nx\na \nb\n";
  CHECK(patched(text, "@@ -1,2 +1,2 @@\n a\n-b\n+B\n").text == "a\nB\nx\na \nb\n");
  CHECK(patched(text, "@@ -4,2 +4,2 @@\n a\n-b\n+B\n").error().code == Code::match_ambiguous);
}

TEST_CASE(
    "several exact places elsewhere are no likelier than the stated line, and the order of hunks does not pick one of "
    "them") {
  std::string_view text = "1\na\nb\n2\na \nb\n3\na\nb\n";
  std::string hunk = "@@ -5,2 +5,2 @@\n a\n-b\n+B\n";
  CHECK(patched(text, hunk).error().code == Code::match_ambiguous);
  std::string between = "@@ -1 +1 @@\n-1\n+one\n" + hunk + "@@ -7 +7 @@\n-3\n+three\n";
  CHECK(patched(text, between).error().code == Code::match_ambiguous);
  std::string after = "@@ -4 +4 @@\n-2\n+two\n" + hunk + "@@ -7 +7 @@\n-3\n+three\n";
  CHECK(patched(text, after).text == "1\na\nb\ntwo\na \nB\nthree\na\nb\n");
}

TEST_CASE("the stated line counts from the lines that are left when an empty one at the edge is") {
  std::string text = "f:\n  x\n  y\nend\n\nf:\n  x\n  y \nend\n";
  CHECK(patched(text, "@@ -5,5 +5,5 @@\n\n f:\n-  x\n+  z\n   y\n end\n").error().code == Code::match_ambiguous);
}

TEST_CASE("a number in one section against a header that names another one proves neither") {
  CHECK(patched(kTwins, "@@ -2,1 +2,1 @@ def one():\n-    x = 1\n+    x = 2\n").statuses() == "applied@2");
  CHECK(patched(kTwins, "@@ -2,1 +2,1 @@ def three():\n-    x = 1\n+    x = 2\n").statuses() == "applied@2");
  CHECK(patched(kTwins, "@@ -2,1 +2,1 @@ def two():\n-    x = 1\n+    x = 2\n").error().code == Code::match_ambiguous);
  CHECK(patched(kTwins, "@@ -4,1 +4,1 @@ def two():\n-    x = 1\n+    x = 2\n").statuses() == "applied@6");
}

TEST_CASE("a second run does not change a twin of lines that say too little") {
  std::string_view hunk = "@@ -5,3 +5,3 @@\n a\n-b\n+B\n c\n";
  Applied first = patched("a\nb\nc\nx\na\nb\nc\n", hunk);
  CHECK(first.text == "a\nb\nc\nx\na\nB\nc\n");
  Applied second = patched(first.text, hunk);
  CHECK(second.error().code == Code::match_ambiguous);
  CHECK(second.error().notes.back() == "its new lines stand at line 5 already, its old ones elsewhere");
}

TEST_CASE("a heading that stands before the stated line, or in the hunk, speaks for no other place") {
  std::string_view labels = "int f(void) {\n  free(b);\ngo:\n  free(b);\n}\n";  // git passes over a label
  CHECK(patched(labels, "@@ -4 +4 @@ int f(void) {\n-  free(b);\n+  free(c);\n").statuses() == "applied@4");
  std::string_view same = "@a\ndef t():\n  go()\n@b\ndef t():\n  go()\n";
  CHECK(patched(same, "@@ -2,2 +2,2 @@ def t():\n def t():\n-  go()\n+  stop()\n").statuses() == "applied@2");
}

TEST_CASE("a second run of a patch that fits but for white space changes nothing") {
  std::string_view hunk = "@@ -1,3 +1,4 @@\n f:\n     one\n+    another line\n     end\n";
  Applied first = patched("f:\n\tone\n\tend\n", hunk);
  CHECK(first.text == "f:\n\tone\n\tanother line\n\tend\n");
  Applied second = patched(first.text, hunk);
  CHECK(second.text == first.text);
  CHECK(second.statuses() == "already@1");
}

TEST_CASE("where a hunk is refused and its new lines stand in the text, that is said") {
  Applied again = patched("B\nc\n", "@@ -1 +1 @@\n-b\n+B\n");
  CHECK(again.error().notes.back() == "its new lines stand from line 1 on already");
  for (const char* hunk : {"@@ -1 +1 @@\n-b\n+x\n", "@@ -1,2 +1 @@\n-b\n c\n", "@@ -1 +1 @@\n-b\n+ \n"}) {
    CAPTURE(hunk);
    Applied other = patched("B\nc\nc\n", hunk);
    for (const std::string& note : other.error().notes) CHECK(note.find("already") == std::string::npos);
  }
}

TEST_CASE("a hunk that fits elsewhere, and at its number but for a line of context, is refused") {
  std::string text = "said(1);\nsame(text);\n}\n";
  for (int i = 0; i < 10; ++i) text += "line " + std::to_string(i) + "\n";
  text += "said(2);\nsame(text);\n}\n";
  Applied applied = patched(text, "@@ -14,3 +14,4 @@\n said(1);\n same(text);\n }\n+more();\n");
  CHECK(applied.error().code == Code::match_ambiguous);
  CHECK(applied.error().message == "the hunk fits line 1, and nearly line 14, where its header says");
}
