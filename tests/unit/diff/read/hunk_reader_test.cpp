// Damaged hunks: which lines a hunk is taken to have, what is said about it, and what is refused.
#include <doctest/doctest.h>

#include <string>

#include "diff/read/unified.h"

using namespace aptix;
using namespace aptix::diff;

namespace {

constexpr ParseOptions kOpen = {.end_is_certain = false};
constexpr ParseOptions kCertain = {.end_is_certain = true};

ParseResult read(std::string_view hunks, const ParseOptions& options) {
  static std::string text;
  text = "--- a/x\n+++ b/x\n" + std::string(hunks);
  return parse_unified(text, options);
}

ParseResult read_new_file(std::string_view hunks, const ParseOptions& options) {
  static std::string text;
  text = "--- /dev/null\n+++ b/x\n" + std::string(hunks);
  return parse_unified(text, options);
}

// The lines of a hunk as they would stand in a diff, with '~' for a missing newline.
std::string shown(const Hunk& hunk) {
  std::string out;
  for (const HunkLine& line : hunk.lines) {
    out += line.kind == HunkLine::Kind::context ? ' ' : line.kind == HunkLine::Kind::added ? '+' : '-';
    out += std::string(line.text) + (line.no_newline ? "~" : "") + "|";
  }
  return out;
}

std::string shown(const ParseResult& result) {
  if (!result.errors.empty())
    return "error " + std::string(info(result.errors[0].code).id) + ": " + result.errors[0].message;
  std::string out;
  for (const FilePatch& file : result.files)
    for (const Hunk& hunk : file.hunks) out += (out.empty() ? "" : "  ") + shown(hunk);
  return out;
}

// What one repair says.
std::string repair(const ParseResult& result) {
  REQUIRE(result.repairs.size() == 1);
  CHECK(result.repairs[0].code == Code::diff_header_repaired);
  return result.repairs[0].message + "; " + result.repairs[0].hint;
}

}  // namespace

TEST_CASE("wrong counts: the lines are believed, and both are named") {
  ParseResult result = read("@@ -1,9 +1,2 @@\n a\n-b\n+c\n+d\n", kCertain);
  CHECK(shown(result) == " a|-b|+c|+d|");
  CHECK(repair(result) ==
      "the hunk was read by its lines: its header counts 9 old and 2 new lines, there are 2 and 3; write '@@ -1,2 +1,3 "
      "@@'");
  CHECK(result.files[0].hunks[0].has_numbers);
}

TEST_CASE("counts that are too low do not cut a hunk short") {
  CHECK(shown(read("@@ -1,2 +1,2 @@\n a\n-b\n+c\n d\n-e\n+f\n", kOpen)) == " a|-b|+c| d|-e|+f|");
  CHECK(shown(read("@@ -1,2 +1,2 @@\n a\n-b\n+c\n\n-e\n+f\n", kOpen)) == " a|-b|+c| |-e|+f|");
}

TEST_CASE("a creation is never cut short") {
  CHECK(shown(read_new_file("@@ -0,0 +1,2 @@\n+a\n+b\n+c\n", kOpen)) == "+a|+b|+c|");
  CHECK(shown(read_new_file("@@ -0,0 +1,2 @@\n+a\n+b\n\n+c\n", kOpen)) == "+a|+b|+|+c|");
  CHECK(shown(read_new_file("@@ -0,0 +1 @@\n+a\n+b\n+c\n", kCertain)) == "+a|+b|+c|");
}

TEST_CASE("an empty line in a new file has lost its plus") {
  ParseResult result = read_new_file("@@ -0,0 +1,3 @@\n+a\n\n+c\n", kOpen);
  CHECK(shown(result) == "+a|+|+c|");
  CHECK(repair(result) ==
      "empty lines in the hunk were read as added lines; begin every line of a hunk with ' ', '+' or '-'");
}

TEST_CASE("an empty line in a deleted file has lost its minus") {
  ParseResult result = parse_unified("--- a/x\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-a\n\n-c\n", kOpen);
  CHECK(shown(result) == "-a|-|-c|");
}

TEST_CASE("placeholders for numbers and counts") {
  for (std::string_view header :
      {"@@", "@@ ... @@", "@@ @@", "@@ -XXX,10 +XXX,10 @@", "@@ -?,? +?,? @@", "@@ … @@", "@@ -,+ @@"}) {
    ParseResult result = read(std::string(header) + "\n a\n-b\n+c\n", kCertain);
    CAPTURE(header);
    CHECK(shown(result) == " a|-b|+c|");
    CHECK_FALSE(result.files[0].hunks[0].has_numbers);
    CHECK(result.files[0].hunks[0].section == "");
    CHECK(result.repairs.size() == 1);
  }
  CHECK(repair(read("@@ ... @@\n a\n-b\n+c\n", kCertain)) ==
      "the hunk header is not complete: '@@ ... @@'; write its line numbers and counts, as in '@@ -12,2 +12,2 @@'");
}

TEST_CASE("headers of which a part is missing keep what they state") {
  struct Case {
    std::string_view header;
    uint64_t old_start;
    std::string_view section;
  };
  for (const Case& c : {Case{"@@ -7,2 @@", 7, ""}, Case{"@@ -7,2 +7,2", 7, ""}, Case{"@@-7,2 +7,2@@ f()", 7, "f()"},
           Case{"@@ -7 +7 @@ f()", 7, "f()"}, Case{"@@  -7,2  +7,2  @@f()", 7, "f()"}}) {
    ParseResult result = read(std::string(c.header) + "\n a\n-b\n+c\n", kCertain);
    CAPTURE(c.header);
    CHECK(shown(result) == " a|-b|+c|");
    const Hunk& hunk = result.files[0].hunks[0];
    CHECK(hunk.has_numbers);
    CHECK(hunk.old_start == c.old_start);
    CHECK(hunk.section == c.section);
    CHECK(result.repairs.size() == 1);
  }
}

TEST_CASE("a section may stand in the place of the numbers") {
  CHECK(read("@@ def f(): @@\n a\n-b\n", kCertain).files[0].hunks[0].section == "def f():");
  CHECK(read("@@ def f():\n a\n-b\n", kCertain).files[0].hunks[0].section == "def f():");
  CHECK(read("@@ ... @@ def f():\n a\n-b\n", kCertain).files[0].hunks[0].section == "def f():");
}

TEST_CASE("line number 0 is none for a hunk that has old lines") {
  CHECK_FALSE(read("@@ -0,0 +1,9 @@\n-a\n+b\n", kCertain).files[0].hunks[0].has_numbers);
  CHECK(read("@@ -0,0 +1,1 @@\n+b\n", kCertain).files[0].hunks[0].has_numbers);
}

TEST_CASE("numbers beyond all files are none") {
  ParseResult result = read("@@ -99999999999999999999,2 +1,2 @@\n a\n-b\n+c\n", kCertain);
  CHECK(shown(result) == " a|-b|+c|");
  CHECK_FALSE(result.files[0].hunks[0].has_numbers);
}

TEST_CASE("a hunk without its header line") {
  ParseResult result = read("-a\n+b\n", kCertain);
  CHECK(shown(result) == "-a|+b|");
  CHECK(repair(result) == "the hunk has no '@@' line; write its line numbers and counts, as in '@@ -12,1 +12,1 @@'");
}

TEST_CASE("wrong counts: the next header ends the hunk") {
  for (std::string_view header : {"@@ -9,9 +9,9 @@\n", "--- a/y\n+++ b/y\n@@ -1,9 +1,9 @@\n",
           "diff --git a/y b/y\nindex 1..2\n--- a/y\n+++ b/y\n@@ -1 +1,9 @@\n", "--- a/y\n+++ b/y\n"}) {
    CAPTURE(header);
    for (std::string_view gap : {"", "\n", "\n\n\n"})
      CHECK(shown(read("@@ -1,9 +1,9 @@\n a\n-b\n+c\n" + std::string(gap) + std::string(header) + "-d\n+e\n",
                kCertain)) == " a|-b|+c|  -d|+e|");
  }
}

TEST_CASE("counts that are too high by the next header do not swallow it") {
  ParseResult result = read("@@ -1,3 +1,3 @@\n a\n-b\n+c\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-d\n+e\n", kOpen);
  CHECK(shown(result) == " a|-b|+c|  -d|+e|");
  CHECK(result.files.size() == 2);
}

TEST_CASE("removed lines that look like a header stay in the hunk") {
  CHECK(shown(read("@@ -1,9 +1,9 @@\n a\n--- x\n b\n", kCertain)) == " a|--- x| b|");
  CHECK(shown(read("@@ -1,9 +1,9 @@\n a\n--- one\n+++ two\n b\n", kCertain)) == " a|--- one|+++ two| b|");
}

TEST_CASE("empty lines before the next header or the end are not context when the counts are wrong") {
  CHECK(shown(read("@@ -1,9 +1,9 @@\n a\n-b\n+c\n\n\n", kCertain)) == " a|-b|+c|");
  CHECK(shown(read("@@ -1,2 +1,2 @@\n a\n-b\n+c\n\n\n", kOpen)) == " a|-b|+c|");
  CHECK(shown(read("@@ -1,2 +1,2 @@\n a\n-b\n+c\n \n\n", kCertain)) == " a|-b|+c|");
  CHECK(read("@@ -1,2 +1,2 @@\n a\n-b\n+c\n\n\n", kOpen).repairs.empty());
}

TEST_CASE("empty lines that the counts ask for are context") {
  CHECK(shown(read("@@ -1,3 +1,3 @@\n a\n-b\n+c\n\n\n", kOpen)) == " a|-b|+c| |");
}

TEST_CASE("an ellipsis between two hunks is passed over") {
  CHECK(shown(read("@@ -1,2 +1,2 @@\n a\n-b\n+c\n...\n@@ -9,2 +9,2 @@\n d\n-e\n+f\n", kCertain)) ==
      " a|-b|+c|   d|-e|+f|");
}

TEST_CASE("prose after a diff is passed over, a list too when the counts are right") {
  CHECK(shown(read("@@ -1,2 +1,2 @@\n a\n-b\n+c\n\nThis does:\n- one\n- two\n", kOpen)) == " a|-b|+c|");
  CHECK(shown(read("@@ -1,2 +1,2 @@\n a\n-b\n+c\n\n- one\n- two\n", kOpen)) == " a|-b|+c|");
  CHECK(shown(read("@@ -1,9 +1,9 @@\n a\n-b\n+c\n\nThis is all.\n", kOpen)) == " a|-b|+c|");
}

TEST_CASE("lines after an empty one are of the hunk, whatever its counts, when another hunk of the file follows") {
  std::string_view next = "@@ -9,2 +9,2 @@\n d\n-e\n+f\n";
  CHECK(shown(read("@@ -1,2 +1,2 @@\n a\n-b\n+c\n\n void f() {\n" + std::string(next), kOpen)) ==
      " a|-b|+c| | void f() {|   d|-e|+f|");
  CHECK(shown(read("@@ -1,2 +1,2 @@\n a\n-b\n+c\n\n- one\n--- a/y\n+++ b/y\n" + std::string(next), kOpen)) ==
      " a|-b|+c|   d|-e|+f|");
}

TEST_CASE("a hunk that goes on after a line without its mark is refused, not cut") {
  std::string_view broken = "error diff.syntax: the hunk breaks off: 'def f():'";
  CHECK(shown(read("@@ -1,9 +1,9 @@\n a\n-b\n def f():\n+c\n", kCertain)) == " a|-b| def f():|+c|");
  CHECK(shown(read("@@ -1,9 +1,9 @@\n a\n-b\ndef f():\n+c\n", kCertain)) == broken);
  CHECK(shown(read("@@ -1,9 +1,9 @@\n a\n-b\ndef f():\n+c\n", kOpen)) == broken);
  CHECK(shown(read("@@ -1,9 +1,9 @@\n a\n-b\ndef f():\n", kCertain)) == broken);
  CHECK(shown(read("@@ -1,2 +1 @@\n a\n-b\ndef f():\n+c\n", kCertain)) == broken);
  CHECK(shown(read("@@ ... @@\n a\n-b\ndef f():\n+c\n", kOpen)) == broken);
  CHECK(shown(read("@@ -1,2 +1 @@\n a\n-b\ndef f():\n c\n+d\n", kOpen)) == broken);
  CHECK(shown(read("@@ -1,3 +1,4 @@\n-a\n+b\ndef f():\n c\n d\n", kOpen)) == broken);
  CHECK(shown(read("@@ -1,3 +1,4 @@\n-a\n+b\ndef f():\n c\n d\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n", kOpen)) ==
      broken);
  CHECK(shown(read("@@ -1,2 +1,3 @@\n a\n-b\n+c\ndef f():\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n", kCertain)) ==
      broken);
  CHECK(shown(read("@@ @@\n a\n-b\n+c\ndef f():\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n", kCertain)) == broken);
  CHECK(shown(read("@@ @@\n a\n-b\n+c\nIndex: y\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n", kCertain)) ==
      " a|-b|+c|  -a|+b|");
  CHECK(shown(read("@@ -1,4 +1,4 @@\n a\n-b\n+c\n{\"root\": \".\"}\n", kOpen)) ==
      "error diff.syntax: the hunk breaks off: '{\"root\": \".\"}'");
  CHECK(shown(read("@@ -1,4 +1,4 @@\n a\n-b\n+c\nThat is all.\n", kOpen)) == " a|-b|+c|");
  CHECK(shown(read_new_file("@@ -0,0 +1,9 @@\n+a\n+b\ndef f():\n", kOpen)) == broken);
  CHECK(shown(read_new_file("@@ -0,0 +1,2 @@\n+a\n+b\ndef f():\n", kCertain)) == broken);
}

TEST_CASE("a last hunk that is shorter than its header says is truncated unless the end is certain") {
  std::string_view text = "@@ -1,3 +1,3 @@\n a\n-b\n+c\n";
  CHECK(shown(read(text, kOpen)) ==
      "error diff.truncated: the diff ends inside the hunk: its header counts 3 old and 3 new lines, there are 2 and "
      "2");
  CHECK(shown(read(text, kCertain)) == " a|-b|+c|");
  CHECK(shown(read("@@ -1,9 +1,9 @@\n a\n-b\n+c\n\n\n", kOpen)).starts_with("error diff.truncated"));
}

TEST_CASE("a hunk cut at whatever byte is truncated, or has all its lines") {
  std::string_view text = "@@ -1,4 +1,4 @@\n a\n-b\n+c\n d\n e\n";
  for (size_t cut = 1; cut < text.size(); ++cut) {
    ParseResult result = read(text.substr(0, cut), kOpen);
    CAPTURE(text.substr(0, cut));
    if (cut + 2 < text.size()) {
      REQUIRE_FALSE(result.errors.empty());
      CHECK(result.errors[0].code == Code::diff_truncated);
    } else if (result.errors.empty()) {
      CHECK(result.files[0].hunks[0].old_count() == 4);
    }
  }
}

TEST_CASE("a hunk whose header counts its old lines alone is truncated when it has fewer") {
  std::string cut =
      "error diff.truncated: the diff ends inside the hunk: its header counts 3 old and no new lines, there are 2 and "
      "2";
  CHECK(shown(read("@@ -1,3 @@\n a\n-b\n+c\n", kOpen)) == cut);
  CHECK(shown(read("@@ -1,3 @@\n a\n-b\n+c\n", kCertain)) == " a|-b|+c|");
  CHECK(shown(read("@@ -1,3 @@\n a\n-b\n+c\n d\n", kOpen)) == " a|-b|+c| d|");
  CHECK(shown(read("@@ -12 @@\n+a\n", kOpen)) == "+a|");
}

TEST_CASE("a hunk without counts that ends in a removed line is truncated unless the end is certain") {
  for (std::string_view header : {"@@", "@@ ... @@", "@@ def f():", "@@ -12 @@", "@@ -XXX,10 +XXX,10 @@"}) {
    std::string text = std::string(header) + "\n a\n-b\n";
    CAPTURE(header);
    CHECK(shown(read(text, kOpen)) ==
        "error diff.truncated: the diff ends in a removed line, and no count in the hunk header shows that it is "
        "whole");
    CHECK(shown(read(text, kCertain)) == " a|-b|");
    CHECK(shown(read(text + "@@ -9 +9 @@\n-c\n+d\n", kOpen)) == " a|-b|  -c|+d|");
    CHECK(shown(read(text + " c\n", kOpen)) == " a|-b| c|");
  }
  CHECK(shown(read("@@ -1,2 +1 @@\n a\n-b\n", kOpen)) == " a|-b|");
  CHECK(shown(parse_unified("--- a/x\n+++ /dev/null\n@@ @@\n-a\n-b\n", kOpen)) == "-a|-b|");
}

TEST_CASE("a diff that was cut inside the mark of a missing newline is truncated") {
  std::string text = "@@ -1,2 +1,2 @@\n a\n-b\n+c\n";
  std::string mark = "\\ No newline at end of file";
  for (size_t cut = 1; cut < mark.size(); ++cut) {
    CAPTURE(cut);
    CHECK(shown(read(text + mark.substr(0, cut), kOpen)) ==
        "error diff.truncated: the diff ends inside '\\ No newline at end of file'");
  }
  CHECK(shown(read(text + mark, kOpen)) == " a|-b|+c~|");
  CHECK(shown(read(text + "\\ No newline", kCertain)) == " a|-b|+c~|");
}

TEST_CASE("a missing newline at the end of the diff is no mark") {
  ParseResult result = read("@@ -1,2 +1,2 @@\n a\n-b\n+c", kOpen);
  CHECK(shown(result) == " a|-b|+c|");
  CHECK(result.repairs.empty());
}

TEST_CASE("a hunk header without lines") {
  CHECK(shown(read("@@ -1,3 +1,3 @@\n", kOpen)) == "error diff.truncated: no line follows the hunk header");
  CHECK(shown(read("@@ -1,3 +1,3 @@\n", kCertain)) == "error diff.syntax: no line follows the hunk header");
  CHECK(shown(read("@@ -1,3 +1,3 @@\nx\n", kOpen)) == "error diff.syntax: the hunk breaks off: 'x'");
  CHECK(shown(read("@@ class A\n@@ -1,1 +1,1 @@\n-a\n+b\n", kCertain)) == "-a|+b|");
}

TEST_CASE("a hunk that changes nothing is passed over with a word") {
  ParseResult result = read("@@ -1,2 +1,2 @@\n a\n b\n@@ -9 +9 @@\n-a\n+b\n", kCertain);
  CHECK(shown(result) == "-a|+b|");
  CHECK(repair(result) == "the hunk changes nothing and was skipped; leave it out");
}

TEST_CASE("a backslash line belongs to the line before it") {
  CHECK(shown(read("@@ -1,9 +1,9 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline\n", kCertain)) ==
      " a|-b~|+c~|");
  CHECK(shown(read("@@ -1 +1 @@\n\\ No newline\n-b\n+c\n", kCertain)) ==
      "error diff.syntax: the hunk breaks off: '\\ No newline'");
}

TEST_CASE("text of only headers is read in linear time") {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "--- a\n+++ b\n\n\n";
  CHECK(parse_unified(text, kOpen).more_errors == 99'000);
  text.assign(3'000'000, '\n');
  CHECK(read("@@ -1 +1 @@\n-a\n+b\n" + text, kOpen).errors.empty());
}
