// Opening what a person names, on systems that lack openat2 and on disks that fail.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <utility>

#include "ops/files/sha.h"
#include "ops/files/tree_file.h"
#include "support/fault_fs.h"
#include "support/temp_dir.h"

namespace aptix::ops {
namespace {

Code code_of(const Result<TreeFile>& file) {
  REQUIRE_FALSE(file);
  return file.error().code;
}

TEST_CASE("without openat2 a path is walked, with the same verdicts") {
  test::TempDir dir;
  dir.write("root/a/b/f", "deep");
  dir.write("root/top", "top");
  dir.write("out", "out");
  dir.make_link("root/link", "a");
  dir.make_link("root/a/file", "b/f");
  test::FaultFs fs(disk::posix_file_system());
  fs.no_openat2 = true;
  auto tree = Tree::open(fs, dir.path("root"));
  REQUIRE(tree);
  for (const char* path : {"a/b/f", "./a//b/./f", "top"}) {
    CAPTURE(path);
    CHECK(tree->open_file(path).has_value());
  }
  CHECK(code_of(tree->open_file("../out")) == Code::path_outside_root);
  CHECK(code_of(tree->open_file("a/../../out")) == Code::path_outside_root);
  CHECK(code_of(tree->open_file("link/b/f")) == Code::path_symlink);
  CHECK(code_of(tree->open_file("a/file")) == Code::path_symlink);
  CHECK(code_of(tree->open_file("a")) == Code::path_special);
  CHECK(code_of(tree->open_file("a/none")) == Code::file_missing);
  CHECK(tree->is_folder("a/b"));
  CHECK(tree->is_folder("."));
  CHECK_FALSE(tree->is_folder("link"));
  auto files = tree->list_files(".");
  REQUIRE(files);
  CHECK(*files == std::vector<std::string>{"a/b/f", "top"});
  CHECK(tree->list_files("", SIZE_MAX, 1).value() == std::vector<std::string>{"top"});
}

TEST_CASE("a file is read up to its end, also one that grows, and takes little more room than its bytes") {
  test::TempDir dir;
  dir.write("root/a", "text");
  test::FaultFs fs(disk::posix_file_system());
  auto tree = Tree::open(fs, dir.path("root"));
  REQUIRE(tree);
  auto text = tree->read_file("a");
  REQUIRE(text);
  CHECK(*text == "text");
  CHECK(text->capacity() < 100);
  bool grown = false;
  fs.before = [&](const std::string& call) {
    if (call != "read" || std::exchange(grown, true)) return;
    std::ofstream(dir.path("root/a"), std::ios::app) << std::string(200'000, 'b');
  };
  CHECK(tree->read_file("a").value() == "text" + std::string(200'000, 'b'));
}

TEST_CASE("a root that does not exist, or is no folder, is a wrong command line") {
  test::TempDir dir;
  dir.write("f", "");
  for (const char* root : {"none", "f"}) {
    auto tree = Tree::open(disk::posix_file_system(), dir.path(root));
    REQUIRE_FALSE(tree);
    CHECK(tree.error().code == Code::usage);
  }
}

TEST_CASE("a disk that fails at any call gives an error, never a wrong hash") {
  test::TempDir dir;
  std::string bytes(200'000, 'x');
  dir.write("f", bytes);
  for (uint64_t call = 1; call < 20; ++call) {
    CAPTURE(call);
    test::FaultFs fs(disk::posix_file_system());
    fs.fail_at(call, EIO);
    auto tree = Tree::open(fs, dir.path());
    if (!tree) {
      CHECK(tree.error().code == Code::io_error);
      continue;
    }
    int seen = 0;
    sha_files(*tree, {.paths = {"f"}}, [&](const ShaEntry& entry) {
      ++seen;
      if (entry.error) CHECK(entry.error->code == Code::io_error);
      else CHECK(entry.sha == sha256(bytes));
    });
    CHECK(seen == 1);
  }
}

TEST_CASE("a read that fails in the middle of a large file is an error") {
  test::TempDir dir;
  dir.write("big", std::string(12 << 20, 'x'));
  for (uint64_t call : {6u, 9u, 14u}) {
    test::FaultFs fs(disk::posix_file_system());
    fs.fail_at(call, EIO);
    auto tree = Tree::open(fs, dir.path());
    REQUIRE(tree);
    sha_files(*tree, {.paths = {"big"}, .threads = 2}, [&](const ShaEntry& entry) {
      REQUIRE(entry.error);
      CHECK(entry.error->message == "cannot read 'big': input/output error");
    });
  }
}

}  // namespace
}  // namespace aptix::ops
