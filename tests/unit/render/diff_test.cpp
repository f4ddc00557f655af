// Change sets as unified diffs: exact headers, and git takes them.
#include <doctest/doctest.h>

#include "render/diff.h"
#include "unit/render/changes.h"

namespace aptix::render {
namespace {

using test::change;
using test::rel_path;

std::string diff_of(std::vector<FileChange> changes) {
  ChangeSet set;
  set.changes = std::move(changes);
  return unified_diff(set);
}

TEST_CASE("a changed file has names, a hunk and its context") {
  CHECK(diff_of({change("src/a.c", "one\ntwo\nthree\n", "one\n2\nthree\n")}) ==
      "diff --git a/src/a.c b/src/a.c\n"
      "--- a/src/a.c\n"
      "+++ b/src/a.c\n"
      "@@ -1,3 +1,3 @@\n"
      " one\n"
      "-two\n"
      "+2\n"
      " three\n");
}

TEST_CASE("the lines that the diff of a file adds and removes are counted, but for a binary patch") {
  using Counts = std::optional<diff::LineCounts>;
  auto counts = [](std::string_view before, std::string_view after) {
    FileSide old{.exists = true, .name = "a", .bytes = before}, now{.exists = true, .name = "a", .bytes = after};
    return diff_of_file(old, now, Contents::as_git_does, 0).lines;
  };
  CHECK(counts("a\nb\nc\nd\n", "a\nB\nc\nd\ne\nf") == Counts({3, 1}));
  CHECK(counts("--- a\n", "+++ b\n") == Counts({1, 1}));
  CHECK(counts("a\n", "a\n") == Counts({0, 0}));
  CHECK(counts(std::string_view("a\0", 2), "b") == Counts());
}

TEST_CASE("a new file comes from nowhere, with its mode") {
  FileChange script = change("run.sh", std::nullopt, "#!/bin/sh\n");
  script.after_kind = FileKind::executable;
  CHECK(diff_of({script}) ==
      "diff --git a/run.sh b/run.sh\n"
      "new file mode 100755\n"
      "--- /dev/null\n"
      "+++ b/run.sh\n"
      "@@ -0,0 +1 @@\n"
      "+#!/bin/sh\n");
}

TEST_CASE("a deleted file goes nowhere") {
  CHECK(diff_of({change("a", "x", std::nullopt)}) ==
      "diff --git a/a b/a\n"
      "deleted file mode 100644\n"
      "--- a/a\n"
      "+++ /dev/null\n"
      "@@ -1 +0,0 @@\n"
      "-x\n"
      "\\ No newline at end of file\n");
}

TEST_CASE("an empty file that comes or goes is its header alone") {
  CHECK(
      diff_of({change("e", std::nullopt, "")}) == "diff --git a/e b/e\nnew file mode 100644\nindex 0000000..e69de29\n");
  CHECK(diff_of({change("e", "", std::nullopt)}) ==
      "diff --git a/e b/e\ndeleted file mode 100644\nindex e69de29..0000000\n");
}

TEST_CASE("a rename names both paths and shows what changed on the way") {
  FileChange gone = change("old.c", "a\nb\n", std::nullopt);
  FileChange come = change("new.c", std::nullopt, "a\nc\n");
  come.from = rel_path("old.c");
  CHECK(diff_of({gone, come}) ==
      "diff --git a/old.c b/new.c\n"
      "rename from old.c\n"
      "rename to new.c\n"
      "--- a/old.c\n"
      "+++ b/new.c\n"
      "@@ -1,2 +1,2 @@\n"
      " a\n"
      "-b\n"
      "+c\n");
}

TEST_CASE("a rename alone has no hunk") {
  FileChange gone = change("old.c", "a\n", std::nullopt);
  FileChange come = change("new.c", std::nullopt, "a\n");
  come.from = rel_path("old.c");
  CHECK(diff_of({come, gone}) == "diff --git a/old.c b/new.c\nrename from old.c\nrename to new.c\n");
}

TEST_CASE("a copy, and a second file from one that went, are new files") {
  FileChange copy = change("copy.c", std::nullopt, "a\n");
  copy.from = rel_path("kept.c");
  CHECK(diff_of({copy}).starts_with("diff --git a/copy.c b/copy.c\nnew file mode 100644\n"));

  FileChange gone = change("old.c", "a\n", std::nullopt);
  FileChange first = change("1.c", std::nullopt, "a\n");
  FileChange second = change("2.c", std::nullopt, "a\n");
  first.from = second.from = rel_path("old.c");
  std::string text = diff_of({gone, first, second});
  CHECK(text.find("rename to 1.c\n") != std::string::npos);
  CHECK(text.find("diff --git a/2.c b/2.c\nnew file mode 100644\n") != std::string::npos);
}

TEST_CASE("a rename over an existing file is a deletion and a change") {
  FileChange gone = change("old.c", "a\n", std::nullopt);
  FileChange over = change("new.c", "b\n", "a\n");
  over.from = rel_path("old.c");
  std::string text = diff_of({gone, over});
  CHECK(text.find("rename") == std::string::npos);
  CHECK(text.find("deleted file mode 100644\n") != std::string::npos);
  CHECK(text.find("diff --git a/new.c b/new.c\n--- a/new.c\n") != std::string::npos);
}

TEST_CASE("a change of mode alone is told without a hunk") {
  FileChange script = change("run.sh", "x\n", "x\n");
  script.after_kind = FileKind::executable;
  CHECK(diff_of({script}) == "diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n");
}

TEST_CASE("a file that becomes a link is told as gone and new") {
  FileChange link = change("l", "text\n", "target");
  link.after_kind = FileKind::symlink;
  CHECK(diff_of({link}) ==
      "diff --git a/l b/l\n"
      "deleted file mode 100644\n"
      "--- a/l\n"
      "+++ /dev/null\n"
      "@@ -1 +0,0 @@\n"
      "-text\n"
      "diff --git a/l b/l\n"
      "new file mode 120000\n"
      "--- /dev/null\n"
      "+++ b/l\n"
      "@@ -0,0 +1 @@\n"
      "+target\n"
      "\\ No newline at end of file\n");
}

TEST_CASE("a file with NUL bytes is shown as it is, so that git apply takes it") {
  using namespace std::string_view_literals;
  CHECK(diff_of({change("i.png", "a\0b\n"sv, "a\0c\n"sv)}) ==
      "diff --git a/i.png b/i.png\n--- a/i.png\n+++ b/i.png\n@@ -1 +1 @@\n-a\0b\n+a\0c\n"sv);
}

TEST_CASE("names are quoted as git quotes them, and a name with a space ends in a tab") {
  CHECK(diff_of({change("a b", "x\n", "y\n")}).starts_with("diff --git a/a b b/a b\n--- a/a b\t\n+++ b/a b\t\n"));
  CHECK(diff_of({change("\xC3\xA4.c", "x\n", "y\n")})
            .starts_with("diff --git \"a/\\303\\244.c\" \"b/\\303\\244.c\"\n--- \"a/\\303\\244.c\"\n"));
}

TEST_CASE("on a terminal lines are coloured by their kind and nothing is raw") {
  CHECK(colour_diff("diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@ f\n-\x1b[2J\n+b\n c\n") ==
      "\x1b[1mdiff --git a/a b/a\x1b[0m\n"
      "\x1b[1m--- a/a\x1b[0m\n"
      "\x1b[1m+++ b/a\x1b[0m\n"
      "\x1b[36m@@ -1 +1 @@ f\x1b[0m\n"
      "\x1b[31m-\\x1b[2J\x1b[0m\n"
      "\x1b[32m+b\x1b[0m\n"
      " c\n");
}

}  // namespace
}  // namespace aptix::render
