// docPaths: keys, the files behind them, twins, and where the repository's name comes from.
#include "ops/files/doc_paths.h"

#include <doctest/doctest.h>

#include "support/temp_dir.h"

namespace aptix::ops {
namespace {

DocPaths open(const test::TempDir& dir, const std::string& repository = "r") {
  auto opened = DocPaths::open(disk::posix_file_system(), dir.path(), repository);
  REQUIRE(opened);
  return std::move(*opened);
}

std::string found(DocPaths& paths, std::string_view key) {
  auto path = paths.path_of(key);
  return path ? *path : std::string(info(path.error().code).id) + ": " + path.error().message;
}

TEST_CASE("a key is the repository and the path, lower-cased; it leads back to the path as it is written") {
  test::TempDir dir;
  dir.write("Src/Über/Main File.C", "x");
  DocPaths paths = open(dir, "My.Repo");
  CHECK(paths.key_of("Src/Über/Main File.C") == "my.repo/src/über/main file.c");
  CHECK(found(paths, "my.repo/src/über/main file.c") == "Src/Über/Main File.C");
}

TEST_CASE("long names, a name in decomposed letters and one without lower case are keys, too") {
  test::TempDir dir;
  std::string name(255, 'A');
  dir.write(name, "x");
  dir.write("E\xCC\x81", "x");
  dir.write("漢字", "x");
  DocPaths paths = open(dir);
  CHECK(found(paths, paths.key_of(name)) == name);
  CHECK(paths.key_of("E\xCC\x81") == "r/\xC3\xA9");
  CHECK(found(paths, "r/\xC3\xA9") == "E\xCC\x81");
  CHECK(found(paths, "r/漢字") == "漢字");
}

TEST_CASE("two files with one key are refused, naming both, whether the file or a folder differs") {
  test::TempDir dir;
  dir.write("a/B.c", "x");
  dir.write("a/b.c", "x");
  dir.write("A/x", "x");
  dir.write("a/X", "x");
  dir.write("a/only", "x");
  DocPaths paths = open(dir);
  CHECK(found(paths, "r/a/b.c") == "docpath.twins: 'r/a/b.c' is the docPath of 2 files: 'a/B.c' and 'a/b.c'");
  CHECK(found(paths, "r/a/x") == "docpath.twins: 'r/a/x' is the docPath of 2 files: 'A/x' and 'a/X'");
  CHECK(found(paths, "r/a/only") == "a/only");
}

TEST_CASE("no key leads into .git or .aptix, to a folder, or above the workspace") {
  test::TempDir dir;
  dir.write(".git/config", "x");
  dir.write(".aptix/config.toml", "x");
  dir.write("src/a", "x");
  DocPaths paths = open(dir);
  for (std::string_view key : {"r/.git/config", "r/.aptix/config.toml", "r/src", "r/src/..", "r/../a", "r/", "r", "",
           "r//src/a", "other/src/a", "r/src/a/"}) {
    CAPTURE(key);
    CHECK(found(paths, key).starts_with("file.missing: there is no file with the docPath"));
  }
}

TEST_CASE("a path that was taken for its key is answered with the key") {
  test::TempDir dir;
  dir.write("src/a", "x");
  DocPaths paths = open(dir);
  auto path = paths.path_of("src/a");
  REQUIRE_FALSE(path);
  CHECK(path.error().hint == "did you mean 'r/src/a'?");
}

TEST_CASE("a key that leads through a link leads nowhere") {
  test::TempDir dir;
  dir.write("src/a", "x");
  dir.make_link("link", "src");
  DocPaths paths = open(dir);
  CHECK(found(paths, "r/link/a").starts_with("file.missing"));
}

TEST_CASE("the repository is called as git's origin is") {
  struct Row {
    std::string_view config, name;
  };
  constexpr Row kRows[] = {
      {"[remote \"origin\"]\n\turl = https://example.org/team/My-Repo.git\n", "my-repo"},
      {"[remote \"origin\"]\n\turl = git@example.org:Repo.git\n", "repo"},
      {"[remote \"origin\"]\nurl=/srv/git/x/\n", "x"},
      {"[remote \"origin\"]\r\n\turl = \"../Up Stream.git\"\r\n", "up stream"},
      {"[remote \"origin\"] url = a/behind.git\n", "behind"},
      {"[REMOTE \"origin\"]\nURL = a/b.git\n", "b"},
      {"[remote \"Origin\"]\nurl = a/b.git\n[remote \"origin\"]\nurl = a/c.git ; not d\n", "c"},
      {"[remote \"origin\"]\nurl = \"a/c#;d.git\" # e\n", "c#;d"},
      {"[remote \"origin\"]\n# url = a/no.git\nurl = a/yes.git\n", "yes"},
      {"[remote \"other\"]\nurl = a/b.git\n[remote \"origin\"]\nfetch = x\nurl = a/c.git\n", "c"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.config);
    test::TempDir dir;
    dir.write(".git/config", row.config);
    CHECK(open(dir, "").repository() == row.name);
  }
}

TEST_CASE("without an origin it is called as its folder is") {
  test::TempDir dir;
  dir.write("Work Space/.git/config", "[core]\nbare = false\n");
  auto paths = DocPaths::open(disk::posix_file_system(), dir.path("Work Space"), "");
  REQUIRE(paths);
  CHECK(paths->repository() == "work space");
}

TEST_CASE("a work tree of its own has the origin of its repository") {
  test::TempDir dir;
  dir.write("main/.git/config", "[remote \"origin\"]\nurl = a/Shared.git\n");
  dir.write("main/.git/worktrees/w/commondir", "../..\n");
  dir.write("tree/.git", "gitdir: ../main/.git/worktrees/w\n");
  auto paths = DocPaths::open(disk::posix_file_system(), dir.path("tree"), "");
  REQUIRE(paths);
  CHECK(paths->repository() == "shared");
}

}  // namespace
}  // namespace aptix::ops
