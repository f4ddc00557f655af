#include <doctest/doctest.h>

#include "unit/answer/parsed.h"

using namespace aptix;
using test::Parsed;

namespace {

const std::string kHunk = "@@ -1,2 +1,2 @@\n a\n-b\n+c\n";

Parsed fenced(const std::string& diff) { return Parsed("```diff\n" + diff + "```\n"); }

Parsed git_patch(const std::string& path, const std::string& escaped_diff, const std::string& root = ".") {
  return Parsed("{\"root\": \"" + root + "\", \"files\": [\n{\"path\": \"" + path +
      "\", \"operation\": \"gitPatch\", \"content\": \"" + escaped_diff + "\"}\n]}");
}

}  // namespace

TEST_CASE("a diff becomes a file edit with its hunks") {
  Parsed parsed =
      fenced("diff --git a/src/x.c b/src/x.c\nindex 1234567..89abcde 100644\n--- a/src/x.c\n+++ b/src/x.c\n" + kHunk +
          "@@ -9 +9,2 @@ int f()\n q\n+r\n");
  CHECK(parsed.said().empty());
  CHECK(parsed.formats[0] == "diff");
  REQUIRE(parsed.plan.files.size() == 1);
  CHECK(parsed.file(0).operation == Operation::modify);
  CHECK(parsed.file(0).path.str() == "src/x.c");
  CHECK(parsed.file(0).contract == Contract::unique);
  CHECK_FALSE(parsed.file(0).kinds.after);
  CHECK_FALSE(parsed.file(0).kinds.before);
  REQUIRE(parsed.file(0).edits.size() == 2);
  CHECK(parsed.hunk(0, 1).old_start == 9);
  CHECK(parsed.input.place_of(parsed.file(0).origin.offset).line == 2);
  CHECK(parsed.input.place_of(parsed.file(0).edits[1].origin.offset).line == 10);
}

TEST_CASE("a prefix comes off only where both sides have it") {
  auto path = [](const std::string& old_name, const std::string& new_name) {
    return fenced("--- " + old_name + "\n+++ " + new_name + "\n" + kHunk).file(0).path.str();
  };
  CHECK(path("a/x", "b/x") == "x");
  CHECK(path("x", "x") == "x");
  CHECK(path("a/x", "a/x") == "a/x");
  CHECK(path("i/x", "w/x") == "x");
  CHECK(path("src/x", "b/src/x") == "src/x");
  CHECK(path("a/src/x", "src/x") == "src/x");
  CHECK(path("x.orig", "x") == "x");
  CHECK(path("c/x", "w/y") == "w/y");
  CHECK(path("x\t2024-01-01 00:00:00", "x\t2024-01-02 00:00:00") == "x");
}

TEST_CASE("a diff of several files becomes several edits") {
  Parsed parsed = fenced("--- a/x\n+++ b/x\n" + kHunk + "--- a/y\n+++ b/y\n" + kHunk);
  REQUIRE(parsed.plan.files.size() == 2);
  CHECK(parsed.file(1).path.str() == "y");
  CHECK(parsed.input.place_of(parsed.file(1).origin.offset).line == 8);
}

TEST_CASE("a file that comes from /dev/null is created") {
  Parsed parsed = fenced("--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,2 @@\n+a\n+b\n");
  CHECK(parsed.said().empty());
  CHECK(parsed.file(0).operation == Operation::create);
  CHECK(parsed.file(0).path.str() == "new.txt");
  CHECK(parsed.hunk(0, 0).lines.size() == 2);
  CHECK(fenced("--- /dev/null\n+++ new.txt\n@@ -0,0 +1 @@\n+a\n").file(0).path.str() == "new.txt");
}

TEST_CASE("a hunk of an empty old side creates in a plain diff and modifies in git's") {
  CHECK(fenced("--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+a\n").file(0).operation == Operation::create);
  CHECK(fenced("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+a\n").file(0).operation == Operation::modify);
}

TEST_CASE("modes of a created file are stated by its header") {
  CHECK(fenced("diff --git a/x b/x\nnew file mode 100755\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n")
            .file(0)
            .kinds.after == FileKind::executable);
  Parsed link = fenced(
      "diff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+target\n\\ No newline at end "
      "of file\n");
  CHECK(link.file(0).kinds.after == FileKind::symlink);
  CHECK(link.file(0).operation == Operation::create);
}

TEST_CASE("an empty file is created without a hunk") {
  Parsed parsed = fenced("diff --git a/x b/x\nnew file mode 100644\nindex 0000000..e69de29\n");
  CHECK(parsed.said().empty());
  CHECK(parsed.file(0).operation == Operation::create);
  CHECK(parsed.content(0) == "");
  CHECK(parsed.file(0).kinds.after == FileKind::regular);
}

TEST_CASE("a file that goes to /dev/null is deleted, with its lines to compare") {
  Parsed parsed = fenced(
      "diff --git a/x b/x\ndeleted file mode 100644\nindex 1..0\n--- a/x\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n");
  CHECK(parsed.said().empty());
  CHECK(parsed.file(0).operation == Operation::remove);
  CHECK(parsed.file(0).path.str() == "x");
  CHECK(parsed.file(0).kinds.before == FileKind::regular);
  CHECK(parsed.file(0).edits.size() == 1);
}

TEST_CASE("renames and copies have two paths") {
  Parsed renamed = fenced(
      "diff --git a/old b/new\nsimilarity index 90%\nrename from old\nrename to new\n--- a/old\n+++ b/new\n" + kHunk);
  CHECK(renamed.said().empty());
  CHECK(renamed.file(0).operation == Operation::rename);
  CHECK(renamed.file(0).from->str() == "old");
  CHECK(renamed.file(0).path.str() == "new");
  CHECK(renamed.file(0).edits.size() == 1);
  Parsed copied = fenced("diff --git a/old b/new\nsimilarity index 100%\ncopy from old\ncopy to new\n");
  CHECK(copied.file(0).operation == Operation::copy);
  CHECK(copied.file(0).edits.empty());
}

TEST_CASE("a change of mode alone is an edit") {
  Parsed parsed = fenced("diff --git a/x.sh b/x.sh\nold mode 100644\nnew mode 100755\n");
  CHECK(parsed.said().empty());
  CHECK(parsed.file(0).operation == Operation::modify);
  CHECK(parsed.file(0).kinds.after == FileKind::executable);
  CHECK(parsed.file(0).kinds.before == FileKind::regular);
}

TEST_CASE("a hunk of a symbolic link says so by its index line") {
  Parsed parsed = fenced(
      "diff --git a/l b/l\nindex 1..2 120000\n--- a/l\n+++ b/l\n@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+y\n\\ "
      "No newline at end of file\n");
  CHECK(parsed.file(0).kinds.before == FileKind::symlink);
  CHECK_FALSE(parsed.file(0).kinds.after);
}

TEST_CASE("a submodule is refused") {
  Parsed parsed = fenced(
      "diff --git a/sub b/sub\nindex 1..2 160000\n--- a/sub\n+++ b/sub\n@@ -1 +1 @@\n-Subproject commit 1\n+Subproject "
      "commit 2\n");
  CHECK(parsed.only() ==
      "error path.special 2:1: the patch changes a submodule, which is not a file [change submodules with git]");
}

TEST_CASE("a binary patch is refused by name") {
  Parsed parsed = fenced("diff --git a/x.png b/x.png\nindex 1..2 100644\nBinary files a/x.png and b/x.png differ\n");
  CHECK(parsed.only() ==
      "error format.unsupported 2:1: the diff says that the file differs, but not how [make the diff with 'git diff "
      "--binary']");
}

TEST_CASE("a creation with old lines and a deletion with new ones are refused") {
  CHECK(fenced("--- /dev/null\n+++ b/x\n@@ -1,1 +1,2 @@\n a\n+b\n").only() ==
      "error diff.syntax 4:1: the patch creates the file, yet it has old lines [give one hunk of added lines, or the "
      "name of the old file]");
  CHECK(fenced("--- a/x\n+++ /dev/null\n@@ -1,2 +1 @@\n a\n-b\n").only() ==
      "error diff.syntax 4:1: the patch deletes the file, yet it leaves lines [remove every line, or name the new "
      "file]");
}

TEST_CASE("paths of a diff pass the path rules") {
  CHECK(fenced("--- a/../x\n+++ b/../x\n" + kHunk).diagnostics.errors.at(0).code == Code::path_invalid);
  CHECK(fenced("--- /etc/passwd\n+++ /etc/passwd\n" + kHunk).diagnostics.errors.at(0).code == Code::path_invalid);
  CHECK(fenced("--- a/.git/config\n+++ b/.git/config\n" + kHunk).diagnostics.errors.at(0).code == Code::path_reserved);
  Parsed parsed = fenced("--- ./x\n+++ ./x\n" + kHunk);
  CHECK(parsed.only() == "warning path.repaired 2:1: the path './x' begins with './' [write it without './']");
  CHECK(parsed.file(0).path.str() == "x");
}

TEST_CASE("hunks that no header names take the file named near the fence") {
  Parsed parsed("```diff src/x.c\n" + kHunk + "```\n");
  CHECK(parsed.file(0).path.str() == "src/x.c");
  CHECK(parsed.only() ==
      "warning diff.header_repaired 2:1: the diff names no file; 'src/x.c' is used [put '--- a/path' and '+++ "
      "b/path' before the hunk]");
  CHECK(fenced(kHunk).only() ==
      "error diff.syntax 2:1: the hunk names no file [put '--- a/path' and '+++ b/path' before it]");
}

TEST_CASE("wrong counts are repaired where the block is closed") {
  Parsed parsed = fenced("--- x\n+++ x\n@@ -1,9 +1,9 @@\n a\n-b\n+c\n");
  CHECK(parsed.diagnostics.errors.empty());
  REQUIRE(parsed.diagnostics.warnings.size() == 1);
  CHECK(parsed.diagnostics.warnings[0].code == Code::diff_header_repaired);
  CHECK(parsed.diagnostics.warnings[0].where.line == 4);
}

TEST_CASE("a hunk that is shorter than it says at the end of the input is cut") {
  std::string diff = "--- x\n+++ x\n@@ -1,9 +1,9 @@\n a\n-b\n+c\n";
  CHECK(Parsed("```diff\n" + diff).diagnostics.errors.at(0).code == Code::diff_truncated);
  CHECK(Parsed(diff).diagnostics.errors.at(0).code == Code::diff_truncated);
  CHECK(Parsed(diff + "\nThat was it.\n").diagnostics.errors.empty());
}

TEST_CASE("an unclosed fence around a diff whose last hunk counts nothing is refused: it may be cut anywhere") {
  std::string diff = "--- a/x\n+++ b/x\n@@ ... @@\n a\n-b\n+c\n";
  Parsed parsed("```diff\n" + diff);
  REQUIRE(parsed.diagnostics.errors.size() == 1);
  CHECK(parsed.diagnostics.errors[0].code == Code::diff_truncated);
  CHECK(parsed.diagnostics.errors[0].message ==
      "the code block has no closing fence, and no count in the last hunk header shows that the diff is whole");
  CHECK(Parsed("```diff\n" + diff + "```\n").diagnostics.ok());
  CHECK(Parsed(diff).diagnostics.ok());
  CHECK(Parsed("```diff\n" + diff + "@@ -9,2 +9,2 @@\n d\n-e\n+f\n").diagnostics.ok());
}

TEST_CASE("an unclosed fence around a whole diff is a warning") {
  Parsed parsed("```diff\n--- x\n+++ x\n" + kHunk + " z\n");
  CHECK(parsed.diagnostics.errors.empty());
  CHECK(parsed.diagnostics.warnings.at(0).code == Code::fence_unclosed);
  CHECK(parsed.plan.files.size() == 1);
}

TEST_CASE("a diff cut inside an added line is refused though its counts are right") {
  Parsed parsed("--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+bc");
  CHECK(
      parsed.only() == "error diff.truncated 5:4: the diff may end inside an added line [end the diff with a newline]");
  CHECK(Parsed("--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n a\n-bc").only() ==
      "error diff.truncated 5:4: the diff may end inside a removed line [end the diff with a newline]");
  CHECK(Parsed("```diff\n--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n a\n-bc\n```").said().empty());
  CHECK(Parsed("--- x\n+++ x\n@@ -1,2 +1,2 @@\n-a\n+b\n c").diagnostics.errors.empty());
}

TEST_CASE("a diff cut at any byte but between its files is refused or keeps its meaning") {
  std::string whole = "--- a/x\n+++ b/x\n@@ -1,3 +1,4 @@\n one\n-two\n+2\n+2.5\n three\n";
  for (size_t size = 1; size < whole.size(); ++size) {
    INFO("cut at ", size);
    Parsed parsed("```diff\n" + whole.substr(0, size));
    bool last_line_is_context = size > whole.find(" three");
    CHECK((!parsed.diagnostics.ok() || last_line_is_context));
    CHECK_FALSE((parsed.diagnostics.ok() && parsed.plan.files.empty()));
  }
}

TEST_CASE("a diff cut in the header of its second file is refused whole") {
  std::string first =
      "diff --git a/x b/x\nindex 1234567..89abcde 100644\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n";
  std::string created =
      "diff --git a/n.txt b/n.txt\nnew file mode 100644\nindex 0000000..89abcde\n--- /dev/null\n+++ b/n.txt\n@@ -0,0 "
      "+1 @@\n+n\n";
  std::string renamed =
      "diff --git a/o.txt b/p.txt\nsimilarity index 90%\nrename from o.txt\nrename to p.txt\nindex "
      "1234567..89abcde\n--- a/o.txt\n+++ b/p.txt\n@@ -1 +1 @@\n-o\n+p\n";
  std::string plain = "--- a/p\n+++ b/p\n@@ -1 +1 @@\n-o\n+p\n";
  for (const std::string& second : {created, renamed, plain})
    for (std::string start : {std::string(), std::string("```diff\n"), std::string("Here it is:\n\n")})
      for (std::string gap : {std::string(), std::string("\n")})
        for (size_t size = 1; size < second.size(); ++size) {
          INFO(start, gap, second.substr(0, size));
          Parsed parsed(start + first + gap + second.substr(0, size));
          bool has_blobs = second.starts_with("diff --git");
          if (has_blobs && parsed.diagnostics.errors.empty()) {
            CHECK(parsed.plan.files.back().proof.needed);  // the result will tell
            continue;
          }
          REQUIRE_FALSE(parsed.diagnostics.errors.empty());
          CHECK(exit_code(parsed.diagnostics.errors) == 3);
        }
}

TEST_CASE("what stands after a diff and is no beginning of a header cuts nothing") {
  for (std::string after : {"\nDone", "\nDone.\n", "\n- one\n- two\n", "done", "\nnew\n", "-- \n2.39.0\n\n"}) {
    INFO(after);
    CHECK(Parsed("--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n" + after).said().empty());
  }
}

TEST_CASE("a diff that deletes one file under two names is refused") {
  CHECK(fenced("diff --git a/e b/x/e\ndeleted file mode 100644\nindex e69de29..0000000\n").only() ==
      "error diff.syntax 2:1: the patch deletes one file under two names: 'e' and 'x/e' [name the same file on both "
      "sides, or '/dev/null' as the new one]");
  CHECK(fenced("diff --git a/e b/x/e\ndeleted file mode 100644\n--- a/e\n+++ b/x/e\n@@ -1 +0,0 @@\n-e\n")
            .diagnostics.errors.size() == 1);
  CHECK(fenced("diff --git a/e b/e\ndeleted file mode 100644\nindex e69de29..0000000\n").said().empty());
  CHECK(fenced("diff --git a/e b/x/e\ndeleted file mode 100644\n--- a/e\n+++ /dev/null\n@@ -1 +0,0 @@\n-e\n")
            .file(0)
            .path.str() == "e");
}

TEST_CASE("a name that was cut is not judged") {
  std::string first = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
  Parsed parsed(first + "diff --git a/.git b/.git");
  REQUIRE(parsed.diagnostics.errors.size() == 1);
  CHECK(parsed.diagnostics.errors[0].code == Code::diff_truncated);
}

TEST_CASE("CR LF of a patch is kept with its lines") {
  Parsed parsed("```diff\r\n--- x\r\n+++ x\r\n@@ -1,2 +1,2 @@\r\n a\r\n-b\r\n+c\r\n```\r\n");
  CHECK(parsed.said().empty());
  CHECK(parsed.file(0).path.str() == "x");
  CHECK(parsed.hunk(0, 0).lines[0].text == "a");
  CHECK(parsed.hunk(0, 0).lines[0].carriage_return);
}

TEST_CASE("a diff in an indented block lives as long as the plan, with its places") {
  Parsed parsed("1. x\n\n   ```diff\n   --- a/x\n   +++ b/x\n   @@ -1,2 +1,2 @@\n    a\n   -b\n   +c\n   ```\n");
  parsed.blocks.clear();
  CHECK(parsed.said().empty());
  CHECK(parsed.hunk(0, 0).lines[0].text == "a");
  Place place = parsed.input.place_of(parsed.file(0).edits[0].origin.offset);
  CHECK(place.line == 6);
  CHECK(place.column == 4);
}

TEST_CASE("source code that quotes a diff is passed over") {
  CHECK(
      Parsed("```ts\nconst d = `--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b`;\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n```\n")
          .formats.at(0) == "");
  CHECK(Parsed("```ts\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n```\n").formats.at(0) == "diff");
  CHECK(Parsed("```\nsome words\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n```\n").formats.at(0) == "diff");
  CHECK(Parsed("```diff\n- old\n+ new\n```\n").formats.at(0) == "");
}

TEST_CASE("a gitPatch entry holds a diff whose names are below the root") {
  Parsed parsed = git_patch("x", "--- a/x\\n+++ b/x\\n@@ -1,2 +1,2 @@\\n a\\n-b\\n+c\\n", "./src");
  CHECK(parsed.said().empty());
  CHECK(parsed.formats[0] == "bundle");
  CHECK(parsed.file(0).path.str() == "src/x");
  CHECK(parsed.file(0).contract == Contract::unique);
  CHECK(parsed.hunk(0, 0).lines.size() == 3);
  CHECK(parsed.file(0).origin.pointer == "/files/0/content");
  CHECK(parsed.input.place_of(parsed.file(0).origin.offset).line == 2);
}

TEST_CASE("a gitPatch entry whose diff names another file is warned about") {
  Parsed parsed = git_patch("y", "--- a/x\\n+++ b/x\\n@@ -1,2 +1,2 @@\\n a\\n-b\\n+c\\n");
  CHECK(parsed.only() ==
      "warning diff.path_mismatch 2:51 /files/0/content: the diff does not name 'y', but 'x' [make 'path' the file "
      "that the diff changes]");
  CHECK(parsed.file(0).path.str() == "x");
}

TEST_CASE("a gitPatch entry without names takes its path") {
  Parsed parsed = git_patch("x", "@@ -1,2 +1,2 @@\\n a\\n-b\\n+c\\n", "src");
  CHECK(parsed.file(0).path.str() == "src/x");
  CHECK(parsed.diagnostics.warnings.size() == 1);
}

TEST_CASE("a gitPatch entry without a diff is refused") {
  CHECK(git_patch("x", "no diff").only() ==
      "error diff.syntax 2:51 /files/0/content: there is no hunk in the diff [give a unified diff with '---', '+++' "
      "and '@@' lines]");
  CHECK(git_patch("x", "").diagnostics.errors.size() == 1);
}

TEST_CASE("a short last hunk in a gitPatch entry is a wrong count: the JSON around it is whole") {
  Parsed parsed = git_patch("x", "--- a/x\\n+++ b/x\\n@@ -1,9 +1,9 @@\\n a\\n-b\\n+c");
  CHECK(parsed.diagnostics.errors.empty());
  CHECK(parsed.diagnostics.warnings.at(0).code == Code::diff_header_repaired);
}

TEST_CASE("a gitPatch entry must not have patches") {
  Parsed parsed("{\"root\": \".\", \"files\": [{\"path\": \"x\", \"operation\": \"gitPatch\", \"patches\": []}]}");
  CHECK(parsed.diagnostics.errors.size() == 2);
}

TEST_CASE("prefixes that stand twice, and backslashes, are repaired and said") {
  Parsed twice = fenced("--- a/a/src/x\n+++ b/b/src/x\n" + kHunk);
  CHECK(twice.file(0).path.str() == "src/x");
  REQUIRE(twice.diagnostics.warnings.size() == 1);
  CHECK(twice.diagnostics.warnings[0].message == "the diff names 'src/x' with its prefixes twice");
  CHECK(fenced("--- a/a/src/x\n+++ b/a/src/x\n" + kHunk).file(0).path.str() == "a/src/x");
  CHECK(fenced("diff --git a/a/x b/b/x\nnew file mode 100644\n--- /dev/null\n+++ b/b/x\n@@ -0,0 +1 @@\n+a\n")
            .file(0)
            .path.str() == "x");
  CHECK(fenced("diff --git a/b/x b/b/x\nnew file mode 100644\n--- /dev/null\n+++ b/b/x\n@@ -0,0 +1 @@\n+a\n")
            .file(0)
            .path.str() == "b/x");
  Parsed windows = fenced("--- a\\src\\x\n+++ b\\src\\x\n" + kHunk);
  CHECK(windows.file(0).path.str() == "src/x");
  REQUIRE(windows.diagnostics.warnings.size() == 1);
  CHECK(windows.diagnostics.warnings[0].message == "the diff names 'src/x' with backslashes");
}

TEST_CASE("the shorter forms of a name are kept for the tree to decide") {
  Parsed parsed = fenced("--- a/one/two/x\n+++ b/one/two/x\n" + kHunk);
  REQUIRE(parsed.file(0).names.others.size() == 2);
  CHECK(parsed.file(0).names.others[0].path.str() == "two/x");
  CHECK(parsed.file(0).names.others[1].path.str() == "x");
  CHECK(fenced("--- a/x\n+++ b/x\n" + kHunk).file(0).names.others.empty());
  Parsed other = git_patch("src/x", "--- a/lib/x\\n+++ b/lib/x\\n@@ -1 +1 @@\\n-a\\n+b\\n");
  CHECK(other.file(0).names.others.back().path.str() == "src/x");
}

TEST_CASE("a folder with a space may be one too many where a/ and b/ show that it is a folder") {
  for (std::string_view header : {"--- a/my repo/src/x\n+++ b/my repo/src/x\n",
           "diff --git a/my repo/src/x b/my repo/src/x\n--- my repo/src/x\n+++ my repo/src/x\n"}) {
    Parsed parsed = fenced(std::string(header) + kHunk);
    REQUIRE(parsed.file(0).names.others.size() == 2);
    CHECK(parsed.file(0).names.others[0].path.str() == "src/x");
    REQUIRE(parsed.file(0).names.others[0].unless.size() == 1);
    CHECK(parsed.file(0).names.others[0].unless[0].str() == "repo/src/x");
  }
  CHECK(fenced("--- a/my repo/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n").file(0).names.others.size() == 1);
  CHECK(fenced("--- /dev/null\n+++ b/my repo/x\n@@ -0,0 +1 @@\n+a\n").file(0).names.others.size() == 1);
  Parsed moved = fenced(
      "diff --git a/my repo/x b/my repo/y\nsimilarity index 90%\nrename from my repo/x\nrename to my repo/y\n--- a/my "
      "repo/x\n+++ b/my repo/y\n" +
      kHunk);
  REQUIRE(moved.file(0).names.others.size() == 1);
  CHECK(moved.file(0).names.others[0].from->str() == "x");
  for (std::string_view words : {"Patched repo/src/x", "Patched\xC2\xA0repo/src/x"})
    CHECK(fenced("--- " + std::string(words) + "\n+++ " + std::string(words) + "\n" + kHunk)
              .file(0)
              .names.others.empty());
}
