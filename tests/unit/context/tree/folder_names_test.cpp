#include "context/tree/snapshot.h"

#include <doctest/doctest.h>

namespace aptix::context {
namespace {

FileStamp stamp(uint64_t inode, int64_t changed = 3) {
  return {.size = 1, .inode = inode, .modified_ns = 2, .changed_ns = changed};
}

std::string written_folders() {
  using namespace std::string_view_literals;
  return write_folders({{stamp(9), "fa\0db\0"sv}, {stamp(4), ""sv}, {stamp(9, 1), "fold\0"sv}, {stamp(7), "fcut"sv}});
}

}  // namespace

TEST_CASE("the names in a folder are found by its stamp alone") {
  std::string block = written_folders();
  auto folders = KnownFolders::read(block);
  REQUIRE(folders);
  CHECK(folders->count() == 3);
  CHECK(folders->find(stamp(9)) == std::string_view("fa\0db\0", 6));
  CHECK(folders->find(stamp(4)) == "");
  CHECK_FALSE(folders->find(stamp(9, 1)));
  CHECK_FALSE(folders->find(stamp(5)));
  CHECK_FALSE(folders->find(stamp(10)));
  CHECK_FALSE(folders->find(stamp(7)));  // without its last NUL
}

TEST_CASE("known folders that are damaged in any byte, or cut anywhere, are not believed") {
  std::string block = written_folders();
  for (size_t i = 0; i < block.size(); ++i) {
    std::string damaged = block;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    CHECK_FALSE(KnownFolders::read(damaged));
    CHECK_FALSE(KnownFolders::read(std::string_view(block).substr(0, i)));
  }
}

}  // namespace aptix::context
