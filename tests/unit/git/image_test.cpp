#include "git/image.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

namespace aptix::git {
namespace {

struct Placed {
  std::string text;  // "" and no line: it does not fit
  uint64_t line = 0;
};

Hunk hunk_of(std::string_view text) {
  Hunk hunk;
  hunk.text = text;
  hunk.body = text.find('\n') + 1;
  unsigned long numbers[4] = {0, 1, 0, 1};
  std::sscanf(std::string(text).c_str(), "@@ -%lu,%lu +%lu,%lu", &numbers[0], &numbers[1], &numbers[2], &numbers[3]);
  hunk.old_start = numbers[0];
  hunk.old_count = numbers[1];
  hunk.new_start = numbers[2];
  hunk.new_count = numbers[3];
  bool changed = false;
  for (size_t at = hunk.body; at < text.size(); at = text.find('\n', at) + 1) {
    if (text[at] == ' ') ++(changed ? hunk.trailing : hunk.leading);
    if (text[at] == '-' || text[at] == '+') changed = true, hunk.trailing = 0;
  }
  return hunk;
}

Placed applied(std::string_view text, std::string_view hunk, const ApplyRules& rules = {}) {
  Image image(text, rules);
  auto result = image.apply(hunk_of(hunk));
  Placed placed;
  for (std::string_view piece : image.pieces()) placed.text += piece;
  if (result) placed.line = result->line;
  return placed;
}

// The places of all hunks in the text as it is before them, 0 for those that do not apply.
std::vector<uint64_t> places(std::string_view text, std::string_view hunks, const ApplyRules& rules = {}) {
  Image image(text, rules);
  std::vector<uint64_t> lines;
  while (!hunks.empty()) {
    size_t next = hunks.find("\n@@ -");
    std::string_view hunk = hunks.substr(0, next == std::string_view::npos ? next : next + 1);
    hunks.remove_prefix(hunk.size());
    lines.push_back(image.apply(hunk_of(hunk)).value_or(Image::Applied{}).line_before);
  }
  return lines;
}

std::string repeated(std::string_view text, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += text;
  return out;
}

using Lines = std::vector<uint64_t>;
constexpr ApplyRules kZero{.unidiff_zero = true};

}  // namespace

TEST_CASE("the nearest place counts from the stated new line") {
  std::string text = repeated("a\nb\nc\n", 10);
  std::string body = " a\n-b\n+x\n c\n";
  CHECK(places(text, "@@ -7,3 +7,3 @@\n" + body) == Lines{7});
  CHECK(places(text, "@@ -8,3 +8,3 @@\n" + body) == Lines{7});
  CHECK(places(text, "@@ -9,3 +9,3 @@\n" + body) == Lines{10});
  CHECK(places(text, "@@ -500,3 +500,3 @@\n" + body) == Lines{28});
  CHECK(places(text, "@@ -7,3 +13,3 @@\n" + body) == Lines{13});
  CHECK(places("a\nb\nc\nz\na\nb\nc\n", "@@ -3,3 +3,3 @@\n" + body) == Lines{5});
}

TEST_CASE("the whole text is searched, whatever number the hunk has") {
  std::string text = repeated("filler\n", 300) + "a\nb\nc\n" + repeated("filler\n", 300);
  for (const char* number : {"5", "590", "1099511627776", "4611686018427387904"}) {
    std::string hunk = "@@ -" + std::string(number) + ",3 +" + number + ",3 @@\n a\n-b\n+x\n c\n";
    CHECK(places(text, hunk) == Lines{301});
    CHECK(places("a\nb\n", hunk) == Lines{0});
    CHECK(places("", hunk) == Lines{0});
  }
}

TEST_CASE("a hunk of line 1 fits at line 1, one without context after it at the end, unless nothing is anchored") {
  std::string text = "x\na\nb\na\nb\n";
  CHECK(places(text, "@@ -1,2 +1,2 @@\n-a\n+z\n b\n") == Lines{0});
  CHECK(places(text, "@@ -1,2 +1,2 @@\n-a\n+z\n b\n", kZero) == Lines{2});
  CHECK(places(text, "@@ -2,2 +2,2 @@\n a\n-b\n+z\n") == Lines{4});
  CHECK(places(text, "@@ -2,2 +2,2 @@\n a\n-b\n+z\n", kZero) == Lines{2});
  CHECK(places(text, "@@ -3,0 +4,1 @@\n+z\n", kZero) == Lines{4});
  CHECK(places(text, "@@ -3,0 +4,1 @@\n+z\n") == Lines{6});
  CHECK(places(text, "@@ -0,0 +1,1 @@\n+z\n") == Lines{0});
  CHECK(places("", "@@ -0,0 +1,1 @@\n+z\n") == Lines{1});
}

TEST_CASE("a later hunk is looked for where the earlier ones have moved its lines") {
  std::string hunks = "@@ -1,2 +1,4 @@\n a\n+1\n+2\n b\n@@ -4,2 +6,2 @@\n-a\n+A\n b\n";
  CHECK(places("a\nb\nc\na\nb\na\nb\n", hunks) == Lines{1, 4});
  CHECK(places("a\nb\na\nb\nc\na\nb\n", hunks) == Lines{1, 3});
}

TEST_CASE("no line is patched twice, but a hunk may go before an earlier one") {
  CHECK(places("a\nb\nc\n", "@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -2,2 +2,2 @@\n-b\n+B\n c\n") == Lines{1, 0});
  CHECK(places("q\na\nb\nc\na\nz\n", "@@ -5,2 +5,3 @@\n a\n+1\n z\n@@ -9,2 +9,2 @@\n-a\n+A\n b\n") == Lines{5, 2});
  CHECK(places("a\nb\n", "@@ -1,0 +2,1 @@\n+1\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n", kZero) == Lines{2, 0});
}

TEST_CASE("hunks in the wrong order, or far away, do not take quadratic time") {
  std::string text, hunks;
  for (int i = 0; i < 20'000; ++i) text += "line " + std::to_string(i) + "\nfiller\n";
  for (int i = 19'998; i > 0; --i)
    hunks += "@@ -" + std::to_string(2 * i + 1) + ",2 +" + std::to_string(2 * i + 1) + ",2 @@\n-line " +
        std::to_string(i) + "\n+x\n filler\n";
  std::clock_t start = std::clock();
  Lines lines = places(text, hunks);
  CHECK(std::count(lines.begin(), lines.end(), 0) == 0);
  Lines shifted = places(repeated("shift\n", 5'000) + text, hunks);
  CHECK(std::count(shifted.begin(), shifted.end(), 0) == 0);
  CHECK(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC < 4);
}

TEST_CASE("a hunk goes to the nearest place, forward before back") {
  CHECK(applied("a\nx\na\nx\na\nx\n", "@@ -4,2 +4,2 @@\n a\n-x\n+y\n", {.unidiff_zero = true}).line == 5);
  CHECK(applied("0\na\nx\n1\n", "@@ -9,2 +9,2 @@\n a\n-x\n+y\n 1\n").text == "0\na\ny\n1\n");
}

TEST_CASE("a hunk at line 1 or without context after it is anchored") {
  CHECK(applied("0\na\nb\n", "@@ -1,2 +1,2 @@\n-a\n+A\n b\n").line == 0);
  CHECK(applied("a\nb\nc\n", "@@ -1,2 +1,2 @@\n a\n-b\n+B\n").line == 0);
  CHECK(applied("a\nb\nc\n", "@@ -1,2 +1,2 @@\n a\n-b\n+B\n", {.least_context = 0}).text == "a\nB\nc\n");
}

TEST_CASE("less context is asked for one line at a time, down to what is wanted") {
  std::string_view text = "1\n2\nX\n4\n5\n6\n7\n";
  std::string_view hunk = "@@ -2,5 +2,5 @@\n 2\n 3\n-4\n+four\n 5\n 6\n";
  CHECK(applied(text, hunk).line == 0);
  CHECK(applied(text, hunk, {.least_context = 1}).line == 0);
  CHECK(applied(text, hunk, {.least_context = 0}).text == "1\n2\nX\nfour\n5\n6\n7\n");
}

TEST_CASE("a hunk of context alone may lose all of it, but no more, as in git") {
  struct Case {
    std::string_view rows;
    bool applies;
  };
  for (const Case& one :
      {Case{" 1\n", false}, Case{" 1\n 2\n", true}, Case{" 1\n 2\n 3\n", false}, Case{" 1\n 2\n 3\n 4\n", true}}) {
    std::string text = "@@ -2,3 +2,3 @@\n" + std::string(one.rows);
    Hunk hunk = hunk_of(text);
    hunk.leading = hunk.trailing = static_cast<uint64_t>(std::count(one.rows.begin(), one.rows.end(), '\n'));
    Image image("x\ny\n", {.least_context = 0});
    CHECK(image.apply(hunk).has_value() == one.applies);
  }
}

TEST_CASE("ignored whitespace keeps the bytes of the text in context lines") {
  ApplyRules rules{.match = BlankMatch::ignore_changes};
  CHECK(applied("a  b\nx\n\tc\n", "@@ -1,3 +1,3 @@\n a b\n-x\n+y\n  c\n", rules).text == "a  b\ny\n\tc\n");
  CHECK(applied("ab\nx\nc\n", "@@ -1,3 +1,3 @@\n a b\n-x\n+y\n c\n", rules).line == 0);
}

TEST_CASE("fixed whitespace matches after both sides were put right") {
  ApplyRules rules{.match = BlankMatch::fixed, .fix_added = true};
  CHECK(applied("a \nx\nc\n", "@@ -1,3 +1,3 @@\n a\n-x\n+y \n c\n", rules).text == "a\ny\nc\n");
}

TEST_CASE("nothing is put right where no line of the patches breaks a rule, as in git") {
  ApplyRules rules{.match = BlankMatch::fixed, .fix_added = true};
  std::string_view hunk = "@@ -1,1 +1,1 @@\n-b\r\n+b\r\n\\ No newline at end of file\n";
  CHECK(applied("b\r\n", hunk, rules).text == "b");
  rules.any_to_fix = false;
  CHECK(applied("b\r\n", hunk, rules).text == "b\r");
}

TEST_CASE(
    "a last line without newline that only goes on in blanks counts as exact where whitespace is put right, as in "
    "git") {
  ApplyRules rules{.match = BlankMatch::fixed, .fix_added = true};
  std::string_view hunk = "@@ -1,3 +1,3 @@\n-a\n+A\n b \n  \r\n\\ No newline at end of file\n";
  CHECK(applied("a\nb \n \r ", hunk, rules).text == "A\nb \n \r");
  CHECK(applied("a\nb \n \r", hunk, rules).text == "A\nb \n \r");
  CHECK(applied("a\nb \n \t", hunk, rules).text == "A\nb\n \t");  // git stops at an assertion
}

TEST_CASE("fixed whitespace drops blank lines that would come to the end") {
  ApplyRules rules{.match = BlankMatch::fixed, .fix_added = true};
  CHECK(applied("a\nb\n", "@@ -1,2 +1,4 @@\n a\n b\n+c\n+\n", rules).text == "a\nb\nc\n");
  // Behind the note git has forgotten them.
  CHECK(applied("a\nb\n", "@@ -1,2 +1,4 @@\n a\n b\n+c\n+\n+\r\n\\ No newline at end of file\n", rules).text ==
      "a\nb\nc\n\n");
}

TEST_CASE("fixed whitespace matches blank context beyond the end of the text") {
  ApplyRules rules{.match = BlankMatch::fixed, .fix_added = true};
  CHECK(applied("a\nb\n", "@@ -1,4 +1,5 @@\n a\n b\n \n \n+c\n", rules).text == "a\nb\n\n\nc\n");
}

TEST_CASE("overlapping hunks only where they are allowed") {
  std::string_view text = "1\n2\n3\n4\n5\n";
  std::string_view first = "@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n", second = "@@ -3,3 +3,3 @@\n 3\n-4\n+four\n 5\n";
  for (bool allowed : {false, true}) {
    Image image(text, {.allow_overlap = allowed});
    CHECK(image.apply(hunk_of(first)).has_value());
    CHECK(image.apply(hunk_of(second)).has_value() == allowed);
  }
}

TEST_CASE("an inaccurate end drops the newline of both sides, but glues no lines and takes none off context") {
  ApplyRules rules{.inaccurate_eof = true};
  CHECK(applied("a\nb", "@@ -1,2 +1,3 @@\n a\n b\n+c\n", rules).text == "a\nb\nc");
  CHECK(applied("a\nb\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n", rules).text == "a\nB\nc\n");
  CHECK(applied("a\nb\nc\nd\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n", rules).text == "a\nB\nc\nd\n");
  CHECK(applied("a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+B\n", rules).line ==
      0);  // git: the text has a newline, the hunk has none
  rules.unidiff_zero = true;
  CHECK(applied("a\nb\nc\n", "@@ -2,1 +2,1 @@\n-b\n+B\n", rules).text == "a\nB\nc\n");
  CHECK(applied("a\nb\n", "@@ -2,1 +2,1 @@\n-b\n+B\n", rules).text == "a\nB");
}

TEST_CASE("an inaccurate end may lie before a last line without bytes, as in git") {
  ApplyRules rules{.match = BlankMatch::fixed, .fix_added = true, .inaccurate_eof = true};
  rules.rule.bits = kBlankAtEol;
  CHECK(applied("a\nb", "@@ -1,2 +1,3 @@\n a\n-b\n+c\n+ \n\\ No newline at end of file\n", rules).line == 1);
  CHECK(applied("a\nb\n", "@@ -1,2 +1,3 @@\n a\n-b\n+c\n+ \n\\ No newline at end of file\n", rules).line == 0);
}

TEST_CASE("a blank last line without newline that an inaccurate end finds stays, and nothing is glued to it") {
  ApplyRules rules{.match = BlankMatch::fixed, .fix_added = true, .inaccurate_eof = true};
  rules.rule.bits = kBlankAtEol | kBlankAtEof;
  CHECK(applied("\n  ", "@@ -2,1 +2,2 @@\n \n+x y\n", rules).line == 0);  // git: "\nx y  "
  CHECK(applied(" ", "@@ -1,1 +1,2 @@\n \n+c\n", rules).line == 0);       // git: "c "
  CHECK(applied("x\n\n ", "@@ -1,3 +1,4 @@\n x\n   \n+b\n   \n", rules).text == "x\n\nb\n ");
  CHECK(applied("c\n\n\n\r", "@@ -3,2 +3,4 @@\n \n \n+a\n+\n", rules).line == 0);
}

TEST_CASE("an inaccurate end may lie in context that is given up") {
  ApplyRules rules{.inaccurate_eof = true, .least_context = 0};
  CHECK(applied("x\ny", "@@ -2,1 +2,3 @@\n z\n+a\n+b\n", rules).line == 0);
  CHECK(applied("x\ny\n", "@@ -2,1 +2,3 @@\n z\n+a\n+b\n", rules).line == 0);
}

TEST_CASE("a removed line without newline is found with one, as in git, context is not") {
  ApplyRules rules{.unidiff_zero = true};
  std::string_view removed = "@@ -2,1 +2,1 @@\n-b\n\\ No newline at end of file\n+B\n";
  CHECK(applied("a\nb\nc\n", removed, rules).text == "a\nB\nc\n");
  CHECK(applied("a\nb\n", removed, rules).text == "a\nB\n");
  std::string_view context = "@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline at end of file\n";
  CHECK(applied("a\nb\nc\n", context, rules).line == 0);
  CHECK(applied("a\nb\n", context, rules).line == 0);
  CHECK(applied("a\nb", context, rules).text == "A\nb");
  rules.match = BlankMatch::ignore_changes;
  CHECK(applied("a\nb\r\nc\n", context, rules).text == "A\nb\r\nc\n");
}

TEST_CASE("no hunk glues two lines together") {
  ApplyRules zero{.unidiff_zero = true};
  for (const ApplyRules& rules : {ApplyRules{}, zero, ApplyRules{.match = BlankMatch::ignore_changes}}) {
    CHECK(applied("a\n", "@@ -1,1 +1,3 @@\n a\n+b\n\\ No newline at end of file\n+c\n", rules).line == 0);
    CHECK(applied("a", "@@ -1,1 +1,2 @@\n a\n\\ No newline at end of file\n+c\n", rules).line == 0);
  }
  CHECK(applied("a\nb\n", "@@ -0,0 +1,1 @@\n+x\n\\ No newline at end of file\n", zero).line == 0);
  CHECK(applied("a\nb", "@@ -2,0 +3,1 @@\n+x\n", zero).line == 0);
  CHECK(applied("a\nb\n", "@@ -2,0 +3,1 @@\n+x\n\\ No newline at end of file\n", zero).text == "a\nb\nx");
}

TEST_CASE("context that is put right is split into lines anew, as in git") {
  ApplyRules rules{.match = BlankMatch::fixed, .fix_added = true};
  CHECK(applied("b", "@@ -1,2 +1,3 @@\n-b\n\\ No newline at end of file\n+d\n+e\n \n", rules).text == "d\ne\n");
}

TEST_CASE("far places are found in what earlier hunks have left, forward before back") {
  std::string text;
  for (int i = 0; i < 400; ++i) text += "l" + std::to_string(i) + "\n";
  text.replace(text.find("l100\n"), 5, "same\n").replace(text.find("l300\n"), 5, "same\n");
  Image image(text, {.match = BlankMatch::ignore_changes});
  auto line_of = [&](std::string_view hunk) { return image.apply(hunk_of(hunk)).value_or(Image::Applied{}).line; };
  CHECK(line_of("@@ -201,1 +201,1 @@\n-same\n+other\n l301\n") == 301);
  CHECK(line_of("@@ -1,1 +1,3 @@\n+new\n+new\n l0\n") == 1);
  CHECK(line_of("@@ -390,1 +390,1 @@\n-same\n+other\n l101\n") == 103);
  CHECK(line_of("@@ -2,1 +2,1 @@\n l398\n-l399\n+end\n") == 401);
  CHECK(line_of("@@ -200,1 +200,1 @@\n-other\n+more\n l301\n") == 0);  // patched
  CHECK(line_of("@@ -200,1 +200,1 @@\n-same\n+more\n l301\n") == 0);   // gone
}

TEST_CASE("many hunks of which none fits are given up in time") {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += i % 3 == 0 ? "x\n" : "y\n";
  Image image(text, {.match = BlankMatch::ignore_changes});
  std::clock_t start = std::clock();
  for (int i = 0; i < 2'000; ++i)
    CHECK_FALSE(image.apply(hunk_of("@@ -50000,3 +50000,3 @@\n x\n-gone\n+new\n y\n")).has_value());
  CHECK(std::clock() - start < 3 * CLOCKS_PER_SEC);
}

TEST_CASE("a hunk of many equal lines that fits nowhere is given up in time") {
  std::string text, hunk = "@@ -50000,20001 +50000,20002 @@\n+new\n";
  for (int i = 0; i < 200000; ++i) text += "same\n";
  for (int i = 0; i < 20000; ++i) hunk += " same\n";
  hunk += " other\n";
  CHECK(applied(text, hunk).line == 0);
}

}  // namespace aptix::git
