// Headers, files and well-formed hunks, and what is not a diff. Damaged hunks: hunk_reader_test.
#include <doctest/doctest.h>

#include "diff/read/unified.h"

using namespace aptix;
using namespace aptix::diff;

namespace {

ParseResult parsed(std::string_view text) { return parse_unified(text, {.end_is_certain = false}); }

// The one file of a diff without fault.
FilePatch only_file(std::string_view text) {
  ParseResult result = parsed(text);
  CHECK(result.errors.empty());
  CHECK(result.repairs.empty());
  REQUIRE(result.files.size() == 1);
  return result.files[0];
}

}  // namespace

TEST_CASE("a plain diff has names, numbers and lines") {
  FilePatch file = only_file(
      "--- a/x.c\t2024-01-01 10:00:00\n+++ b/x.c\t2024-01-01 10:00:01\n@@ -3,2 +3,3 @@ int main()\n a\n-b\n+c\n+d\n");
  CHECK(file.old_name == "a/x.c");
  CHECK(file.new_name == "b/x.c");
  CHECK_FALSE(file.is_git);
  CHECK(file.line == 1);
  REQUIRE(file.hunks.size() == 1);
  const Hunk& hunk = file.hunks[0];
  CHECK(hunk.has_numbers);
  CHECK(hunk.old_start == 3);
  CHECK(hunk.new_start == 3);
  CHECK(hunk.section == "int main()");
  CHECK(hunk.old_count() == 2);
  CHECK(hunk.new_count() == 3);
  REQUIRE(hunk.lines.size() == 4);
  CHECK(hunk.lines[0].kind == HunkLine::Kind::context);
  CHECK(hunk.lines[1].kind == HunkLine::Kind::removed);
  CHECK(hunk.lines[3].kind == HunkLine::Kind::added);
  CHECK(hunk.lines[3].text == "d");
}

TEST_CASE("git's extended headers are read") {
  FilePatch file = only_file(
      "diff --git a/old name b/new name\nold mode 100644\nnew mode 100755\nsimilarity index 90%\n"
      "rename from old name\nrename to new name\nindex 1234567..89abcde 100644\n"
      "--- a/old name\t\n+++ b/new name\t\n@@ -1 +1 @@\n-a\n+b\n");
  CHECK(file.is_git);
  CHECK(file.old_mode == 0100644);
  CHECK(file.new_mode == 0100755);
  CHECK(file.rename_from == "old name");
  CHECK(file.rename_to == "new name");
  CHECK(file.index_old == "1234567");
  CHECK(file.index_new == "89abcde");
  CHECK(file.index_mode == 0100644);
  CHECK(file.old_name == "a/old name");
  CHECK(file.new_name == "b/new name");
}

TEST_CASE("creation, deletion and copies") {
  FilePatch created = only_file(
      "diff --git a/x b/x\nnew file mode 100755\nindex 0000000..1234567\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n");
  CHECK(created.new_file);
  CHECK(created.new_mode == 0100755);
  CHECK(created.old_name == "/dev/null");
  FilePatch deleted = only_file(
      "diff --git a/x b/x\ndeleted file mode 100644\nindex 1234567..0000000\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 "
      "@@\n-a\n");
  CHECK(deleted.deleted_file);
  CHECK(deleted.old_mode == 0100644);
  FilePatch copied = only_file("diff --git a/x b/y\nsimilarity index 100%\ncopy from x\ncopy to y\n");
  CHECK(copied.copy_from == "x");
  CHECK(copied.copy_to == "y");
}

TEST_CASE("an empty file is created by its headers alone") {
  FilePatch file = only_file("diff --git a/e b/e\nnew file mode 100644\nindex 0000000..e69de29\n");
  CHECK(file.new_file);
  CHECK(file.hunks.empty());
  CHECK(file.git_new == "b/e");
}

TEST_CASE("quoted names are unquoted") {
  FilePatch file =
      only_file("diff --git \"a/t\\tb\" \"b/t\\tb\"\n--- \"a/t\\tb\"\n+++ \"b/t\\tb\"\n@@ -1 +1 @@\n-a\n+b\n");
  CHECK(file.git_old == "a/t\tb");
  CHECK(file.old_name == "a/t\tb");
  CHECK(file.new_name == "b/t\tb");
}

TEST_CASE("an epoch timestamp creates and removes") {
  CHECK(only_file("--- x\t1970-01-01 00:00:00.000000000 +0000\n+++ x\t2024-01-01 00:00:00 +0000\n@@ -0,0 +1 @@\n+a\n")
            .new_file);
  CHECK(only_file("--- x\t2024-01-01 00:00:00 +0000\n+++ x\t1970-01-01 01:00:00 +0100\n@@ -1 +0,0 @@\n-a\n")
            .deleted_file);
  CHECK_FALSE(
      only_file("--- x\t1970-01-01 00:00:00 +0000\n+++ x\t2024-01-01 00:00:00 +0000\n@@ -1 +1 @@\n-a\n+b\n").new_file);
}

TEST_CASE("several files, with text before, between and after them") {
  ParseResult result = parsed(
      "Some words.\n\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\nAnd then:\n\ndiff --git a/y b/y\nindex 1..2 100644\n--- "
      "a/y\n+++ b/y\n@@ -1 +1 @@\n-c\n+d\nThat is all.\n");
  CHECK(result.errors.empty());
  CHECK(result.repairs.empty());
  REQUIRE(result.files.size() == 2);
  CHECK(result.files[0].line == 3);
  CHECK(result.files[1].line == 11);
  CHECK(result.files[1].hunks[0].lines[1].text == "d");
}

TEST_CASE("a mailed patch ends at its signature") {
  std::string_view mail =
      "From: x\nSubject: y\n\n- a list\n---\n x | 2 +-\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n "
      "k\n-a\n+b\n-- \n2.39.5\n\n";
  CHECK(only_file(mail).hunks[0].lines.size() == 3);
  ParseResult certain = parse_unified(mail, {.end_is_certain = true});
  CHECK(certain.errors.empty());
  CHECK(certain.repairs.empty());
}

TEST_CASE("lines that look like headers are hunk lines while the counts run") {
  FilePatch file =
      only_file("--- a/x.sql\n+++ b/x.sql\n@@ -1,3 +1,2 @@\n a\n--- old remark\n b\n@@ -9,2 +8,3 @@\n c\n+++ x\n d\n");
  REQUIRE(file.hunks.size() == 2);
  CHECK(file.hunks[0].lines[1].kind == HunkLine::Kind::removed);
  CHECK(file.hunks[0].lines[1].text == "-- old remark");
  CHECK(file.hunks[1].lines[1].text == "++ x");
}

TEST_CASE("a CR LF diff loses its CRs in names, and notes them in lines") {
  FilePatch file = only_file("diff --git a/x b/x\r\n--- a/x\r\n+++ b/x\r\n@@ -1,2 +1,2 @@ f\r\n a\r\n-b\r\n+c\n");
  CHECK(file.git_new == "b/x");
  CHECK(file.new_name == "b/x");
  const Hunk& hunk = file.hunks[0];
  CHECK(hunk.section == "f");
  CHECK(hunk.lines[0].text == "a");
  CHECK(hunk.lines[0].carriage_return);
  CHECK_FALSE(hunk.lines[2].carriage_return);
}

TEST_CASE("any text after a backslash marks a missing newline") {
  FilePatch file = only_file(
      "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ Kein Zeilenumbruch am Dateiende.\n+b\n\\ No newline at end of file\n");
  CHECK(file.hunks[0].lines[0].no_newline);
  CHECK(file.hunks[0].lines[1].no_newline);
}

TEST_CASE("an empty line in a hunk is an empty context line") {
  FilePatch file = only_file("--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n");
  CHECK(file.hunks[0].lines[1].kind == HunkLine::Kind::context);
  CHECK(file.hunks[0].lines[1].text == "");
  CHECK(file.hunks[0].lines[1].bare);
}

TEST_CASE("binary patches are noticed") {
  CHECK(only_file("diff --git a/x b/x\nindex 1..2 100644\nBinary files a/x and b/x differ\n").binary);
  CHECK(only_file("diff --git a/x b/x\nindex 1..2 100644\nGIT binary patch\nliteral 1\nIcmZPo000310RR91\n\n").binary);
}

TEST_CASE("a wrong mode is an error at its line") {
  ParseResult result = parsed("diff --git a/x b/x\nold mode 10064x\nnew mode 100755\n");
  REQUIRE(result.errors.size() == 1);
  CHECK(result.errors[0].code == Code::diff_syntax);
  CHECK(result.errors[0].message == "invalid mode on line 2: '10064x'");
  CHECK(result.errors[0].offset == 19);
}

TEST_CASE("text without a diff has no files") {
  for (std::string_view text :
      {"", "hello\n", "--- a\n", "+++ b\n", "- a\n+ b\n", "rename from x\nprose\n", "---\n\n***\n"}) {
    CHECK(parsed(text).files.empty());
    CHECK(parsed(text).errors.empty());
    CHECK_FALSE(looks_like_unified(text));
  }
}

TEST_CASE("what looks like a diff is recognised") {
  CHECK(looks_like_unified("words\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"));
  CHECK(looks_like_unified("diff --git a/x b/y\nrename from x\nrename to y\n"));
  CHECK(looks_like_unified("@@ -1,2 +1,2 @@\n a\n-b\n+c\n"));
  CHECK(looks_like_unified("--- a/x\n+++ b/x\n@@ ... @@\n-a\n+b\n"));
  CHECK(looks_like_unified("--- a/x\n+++ b/x\n-a\n+b\n"));
  CHECK(looks_like_unified("@@ ... @@\n-a\n+b\n"));
  CHECK_FALSE(looks_like_unified("*** Begin Patch\n*** Update File: x\n@@ def f():\n-a\n+b\n*** End Patch\n"));
  CHECK_FALSE(looks_like_unified("@@ is a marker\nof diffs\n"));
}

TEST_CASE("a fragment without header is a file without names") {
  ParseResult result = parsed("words\n@@ -1 +1 @@\n-a\n+b\n");
  CHECK(result.errors.empty());
  REQUIRE(result.files.size() == 1);
  CHECK(result.files[0].old_name == "");
  CHECK(result.files[0].hunks.size() == 1);
}

TEST_CASE("headers that need hunks, and have none") {
  for (std::string_view text : {"--- a/x\n+++ b/x\n\nprose\n", "diff --git a/x b/x\n--- a/x\n+++ b/x\nprose\n",
           "diff --git a/x b/y\nrename from x\nprose\n", "diff --git a/x b/x\nold mode 100644\nprose\n",
           "diff --git a/x b/x\nindex 1234567..89abcde 100644\nprose\n"}) {
    ParseResult result = parsed(text);
    CAPTURE(text);
    REQUIRE(result.errors.size() == 1);
    CHECK(result.errors[0].code == Code::diff_syntax);
    CHECK(result.errors[0].message == "no hunk follows the header");
  }
}

TEST_CASE("a header that says nothing, or too little, is refused before another file, too") {
  std::string after = "diff --git a/y b/y\nold mode 100644\nnew mode 100755\n";
  for (std::string said : {"diff --git a/x b/x\n", "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n+a\n",
           "diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\na\n+b\n"}) {
    CAPTURE(said);
    for (const std::string& text : {said + after, after + said + "\nprose\n"}) {
      ParseResult result = parse_unified(text, {.end_is_certain = true});
      REQUIRE(result.errors.size() == 1);
      CHECK(result.errors[0].message == "no hunk follows the header");
      CHECK(result.files.size() == 2);
    }
  }
  CHECK(parsed("diff --git a/y b/y\n" + after).files.size() == 1);
}

TEST_CASE("a file that goes need not show its lines where the end of the diff is certain") {
  for (std::string said : {"diff --git a/x b/x\ndeleted file mode 100644\n",
           "diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n", "--- a/x\n+++ /dev/null\n"}) {
    CAPTURE(said);
    CHECK(parse_unified(said, {.end_is_certain = true}).errors.empty());
    CHECK(parse_unified(said + "\nprose\n", {.end_is_certain = true}).errors.empty());
    CHECK(parse_unified(said, {.end_is_certain = false}).errors.at(0).code == Code::diff_truncated);
    CHECK(parse_unified(said + "prose\n", {.end_is_certain = true}).errors.size() == 1);
  }
}

TEST_CASE("a header that contradicts itself is refused") {
  auto fault = [](std::string_view header, std::string_view after = "") {
    ParseResult result = parsed("diff --git a/x b/y\n" + std::string(header) + std::string(after));
    return result.errors.empty() ? std::string() : result.errors[0].message;
  };
  std::string rename = "rename from x\nrename to y\n";
  std::string hunk = "@@ -1 +1 @@\n-a\n+b\n";
  CHECK(fault("similarity index 100%\n" + rename + "copy from x\ncopy to y\n") ==
      "the header renames and copies the file");
  CHECK(fault("new file mode 100644\nsimilarity index 100%\n" + rename) ==
      "the header moves the file and creates or deletes it");
  CHECK(fault("copy from x\ncopy to y\ndeleted file mode 100644\n") ==
      "the header moves the file and creates or deletes it");
  CHECK(fault("new file mode 100644\ndeleted file mode 100644\n") == "the header creates and deletes the file");
  CHECK(fault("copy from x\ncopy to y\n--- a/x\n+++ b/x\n", hunk) ==
      "the header moves another file than '---' and '+++' name");
  CHECK(fault(rename + "--- a/y\n+++ b/y\n", hunk) == "the header moves another file than '---' and '+++' name");
  CHECK(fault(rename + "--- a/x\n+++ b/y\n", hunk) == "");
  CHECK(fault(rename + "--- x\n+++ repo/y\n", hunk) == "");
}

TEST_CASE("a rename without its 'diff --git' line is refused") {
  for (std::string_view move : {"rename from x\nrename to y\n", "copy from x\ncopy to y\n"}) {
    ParseResult result =
        parsed("similarity index 100%\n" + std::string(move) + "--- a/z\n+++ b/z\n@@ -1 +1 @@\n-a\n+b\n");
    REQUIRE(result.errors.size() == 1);
    CHECK(result.errors[0].message == "a file is renamed or copied without a 'diff --git' line");
    CHECK(looks_like_unified(move));
  }
}

TEST_CASE("a new name that stands twice is no added line") {
  for (std::string git : {"", "diff --git a/x b/x\n"}) {
    FilePatch file = only_file(git + "--- a/x\n+++ b/x\n+++ b/x\n@@ -0,0 +1 @@\n+a\n");
    REQUIRE(file.hunks.size() == 1);
    CHECK(file.hunks[0].lines.size() == 1);
  }
}

TEST_CASE("the added lines of a new file may stand right after its mode") {
  ParseResult result = parsed("diff --git a/x b/x\nnew file mode 100644\n+a\n+b\n");
  CHECK(result.errors.empty());
  REQUIRE(result.files.size() == 1);
  REQUIRE(result.files[0].hunks.size() == 1);
  CHECK(result.files[0].hunks[0].lines.size() == 2);
  CHECK(result.repairs.at(0).message == "the hunk has no '@@' line");
}

TEST_CASE("a diff that was cut inside a header is truncated, wherever it was cut") {
  std::string_view text =
      "diff --git a/x b/x\nindex 1234567..89abcde 100644\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n";
  for (size_t cut = 12; cut < text.size() - 3; ++cut) {
    ParseResult result = parsed(text.substr(0, cut));
    CAPTURE(text.substr(0, cut));
    // The blobs that the header names tell, but only where there is something that changes.
    REQUIRE((!result.errors.empty() || cut > text.find("-b\n")));
    CHECK((result.errors.empty() ? result.needs_proof : result.errors[0].code == Code::diff_truncated));
  }
}

TEST_CASE("a diff that was cut inside the header of a later file is truncated") {
  std::string whole = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
  for (std::string_view next : {"--- a/yy\n+++ b/yy\n@@ -1 +1 @@\n",
           "diff --git a/y b/y\nsimilarity index 90%\nrename from y\nrename to z\n", "@@ -9 +9 @@\n"}) {
    for (size_t cut = 1; cut <= next.size(); ++cut) {
      if (next.substr(0, cut).ends_with("rename from y\n")) continue;
      ParseResult result = parsed(whole + std::string(next.substr(0, cut)));
      CAPTURE(next.substr(0, cut));
      REQUIRE_FALSE(result.errors.empty());
      CHECK(result.errors[0].code != Code::diff_header_repaired);
    }
  }
}

TEST_CASE("a header alone states no content but the empty one, and has to state something") {
  std::string sha1 = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";
  std::string sha256 = "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813";
  std::string git = "diff --git a/x b/x\n";
  for (const std::string& empty : {sha1, sha1.substr(0, 7), sha256}) {
    CHECK(parsed(git + "new file mode 100644\nindex 0000000.." + empty + "\n").errors.empty());
    CHECK(parsed(git + "deleted file mode 100644\nindex " + empty + "..0000000\n").errors.empty());
  }
  for (std::string_view after : {"", "\nThat is all.\n", "GIT bin\nand more\n"}) {
    for (std::string_view said :
        {"new file mode 100644\nindex 0000000..f76dd23\n", "deleted file mode 100644\nindex f76dd23..0000000\n",
            "similarity index 100%\n", "dissimilarity index 100%\n"}) {
      ParseResult result = parsed(git + std::string(said) + std::string(after));
      CAPTURE(said);
      CAPTURE(after);
      REQUIRE(result.errors.size() == 1);
      CHECK(result.errors[0].code == (after.empty() ? Code::diff_truncated : Code::diff_syntax));
    }
  }
}

TEST_CASE("a name pair after a header that is complete begins another file, whose 'diff --git' line is missing") {
  constexpr std::string_view kNext = "--- a/src/y\n+++ b/src/y\n@@ -1 +1 @@\n-c\n+d\n";
  for (std::string_view said : {"diff --git a/x b/x\nnew file mode 100644\nindex 0000000..e69de29\n",
           "diff --git a/x b/x\ndeleted file mode 100644\nindex e69de29..0000000\n",
           "diff --git a/x b/z\nsimilarity index 100%\nrename from x\nrename to z\n",
           "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n"}) {
    CAPTURE(said);
    ParseResult result = parsed(std::string(said) + std::string(kNext));
    CHECK(result.errors.empty());
    REQUIRE(result.files.size() == 2);
    CHECK(result.files[0].hunks.empty());
    CHECK(result.files[1].new_name == "b/src/y");
  }
  // The same file, perhaps with folders too many; one that comes with a content after all; a header that lacks it.
  for (std::string_view said : {"diff --git a/y b/y\nold mode 100644\nnew mode 100755\n",
           "diff --git a/repo/src/y b/repo/src/y\nold mode 100644\nnew mode 100755\n",
           "diff --git a/x b/x\nsimilarity index 90%\nrename from x\nrename to z\n",
           "diff --git a/x b/x\nold mode 100644\nnew mode 100755\nindex 1234567..7654321\n",
           "diff --git a/x b/x\nnew file mode 100644\n", "diff --git a/x b/x\nindex 0000000..e69de29\n"}) {
    CAPTURE(said);
    CHECK(parsed(std::string(said) + std::string(kNext)).files.size() == 1);
  }
  CHECK(parsed("diff --git a/x b/x\nnew file mode 100644\nindex 0000000..e69de29\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 "
               "@@\n+d\n")
            .files.size() == 1);
}

TEST_CASE("the name of the empty blob at the end of the text is not cut, a mode is") {
  CHECK(parsed("diff --git a/x b/x\nnew file mode 100644\nindex 0000000..e69de29").errors.empty());
  CHECK(parsed("diff --git a/x b/x\nnew file mode 100644\nindex 0000000..e69de2").errors.size() == 1);
  CHECK(parsed("diff --git a/x b/x\nnew file mode 100644").errors.size() == 1);
  CHECK(parsed("diff --git a/x b/x\nold mode 100644\nnew mode 100755").errors.size() == 1);
}

TEST_CASE("of very many faults a thousand are told, and the others counted") {
  std::string text = "--- a/f\n+++ b/f\n";
  for (int i = 0; i < 1500; ++i) text += "@@ -1 +1 @@\nwords\n";
  ParseResult result = parsed(text);
  CHECK(result.errors.size() == 1000);
  CHECK(result.more_errors == 500);
}
