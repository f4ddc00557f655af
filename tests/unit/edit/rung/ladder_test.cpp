#include "edit/rung/ladder.h"

#include <doctest/doctest.h>

#include <string>

#include "diff/compute/hunk_between.h"
#include "diff/find/likeness.h"

using namespace aptix;

namespace {

// The lines of the hunk as they fit: " a", "-b", "+c"; "(none)", or "(several)".
std::string fitted(std::string_view text, std::string_view before, std::string_view after, MatchMode mode) {
  edit::RefitResult result = edit::Ladder(text).find(diff::hunk_between(before, after), mode);
  if (!result.lines.empty()) return "(several)";
  if (!result.only) return "(none)";
  std::string out = std::to_string(result.only->line) + " " + std::string(name(result.only->rule)) + ": " +
      result.only->differs + "\n";
  for (const diff::HunkLine& line : result.only->hunk.lines) {
    out += line.kind == diff::HunkLine::Kind::added ? '+' : line.kind == diff::HunkLine::Kind::removed ? '-' : ' ';
    out += std::string(line.text) + "\n";
  }
  return out;
}

}  // namespace

TEST_CASE("all lines may be indented more, and the new ones are then, too") {
  CHECK(fitted("x\n    if a:\n        b\n", "if a:\n    b\n", "if a:\n    c\n\n", MatchMode::whitespace) ==
      "2 indentation: 4 spaces more of indentation\n     if a:\n-        b\n+        c\n+\n");
  CHECK(fitted("a:\n  b\n", "  a:\n    b\n", "  a:\n    c\n", MatchMode::whitespace) ==
      "1 indentation: 2 spaces less of indentation\n a:\n-  b\n+  c\n");
  CHECK(fitted("\ta\n", "a\n", "b\n", MatchMode::whitespace) ==
      "1 indentation: the indentation of its first line\n-\ta\n+\tb\n");
}

TEST_CASE("what is not one shift of all lines fits nothing") {
  CHECK(fitted("    a:\n      b\n", "a:\n    b\n", "c\n", MatchMode::whitespace) == "(none)");
  CHECK(fitted("\ta:\n\t\tb\n", "a:\n    b\n", "c:\n    d\n", MatchMode::whitespace) == "(none)");
  CHECK(fitted("\ta\n\tb\n", "a\nb\n", "a\n    c\n", MatchMode::whitespace) == "(none)");
  CHECK(fitted("a\nb\n", "    a\n    b\n", "  c\n", MatchMode::whitespace) == "(none)");
}

TEST_CASE("new lines that may be indented in full are not moved") {
  const std::string text = "def f():\n    if a:\n        eta()\n        zeta()\n    return 1\n";
  for (MatchMode mode : {MatchMode::exact, MatchMode::whitespace, MatchMode::fuzzy}) {
    CHECK(fitted(text, "eta()\n", "new()\n        eta()\n", mode) == "(none)");
    CHECK(fitted(text, "eta()\n", "eta()\n        new()\n", mode) == "(none)");
    CHECK(fitted(text, "return 1\n", "x = 1\n    return 1\n", mode) == "(none)");
    CHECK(fitted(text, "return 1\n", "return 1\n\ndef g():\n    return 2\n", mode) == "(none)");
    CHECK(fitted(text, "zeta()\n", "zeta()\n\ndef g():\n    return 2\n", mode) == "(none)");
    CHECK(fitted(text, "eta()\nzeta()\n", "eta()\n        zeta()\n        w()\n", mode) == "(none)");
    CHECK(fitted("if a:\n    eta()\n    zeta()\n", "        eta()\n        zeta()\n", "        eta()\n    zeta()\n",
              mode) == "(none)");
  }
  CHECK(edit::Ladder(text).hint(diff::hunk_between("eta()\n", "new()\n        eta()\n"), MatchMode::whitespace) ==
      "give the old and the new lines with the indentation of the file, from line 3 on: with 8 spaces more of "
      "indentation, it is not clear which of the new ones are indented in full");
}

TEST_CASE("new lines of which none may be indented in full are moved") {
  CHECK(fitted("f:\n        eta()\n", "eta()\n", "eta()\nnew()\n", MatchMode::whitespace) ==
      "2 indentation: 8 spaces more of indentation\n         eta()\n+        new()\n");
  CHECK(fitted("f:\n        eta()\n", "eta()\n", "if a:\n    eta()\n", MatchMode::whitespace) ==
      "2 indentation: 8 spaces more of indentation\n-        eta()\n+        if a:\n+            eta()\n");
  // An old line is moved as it is, wherever it comes again.
  CHECK(fitted("    if a:\n        return\n    return\n", "if a:\n    return\nreturn\n",
            "if a:\n    b()\n    return\nreturn\n", MatchMode::whitespace) ==
      "1 indentation: 4 spaces more of indentation\n     if a:\n+        b()\n         return\n     return\n");
}

TEST_CASE("nothing below the rung that was asked for is used") {
  CHECK(fitted("    a:\n        b\n", "a:\n    b\n", "a:\n    c\n", MatchMode::exact) == "(none)");
  CHECK(fitted("one two three four\n", "one two three fuor\n", "x\n", MatchMode::whitespace) == "(none)");
}

TEST_CASE("a first line that lost its indentation fits where the rest stands exactly") {
  CHECK(fitted("  if a:\n    b\n", "if a:\n    b\n", "if c:\n    b\n", MatchMode::exact) ==
      "1 indentation: the indentation of its first line\n-  if a:\n+  if c:\n     b\n");
  CHECK(fitted("  a:\n    b\n", "a:\n    b\n", "  c:\n    b\n", MatchMode::exact) == "(none)");
  // A new line that is unlike the old one may be indented as it is meant to be.
  for (MatchMode mode : {MatchMode::exact, MatchMode::whitespace, MatchMode::fuzzy})
    CHECK(fitted("  if a:\n    b\n", "if a:\n    b\n", "def main():\n    b\n", mode) == "(none)");
  CHECK(fitted("  a\n", "a\n", "b\nc\n", MatchMode::exact) == "(none)");
  CHECK(fitted("  a b\n", "a\n", "b\n", MatchMode::exact) == "(none)");
}

TEST_CASE("a place that is indented in another way is one more to choose from") {
  CHECK(fitted("        a();\nx\na();\n", "\t\ta();\n", "\t\tb();\n", MatchMode::whitespace) == "(several)");
  CHECK(fitted("        a();\nx\n", "\t\ta();\n", "\t\tb();\n", MatchMode::whitespace) == "(none)");
}

TEST_CASE("a first line tells nothing where the others are empty") {
  CHECK(fitted("  a\n\nb\n", "a\n\n", "a\nc\n", MatchMode::exact) == "(none)");
  CHECK(fitted("  a b\n\nb\n", "a b\n\n", "a c\n\n", MatchMode::exact) ==
      "1 indentation: the indentation of its first line\n-  a b\n+  a c\n \n");
}

TEST_CASE("a line that is only alike does not come again in another place") {
  CHECK(fitted("statement_one(value);\nsecond_line(other);\n", "statment_one(value);\nsecond_line(other);\n",
            "second_line(other);\nstatment_one(value);\n", MatchMode::fuzzy) == "(none)");
}

TEST_CASE("a line that is only alike does not go for nothing, and does not come again in its place") {
  const std::string text = "// low bits, used by the S type\nlow();\nend_of_it();\n";
  CHECK(fitted(text, "// low bits, used by the I type\nlow();\nend_of_it();\n", "low();\nend_of_it();\n",
            MatchMode::fuzzy) == "(none)");
  diff::Hunk hunk = diff::hunk_between("x\nlow();\nend_of_it();\n", "y\nlow();\nend_of_it();\n");
  hunk.lines[0].text = hunk.lines[1].text = "// low bits, used by the I type";
  CHECK(edit::Ladder(text).find(hunk, MatchMode::fuzzy).none());
}

TEST_CASE("an edit that changes nothing fits nowhere else") {
  diff::Hunk hunk = diff::hunk_between("one\ntwo\n", "one\nTwo\n");
  hunk.lines.erase(std::find_if(hunk.lines.begin(), hunk.lines.end(),
      [](const diff::HunkLine& line) { return line.kind == diff::HunkLine::Kind::added; }));
  for (diff::HunkLine& line : hunk.lines) line.kind = diff::HunkLine::Kind::context;
  CHECK(edit::Ladder("  one\n  two\n").find(hunk, MatchMode::fuzzy).none());
}

TEST_CASE("a slip that new lines repeat fits nothing") {
  const std::string text = "char *get_sparse_checkout_filename(void);\n";
  CHECK(fitted(text, "char *get_sparse_checokut_filename(void);\n", "int get_sparse_checokut_filename(void);\n",
            MatchMode::fuzzy) == "(none)");
  CHECK(
      fitted(text, "char *get_sparse_checokut_filename(void);\n", "int other(void);\n", MatchMode::fuzzy) != "(none)");
}

TEST_CASE("several places that nearly fit are several") {
  CHECK(fitted("  a:\n    b\nx\n  a:\n    b\n", "a:\n  b\n", "a:\n  c\n", MatchMode::whitespace) == "(several)");
}

TEST_CASE("one place that is nearly the same is taken by likeness, two are not") {
  std::string text = "def total(alpha, beta):\n    return alpha + beta\n\ndef other():\n    return 0\n";
  CHECK(fitted(text, "def total(alpha, beta):\n    return alpha + betta\n",
            "def total(alpha, beta):\n    return alpha - beta\n", MatchMode::fuzzy) ==
      "1 fuzzy: 98 % of it is the same\n def total(alpha, beta):\n-    return alpha + beta\n+    return alpha - "
      "beta\n");
  std::string twins;
  for (char c = 'a'; c < 'k'; ++c) twins += std::string("def function_") + c + "():\n    return value_" + c + " + 1\n";
  CHECK(fitted(twins, "def function_z():\n    return value_z + 1\n", "x\n", MatchMode::fuzzy) == "(none)");
  CHECK(fitted("the quick brown fox jumps over a lazy dog\nthe quick brown fox jumps over a crazy dog\n",
            "the quick brown fox jumps over a mazy dog\n", "x\n", MatchMode::fuzzy) == "(several)");
  CHECK(fitted("the timeout is 30 seconds\n", "the timeout is 31 seconds\n", "x\n", MatchMode::fuzzy) == "(none)");
  CHECK(fitted("something else altogether\n", "def total():\n", "x\n", MatchMode::fuzzy) == "(none)");
}

TEST_CASE("a rung below is told as a hint") {
  diff::Hunk hunk = diff::hunk_between("if a:\n  b\n", "c\n");
  CHECK(edit::Ladder("  if a:\n    b\n").hint(hunk, MatchMode::exact) ==
      "copy the lines from line 1 on, as they stand there; '--match whitespace' would take line 1 (2 spaces more of "
      "indentation)");
  CHECK(edit::Ladder("nothing\n").hint(hunk, MatchMode::exact) == "");
  CHECK(edit::Ladder("  if a:\n    b\n").hint(hunk, MatchMode::fuzzy) == "");
}

TEST_CASE("likeness is 1 for the same line but for its indentation, and 0 for another") {
  CHECK(diff::likeness("  a b c", "a b c ") == 1);
  CHECK(diff::likeness("abc", "xyz") == 0);
  CHECK(diff::likeness("", "xyz") == 0);
}
