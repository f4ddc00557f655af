// Which file may have been meant by a path that is not there.
#include "ops/files/tree_file.h"

#include <doctest/doctest.h>

#include "support/temp_dir.h"

namespace aptix::ops {
namespace {

using Paths = std::vector<std::string>;

TEST_CASE("the file of the same name is near, wherever it is, and the one with the most of the path is nearest") {
  Paths files = {"README.md", "lib/foo.cpp", "old/src/foo.cpp", "src/base/foo.cpp", "src/foo.h"};
  CHECK(near_paths("foo.h", files) == Paths{"src/foo.h"});
  CHECK(near_paths("readme.md", files) == Paths{"README.md"});
  CHECK(near_paths("project/src/foo.cpp", files) == Paths{"old/src/foo.cpp"});
  CHECK(near_paths("src/foo.cpp", files) == Paths{"old/src/foo.cpp"});
  CHECK(near_paths("src/new/foo.cpp", files) == Paths{"src/base/foo.cpp"});
  CHECK(near_paths("foo.cpp", files) == Paths{"lib/foo.cpp", "old/src/foo.cpp", "src/base/foo.cpp"});
}

TEST_CASE("without a file of that name, one in the same folder with a name like it is near") {
  Paths files = {"src/parser.cpp", "src/parser.h", "src/printer.cpp", "lib/parse.cpp"};
  CHECK(near_paths("src/parse.cpp", files) == Paths{"lib/parse.cpp"});
  CHECK(near_paths("src/parsers.cpp", files) == Paths{"src/parser.cpp"});
  CHECK(near_paths("src/reader.cpp", files).empty());
  CHECK(near_paths("other/parsers.cpp", files).empty());
  CHECK(near_paths("a", files).empty());
}

TEST_CASE("a name of which no letter is left is not near") {
  CHECK(near_paths("c", Paths{"a"}).empty());
  CHECK(near_paths("c.txt", Paths{"a.txt"}).empty());
  CHECK(near_paths("a.tx", Paths{"a.txt"}) == Paths{"a.txt"});
  CHECK(near_paths("A", Paths{"a"}) == Paths{"a"});
}

TEST_CASE("no more than five are named") {
  Paths files;
  for (char folder = 'a'; folder < 'j'; ++folder) files.push_back(std::string(1, folder) + "/x");
  CHECK(near_paths("x", files).size() == 5);
}

TEST_CASE("only what is missing gets a hint, and several are notes") {
  test::TempDir dir;
  dir.write("src/one.c", "1");
  dir.write("a/two.c", "2");
  dir.write("b/two.c", "2");
  auto workspace = disk::Workspace::open(disk::posix_file_system(), dir.path(), {});
  REQUIRE(workspace);
  std::vector<Diagnostic> errors = {make_error(Code::file_missing, "m", "check the path").at("one.c"),
      make_error(Code::file_missing, "m", "check the path").at("two.c"),
      make_error(Code::file_missing, "m", "check the path").at("three.c"),
      make_error(Code::file_exists, "m", "read it").at("one.c")};
  name_near_files(**workspace, errors);
  CHECK(errors[0].hint == "did you mean 'src/one.c'?");
  CHECK(errors[1].hint == "check the path");
  CHECK(errors[1].notes == std::vector<std::string>{"there is 'a/two.c'", "there is 'b/two.c'"});
  CHECK(errors[2].hint == "check the path");
  CHECK(errors[3].hint == "read it");
}

}  // namespace
}  // namespace aptix::ops
