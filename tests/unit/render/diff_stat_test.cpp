// Counts of changed lines, in the words and columns of git.
#include "render/diff.h"

#include <doctest/doctest.h>

namespace aptix::render {

TEST_CASE("the counts of a diff are those of 'git diff --stat'") {
  std::vector<FileCount> files = {{.name = "big.txt", .added = 200, .removed = 199},
      {.name = "bin", .added = 9, .removed = 3, .is_binary = true}, {.name = "m"}, {.name = "s", .removed = 1},
      {.name = "very/long/folder/names/that/go/on/and/on/until/there/is/no/room/left/file.txt", .added = 1},
      {.name = "x/new/y/f.txt", .from = "x/old/y/f.txt", .added = 1}, {.name = "x/top2.txt", .from = "top.txt"},
      {.name = "\303\251", .added = 1}};
  CHECK(diff_stat(files, 80) ==
      " big.txt                                            | 399 +++++++++++----------\n"
      " bin                                                | Bin 3 -> 9 bytes\n"
      " m                                                  |   0\n"
      " s                                                  |   1 -\n"
      " .../on/and/on/until/there/is/no/room/left/file.txt |   1 +\n"
      " x/{old => new}/y/f.txt                             |   1 +\n"
      " top.txt => x/top2.txt                              |   0\n"
      " \"\\303\\251\"                                         |   1 +\n"
      " 8 files changed, 203 insertions(+), 200 deletions(-)\n");
}

TEST_CASE("one file, nothing but a mode, a binary file and no file are counted as git counts them") {
  CHECK(diff_stat({{.name = "m"}, {.name = "s", .removed = 1}}, 80) ==
      " m | 0\n s | 1 -\n 2 files changed, 1 deletion(-)\n");
  CHECK(diff_stat({{.name = "bin", .added = 9, .removed = 3, .is_binary = true}, {.name = "m"}}, 80) ==
      " bin | Bin 3 -> 9 bytes\n m   |   0\n 2 files changed, 0 insertions(+), 0 deletions(-)\n");
  CHECK(diff_stat({{.name = "m"}}, 80) == " m | 0\n 1 file changed, 0 insertions(+), 0 deletions(-)\n");
  CHECK(diff_stat({}, 80) == "");
}

TEST_CASE("names that were moved say once what both have") {
  auto first = [](std::string from, std::string to) {
    std::string text = diff_stat({{.name = std::move(to), .from = std::move(from)}}, 200);
    return text.substr(1, text.find(" |") - 1);
  };
  CHECK(first("a/b/c", "a/x/c") == "a/{b => x}/c");
  CHECK(first("a/c", "a/b/c") == "a/{ => b}/c");
  CHECK(first("a/b/c", "a/c") == "a/{b => }/c");
  CHECK(first("a/b", "c/d") == "a/b => c/d");
  CHECK(first("a/b", "a/c") == "a/{b => c}");
  CHECK(first("b/a", "c/a") == "{b => c}/a");
  CHECK(first("a", "b") == "a => b");
}

}  // namespace aptix::render
