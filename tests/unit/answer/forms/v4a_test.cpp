#include <doctest/doctest.h>

#include "unit/answer/parsed.h"

using namespace aptix;
using test::Parsed;

namespace {

std::string patch(const std::string& body) { return "*** Begin Patch\n" + body + "*** End Patch\n"; }

// "@anchor", then the lines; "$" when it ends the file.
std::string chunk(const Parsed& parsed, size_t file, size_t edit) {
  REQUIRE(edit < parsed.file(file).edits.size());
  const TextBlock& block = std::get<TextBlock>(parsed.file(file).edits[edit].what);
  std::string out;
  for (std::string_view anchor : block.anchors) out += "@" + std::string(anchor) + "\n";
  for (const diff::HunkLine& line : block.lines.lines) {
    out += line.kind == diff::HunkLine::Kind::added ? '+' : line.kind == diff::HunkLine::Kind::removed ? '-' : ' ';
    out += std::string(line.text) + "\n";
  }
  return out + (block.at_end ? "$\n" : "");
}

}  // namespace

TEST_CASE("a V4A patch adds, deletes, updates and moves files") {
  Parsed parsed(
      patch("*** Add File: new.c\n+a\n+\n+b\n*** Delete File: old.c\n*** Update File: a.c\n*** Move to: b.c\n@@ f()\n "
            "a\n-b\n+c\n@@\n-d\n*** End of File\n"));
  CHECK(test::joined(parsed.said()) == "");
  CHECK(parsed.formats.at(0) == "v4a");
  CHECK(parsed.file(0).operation == Operation::create);
  CHECK(chunk(parsed, 0, 0) == "+a\n+\n+b\n");
  CHECK(parsed.file(1).operation == Operation::remove);
  CHECK(parsed.file(2).operation == Operation::rename);
  CHECK(parsed.file(2).path.str() == "b.c");
  CHECK(parsed.file(2).from->str() == "a.c");
  CHECK(chunk(parsed, 2, 0) == "@f()\n a\n-b\n+c\n");
  CHECK(chunk(parsed, 2, 1) == "-d\n$\n");
}

TEST_CASE("a V4A patch is read in a fence, in a heredoc and between prose") {
  std::string text = patch("*** Update File: a.c\n-a\n+b\n");
  CHECK(Parsed("```\n" + text + "```\n").plan.files.size() == 1);
  CHECK(Parsed("```bash\napply_patch <<'EOF'\n" + text + "EOF\n```\n").plan.files.size() == 1);
  CHECK(Parsed("Here:\napply_patch <<'EOF'\n" + text + "EOF\nDone.\n").plan.files.size() == 1);
  CHECK(Parsed("```\n*** Update File: a.c\n-a\n+b\n*** End Patch\n```\n").plan.files.size() == 1);
}

TEST_CASE("several '@@' lines lead to one chunk, and a header of a diff states the line") {
  Parsed parsed(patch(
      "*** Update File: a.c\n@@ class A\n@@   def f():\n-a\n+b\n@@ -3,2 +3,2 @@ def g():\n-c\n+d\n@@ -1 +1 @@\n e\n"));
  CHECK(chunk(parsed, 0, 0) == "@class A\n@def f():\n-a\n+b\n");
  CHECK(chunk(parsed, 0, 1) == "@def g():\n-c\n+d\n");
  CHECK(std::get<TextBlock>(parsed.file(0).edits[1].what).lines.old_start == 3);
  CHECK(std::get<TextBlock>(parsed.file(0).edits[1].what).lines.has_numbers);
}

TEST_CASE("empty lines and context without its space belong to a chunk, empty lines between sections do not") {
  Parsed parsed(patch("*** Update File: a.c\n@@\n a\n\n-b\nc\n\n*** Add File: b.c\n+x\n\n+y\n\n"));
  CHECK(chunk(parsed, 0, 0) == " a\n \n-b\n c\n");
  CHECK(chunk(parsed, 1, 0) == "+x\n+\n+y\n");
}

TEST_CASE("a line that a chunk takes away and puts back stays") {
  CHECK(chunk(Parsed(patch("*** Update File: a.c\n@@\n-a\n-b\n-c\n+x\n+b\n+c\n+d\n")), 0, 0) == "-a\n+x\n b\n c\n+d\n");
  CHECK(chunk(Parsed(patch("*** Update File: a.c\n@@\n-a\n+a\n c\n+b\n-b\n")), 0, 0) == " a\n c\n b\n");
}

TEST_CASE("a V4A patch without its end is refused") {
  CHECK(Parsed("```\n*** Begin Patch\n*** Update File: a.c\n-a\n+b\n```\n").only() ==
      "error block.unterminated 2:1: the patch has no '*** End Patch': the answer may be cut short [ask for the whole "
      "answer again]");
  for (std::string_view path : {"", " ", " src/.", " .."})
    CHECK(Parsed("*** Begin Patch\n*** Update File:" + std::string(path)).only() ==
        "error block.unterminated 1:1: the patch has no '*** End Patch': the answer may be cut short [ask for the "
        "whole answer again]");
  CHECK(Parsed("*** Begin Patch\n*** Update File: a.c\n-a\n+b\n").diagnostics.errors.at(0).code ==
      Code::block_unterminated);
  CHECK(Parsed("```\n*** Begin Patch\n" + patch("*** Delete File: a.c\n") + "```\n").diagnostics.errors.at(0).code ==
      Code::block_unterminated);
}

TEST_CASE("a marker after a space is a line of context") {
  for (const char* marker : {"*** End Patch", "*** Begin Patch", "*** Update File: b.c", "*** End of File"}) {
    std::string text = patch("*** Update File: a.c\n@@\n a\n-k\n+K\n " + std::string(marker) + "\n-b\n+B\n");
    CAPTURE(marker);
    for (const std::string& answer : {text, "Here:\n```\n" + text + "```\n"}) {
      Parsed parsed(answer);
      CHECK(test::joined(parsed.said()) == "");
      CHECK(chunk(parsed, 0, 0) == " a\n-k\n+K\n " + std::string(marker) + "\n-b\n+B\n");
    }
  }
  CHECK(Parsed("*** Begin Patch\n*** Update File: a.c\n-a\n+b\n *** End Patch\n").diagnostics.errors.at(0).code ==
      Code::block_unterminated);
  CHECK(chunk(Parsed(" *** Begin Patch\n*** Update File: a.c\n-a\n+b\n *** End Patch\n"), 0, 0) == "-a\n+b\n");
}

TEST_CASE("a malformed V4A patch is refused at its line") {
  CHECK(Parsed(patch("*** Add File: a.c\na\n")).only() ==
      "error block.syntax 3:1: a line of a new file does not begin with '+' [begin each line of a new file with '+']");
  CHECK(Parsed(patch("*** Delete File: a.c\n-a\n")).diagnostics.errors.size() == 1);
  CHECK(Parsed(patch("*** Update File: a.c\n")).only() ==
      "error block.syntax 2:1: the section changes nothing [give its chunks, or leave it out]");
  CHECK(Parsed(patch("-a\n+b\n")).diagnostics.errors.size() == 1);
  CHECK(Parsed(patch("*** Update File: a.c\n-a\n*** Rename to: b.c\n")).diagnostics.errors.size() == 1);
  CHECK(Parsed(patch("*** Update File: a.c\n-a\n*** Move to: b.c\n")).diagnostics.errors.size() == 1);
  CHECK(Parsed(patch("*** Update File: ../a.c\n-a\n")).diagnostics.errors.at(0).code == Code::path_invalid);
  CHECK_FALSE(Parsed("```\n" + patch("*** Delete File: a.c\n") + "*** Delete File: b.c\n```\n").diagnostics.ok());
}

TEST_CASE("a move to the same path moves nothing") {
  Parsed parsed(patch("*** Update File: a.c\n*** Move to: a.c\n-a\n+b\n"));
  CHECK(parsed.file(0).operation == Operation::modify);
  CHECK_FALSE(parsed.file(0).from);
  CHECK_FALSE(Parsed(patch("*** Update File: a.c\n*** Move to: a.c\n")).diagnostics.ok());
}

TEST_CASE("a V4A patch needs no first line, but its last") {
  Parsed parsed("Here:\n\n*** Update File: a.c\n@@\n-a\n+b\n*** End Patch\n");
  CHECK(test::joined(parsed.said()) == "");
  CHECK(chunk(parsed, 0, 0) == "-a\n+b\n");
  CHECK(Parsed("*** Update File: a.c\n@@\n-a\n+b\n").diagnostics.errors.at(0).code == Code::block_unterminated);
}

TEST_CASE("the line that names a file is read with a space less and in quotes") {
  for (const char* head : {"*** Update File:a.c\n", "*** Update File: `a.c`\n", "*** Update File:  a.c \n"}) {
    Parsed parsed(patch(std::string(head) + "@@\n-a\n+b\n"));
    CAPTURE(head);
    CHECK(test::joined(parsed.said()) == "");
    CHECK(parsed.file(0).path.str() == "a.c");
    CHECK(chunk(parsed, 0, 0) == "-a\n+b\n");
  }
  // What looks like the names of a diff are lines that go and come.
  CHECK(chunk(Parsed(patch("*** Update File: a.c\n@@\n--- a\n+++ b\n@@\n-c\n")), 0, 0) == "--- a\n+++ b\n");
}

TEST_CASE("markers may be closed with stars") {
  Parsed parsed(
      "*** Begin Patch ***\n*** Add File: a.rs ***\n+x\n*** Delete File: b.rs ***\n*** Update File: c.rs ***\n"
      "*** Move to: d.rs ***\n@@\n-a\n+b\n*** End of File ***\n*** End Patch ***\n");
  CHECK(parsed.diagnostics.ok());
  CHECK(parsed.file(0).path.str() == "a.rs");
  CHECK(parsed.file(1).path.str() == "b.rs");
  CHECK(parsed.file(2).path.str() == "d.rs");
  CHECK(parsed.file(2).from->str() == "c.rs");
}

TEST_CASE("a name in bold is the name without its stars") {
  CHECK(Parsed(patch("*** Delete File: **b.rs**\n")).file(0).path.str() == "b.rs");
}
