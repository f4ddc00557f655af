#include "git/reader.h"

#include <doctest/doctest.h>

#include <deque>

#include "git/print.h"

namespace aptix::git {
namespace {

struct Read {
  std::deque<Patch> patches;
  GitLog log;
  std::vector<WhitespaceFinding> findings;
  PatchReader::Step last = PatchReader::Step::end;

  std::string error() const {
    for (const GitLine& line : log.lines())
      if (line.kind == GitLine::Kind::error) return line.said.message;
    return "";
  }
};

// Fills in place: findings and patches view the text.
void read(Read& out, std::string_view text, ReadState state = {}) {
  ReadHooks hooks;
  hooks.rule_of = [](const Patch&) { return WhitespaceRule(); };
  hooks.whitespace = [&out](const WhitespaceFinding& finding) { out.findings.push_back(finding); };
  PatchReader reader(text, state, hooks, out.log);
  while (true) {
    Patch patch;
    out.last = reader.next(patch);
    if (out.last != PatchReader::Step::patch) return;
    out.patches.push_back(std::move(patch));
  }
}

std::string error_of(std::string_view text, ReadState state = {}) {
  Read out;
  read(out, text, std::move(state));
  return out.error();
}

std::string names_of(std::string_view text, ReadState state = {}) {
  Read out;
  read(out, text, std::move(state));
  std::string names;
  for (const Patch& patch : out.patches)
    names += patch.old_name.value_or("-") + " " + patch.new_name.value_or("-") + ";";
  return names + out.error();
}

constexpr std::string_view kHunk = "@@ -1 +1 @@\n-a\n+b\n";

std::string plain(std::string_view old_name, std::string_view new_name, std::string_view hunk = kHunk) {
  return "--- " + std::string(old_name) + "\n+++ " + std::string(new_name) + "\n" + std::string(hunk);
}

ReadState stripping(unsigned strip) {
  ReadState state;
  state.names.strip = strip;
  state.strip_known = true;
  return state;
}

}  // namespace

TEST_CASE("names lose as many folders as -p says, and get those of --directory") {
  CHECK(names_of("diff --git a/d/f b/d/f\n" + plain("a/d/f", "b/d/f")) == "d/f d/f;");
  CHECK(names_of("diff --git a/d/f b/d/f\n" + plain("a/d/f", "b/d/f"), stripping(2)) == "f f;");
  CHECK(names_of("diff --git a/f b/f\n" + plain("a/f", "b/f"), stripping(3)) ==
      "git diff header lacks filename information when removing 3 leading pathname components (line 4)");
  ReadState below;
  below.names.directory = "sub/";
  CHECK(names_of("diff --git a/f b/f\nold mode 100644\nnew mode 100755\n", below) == "sub/f sub/f;");
}

TEST_CASE("how many folders a plain diff has in front is guessed where it can be") {
  CHECK(names_of(plain("f", "f")) == "f f;");
  CHECK(names_of(plain("x/f", "y/f")) == "f f;");
  CHECK(names_of(plain("x/f\t2010-07-05 19:41:17.620000023 -0500", "y/f\t2010-07-05 19:41:17 +09:00")) == "f f;");
  CHECK(names_of(plain("f 2010-07-05 19:41:17", "f 2010-07-05 19:41:17")) == "f f;");
  CHECK(names_of(plain("f.orig", "f")) == "f f;");
  CHECK(names_of(plain("f", "f.new")) == "f f;");
}

TEST_CASE("quoted names, spaces and tabs") {
  CHECK(names_of("diff --git \"a/q\\\"t\" \"b/q\\\"t\"\nold mode 100644\nnew mode 100755\n") == "q\"t q\"t;");
  CHECK(names_of("diff --git a/a b b/a b\nold mode 100644\nnew mode 100755\n") == "a b a b;");
  CHECK(names_of("diff --git a/x y b/z\nsimilarity index 90%\nrename from x y\nrename to z\n") == "x y z;");
}

TEST_CASE("an epoch timestamp or /dev/null says that a side does not exist") {
  CHECK(names_of(plain("/dev/null", "b/n", "@@ -0,0 +1 @@\n+a\n")) == "- n;");
  CHECK(names_of(plain("n\t1970-01-01 09:00:00.000000000 +0900", "n\t2010-07-05 19:41:17 +0900",
            "@@ -0,0 +1 @@\n+a\n")) == "- n;");
  CHECK(names_of(plain("n\t2010-07-05 19:41:17 -0800", "n\t1969-12-31 16:00:00 -08:00", "@@ -1 +0,0 @@\n-a\n")) ==
      "n -;");
  CHECK(names_of(plain("n\t1970-01-01 00:00:01 +0000", "n\t2010-07-05 19:41:17 +0000")) == "n n;");
}

TEST_CASE("garbage around patches is passed over, hunks without a header are not") {
  CHECK(names_of("From: me\nSubject: x\n---\n f | 2 +-\n\ndiff --git a/f b/f\n" + plain("a/f", "b/f") +
            "-- \n2.39\n") == "f f;");
  CHECK(error_of("hello\n") == "");
  CHECK(error_of("@@ -1 +1 @@\n-a\n+b\n") == "patch fragment without header at line 1: @@ -1 +1 @@");
  CHECK(error_of("diff --git a/f b/f\nindex? 1..2\nGIT binary patch\nliteral 0\n") ==
      "binary patch without header at line 3");
}

TEST_CASE("headers that contradict themselves are refused in git's words") {
  CHECK(error_of("diff --git a/f b/f\n--- a/f\n+++ b/g\n" + std::string(kHunk)) == "");
  CHECK(error_of("diff --git a/f b/f\nrename from f\nrename to g\n--- a/f\n+++ b/h\n" + std::string(kHunk)) ==
      "git apply: bad git-diff - inconsistent new filename on line 2");
  CHECK(error_of("diff --git a/f b/f\nnew mode 100abc\n") == "invalid mode on line 2: 100abc");
  CHECK(error_of("diff --git a/f b/f\nnew file mode 100644\nrename from f\n") == "inconsistent header lines 2 and 3");
  CHECK(error_of("diff --git a/f b/f\nnew file mode 100644\n--- a/f\n+++ b/f\n" + std::string(kHunk)) ==
      "git apply: bad git-diff - expected /dev/null on line 2");
}

TEST_CASE("/dev/null in a git header needs a line that says what becomes of the file") {
  CHECK(error_of("diff --git a/f b/f\n--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n") ==
      "git apply: bad git-diff - /dev/null for a file that is neither new nor deleted on line 2");
  CHECK(error_of("diff --git a/f b/f\n--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+a\n") ==
      "git apply: bad git-diff - /dev/null for a file that is neither new nor deleted on line 2");
  CHECK(error_of("diff --git a/f b/f\ndeleted file mode 100644\n--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n").empty());
}

TEST_CASE("a deletion has no new name, and a creation no old one, wherever it stands") {
  Read out;
  read(out,
      "diff --git a/f b/f\n+++ b/g\ndeleted file mode 100644\n@@ -1 +0,0 @@\n-a\ndiff --git a/h b/h\n--- a/i\nnew file "
      "mode 100644\n@@ -0,0 +1 @@\n+a\n");
  REQUIRE(out.patches.size() == 2);
  CHECK(out.patches[0].old_name == "f");
  CHECK_FALSE(out.patches[0].new_name);
  CHECK_FALSE(out.patches[1].old_name);
  CHECK(out.patches[1].new_name == "h");
}

TEST_CASE("counts must be right, unless they are to be counted anew") {
  std::string wrong = plain("a/f", "b/f", "@@ -1,9 +1 @@\n-a\n+b\n");
  CHECK(error_of(wrong) == "corrupt patch at line 6");
  ReadState recounting;
  recounting.recount = true;
  Read out;
  read(out, wrong, recounting);
  REQUIRE(out.patches.size() == 1);
  CHECK(out.patches[0].hunks[0].old_count == 1);
  CHECK(error_of(plain("a/f", "b/f", "@@ -1 +1 @@\n a\n")) == "corrupt patch at line 5");
}

TEST_CASE("added lines are looked at for white space that should not be there") {
  Read out;
  std::string text = plain("a/f", "b/f", "@@ -1,2 +1,2 @@\n x \n-a\n+b \n");
  read(out, text);
  REQUIRE(out.findings.size() == 1);
  CHECK(out.findings[0].line == 6);
  CHECK(out.findings[0].text == "b ");
}

TEST_CASE("binary patches are inflated, and must be whole") {
  CHECK(error_of("diff --git a/b b/b\nindex 1..2\nGIT binary patch\nliteral 3\nKcm\n\n")
            .starts_with("corrupt binary patch at line 5"));
  CHECK(
      error_of("diff --git a/b b/b\nindex 1..2\nGIT binary patch\nnothing\n") == "unrecognized binary patch at line 3");
}

TEST_CASE("what is printed reads the same and prints the same") {
  for (std::string text : {"diff --git a/f b/f\nindex 123..456 100644\n" +
               plain("a/f", "b/f", "@@ -1,3 +1,4 @@ int main()\n a\n-b\n+c\n+d\n e\n"),
           std::string("diff --git a/x b/y\nsimilarity index 90%\nrename from x\nrename to y\n"),
           std::string("diff --git a/n b/n\nnew file mode 100755\nindex 000..123\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 "
                       "@@\n+a\n\\ No newline at end of file\n"),
           std::string("diff --git a/n b/n\ndeleted file mode 100644\n--- a/n\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"),
           std::string("diff --git a/n b/n\nold mode 100644\nnew mode 100755\n")}) {
    Read out;
    read(out, text);
    REQUIRE(out.patches.size() == 1);
    CHECK(print_patch(out.patches[0], Direction::forward) == text);
  }
}

TEST_CASE("a patch that was turned round prints turned round") {
  std::string text = "diff --git a/f b/f\n" + plain("a/f", "b/f", "@@ -1,2 +1,3 @@\n-a\n+b\n+c\n d\n");
  Read out;
  read(out, text);
  REQUIRE(out.patches.size() == 1);
  reverse_patch(out.patches[0]);
  CHECK(print_patch(out.patches[0], Direction::reverse) ==
      "diff --git a/f b/f\n" + plain("a/f", "b/f", "@@ -1,3 +1,2 @@\n-b\n-c\n+a\n d\n"));
}

}  // namespace aptix::git
