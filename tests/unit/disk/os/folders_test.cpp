// The one way from a path to a folder, and what stands at a name: no link is followed, and nothing blocks.
#include "disk/os/folders.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "disk/os/copy.h"
#include "disk/os/file_on_disk.h"
#include "disk/os/io_error.h"
#include "support/fault_fs.h"
#include "support/temp_dir.h"

using namespace aptix;
using namespace aptix::disk;

namespace {

struct Below {
  test::TempDir dir;
  test::FaultFs fs{posix_file_system()};
  Fd top{fs, fs.open_root(dir.path().c_str())};
};

}  // namespace

TEST_CASE("a folder is opened from the top down, with openat2 and without, and never through a link or upwards") {
  for (bool without : {false, true}) {
    CAPTURE(without);
    Below below;
    below.fs.no_openat2 = without;
    below.dir.write("a/b/file", "x");
    below.dir.make_link("a/link", "b");
    below.dir.make_link("out", "..");
    Folders folders(below.fs, below.top.get());
    CHECK(folders.open("") == below.top.get());
    CHECK(folders.open("a/b") >= 0);
    CHECK(folders.open("a/missing") == -ENOENT);
    CHECK(folders.open("a/b/file") == -ENOTDIR);
    CHECK(folders.open("a/b/file/x") == -ENOTDIR);
    CHECK(folders.open("a/link") == -ELOOP);
    CHECK(folders.open("out/a") == -ELOOP);
    CHECK(folders.open("../a") == -EXDEV);
  }
}

TEST_CASE("links are followed for a hint as long as they stay below the top") {
  Below below;
  below.dir.write("a/b/file", "x");
  below.dir.make_link("a/link", "b");
  below.dir.make_link("file", "a/link/../b/./file");
  below.dir.make_link("whole", (below.dir.path() + "/a/link").c_str());
  below.dir.make_link("out", "../a");
  below.dir.make_link("far", "/etc/passwd");
  below.dir.make_link("loop", "loop");
  Folders folders(below.fs, below.top.get());
  CHECK(followed(folders, "a/b/file") == "a/b/file");
  CHECK(followed(folders, "a/link/file") == "a/b/file");
  CHECK(followed(folders, "a/link/new/file") == "a/b/new/file");
  CHECK(followed(folders, "file") == "a/b/file");
  CHECK(followed(folders, "whole/file") == "a/b/file");
  for (const char* path : {"out", "out/file", "far", "loop", "loop/file"}) CHECK(followed(folders, path) == "");
  CHECK(folder_failure(folders, "a/link/file", ELOOP).hint ==
      "name it by the folder that the link points to: 'a/b/file'");
  CHECK(folder_failure(folders, "out/file", ELOOP).hint == "name the file by the folder that the link points to");
}

TEST_CASE("no more folders are held open than are asked for, and each is found again") {
  Below below;
  for (const char* folder : {"a", "b", "c", "d"}) below.dir.make_directory(folder);
  Folders folders(below.fs, below.top.get(), 2);
  for (int round = 0; round < 2; ++round)
    for (const char* folder : {"a", "b", "c", "d"}) CHECK(folders.open(folder) >= 0);
}

TEST_CASE("a path is cut at its last slash, and put together again") {
  CHECK(split_path("a/b/c") == std::pair<std::string_view, std::string_view>("a/b", "c"));
  CHECK(split_path("c") == std::pair<std::string_view, std::string_view>("", "c"));
  for (std::string_view path : {"a/b/c", "c"})
    CHECK(join_path(split_path(path).first, split_path(path).second) == path);
  CHECK(join_path("a", "") == "a");
}

TEST_CASE("what stands at a name is told without following it") {
  Below below;
  below.dir.write("file", "text");
  below.dir.make_link("link", "file");
  REQUIRE(::mkfifo(below.dir.path("fifo").c_str(), 0600) == 0);
  int top = below.top.get();
  FileOnDisk there;
  REQUIRE(look(below.fs, top, "file", there) == 0);
  CHECK(there.is({true, FileKind::regular, 0644, 4, sha256("text")}));
  CHECK(there.has_content_of({true, FileKind::regular, 0600, 4, sha256("text")}));
  CHECK_FALSE(there.is({true, FileKind::regular, 0600, 4, sha256("text")}));
  REQUIRE(look(below.fs, top, "link", there) == 0);
  CHECK(there.is({true, FileKind::symlink, 0777, 4, sha256("file")}));
  REQUIRE(look(below.fs, top, "fifo", there) == 0);
  CHECK(there.kind == FileOnDisk::Kind::other);
  REQUIRE(look(below.fs, top, "missing", there) == 0);
  CHECK(there.is({}));
  REQUIRE(look(below.fs, -ENOENT, "in a missing folder", there) == 0);
  CHECK(there.missing());
  std::string bytes;
  CHECK(read_whole(below.fs, top, "file", 4, bytes) == 0);
  CHECK(bytes == "text");
  CHECK(read_whole(below.fs, top, "file", 3, bytes) == -EFBIG);
  CHECK(read_whole(below.fs, top, "fifo", 4, bytes) == -EINVAL);
}

TEST_CASE("a copy has the content, mode and time of the file, and one that fails leaves nothing") {
  Below below;
  below.dir.write("from", std::string(600'000, 'x'));
  below.dir.set_mode("from", 0640);
  int top = below.top.get();
  REQUIRE(copy_file(below.fs, top, "from", top, "to", {}) == 0);
  struct stat from {
  }, to{};
  REQUIRE(below.fs.stat(top, "from", from) == 0);
  REQUIRE(below.fs.stat(top, "to", to) == 0);
  CHECK(modified_ns(from) == modified_ns(to));
  CHECK(below.dir.tree().at("to") == below.dir.tree().at("from"));
  CHECK(copy_file(below.fs, top, "from", top, "to", {}) == -EEXIST);
  below.fs.fail_call("write", ENOSPC, 2);
  CHECK(copy_file(below.fs, top, "from", top, "second", {}) == -ENOSPC);
  CHECK_FALSE(below.dir.exists("second"));
}

TEST_CASE("a large file is written in parts, and on request written back after each, long and short pieces alike") {
  Below below;
  uint64_t begun = 0;
  below.fs.before = [&](const std::string& call) { begun += call == "start_write_back"; };
  std::string text;
  for (int i = 0; text.size() < (11u << 20); ++i) text += "line " + std::to_string(i) + "\n";
  std::string_view rest = text;
  std::vector<std::string_view> pieces;
  auto cut = [&](size_t size) {
    pieces.push_back(rest.substr(0, size));
    rest.remove_prefix(size);
  };
  SUBCASE("two long ones") { cut(5 << 20); }
  SUBCASE("many short ones between them") {
    cut((4 << 20) - 1);
    for (int i = 0; i < 30000; ++i) cut(static_cast<size_t>(i % 40));
  }
  cut(rest.size());
  for (WriteBack write_back : {WriteBack::later, WriteBack::meanwhile}) {
    std::string name = write_back == WriteBack::later ? "later" : "meanwhile";
    Fd fd(below.fs, below.fs.open(below.top.get(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0600));
    REQUIRE(write_pieces(below.fs, fd.get(), pieces, write_back) == 0);
    CHECK(below.dir.read(name) == text);
    CHECK(begun == (write_back == WriteBack::later ? 0 : 2));
  }
  below.fs.fail_call("start_write_back", EIO);
  Fd fd(below.fs, below.fs.open(below.top.get(), "fails", O_WRONLY | O_CREAT | O_EXCL, 0600));
  CHECK(write_pieces(below.fs, fd.get(), pieces, WriteBack::meanwhile) == -EIO);
}

TEST_CASE(
    "an error of the system is said in words, with what to do, and a name that is long or odd is cut and escaped") {
  Error error = io_failure("cannot write", "a\nb", ENOSPC);
  CHECK(error.code == Code::io_no_space);
  CHECK(error.message == "cannot write 'a\\nb': no space left on device");
  CHECK(error.hint == "free some space on the disk and run it again");
  CHECK(io_failure("cannot write", std::string(300, 'x'), EIO).message ==
      "cannot write '" + std::string(200, 'x') + "...': input/output error");
  CHECK(folder_failure("a/b", ELOOP).code == Code::path_symlink);
  CHECK(folder_failure("a/b", ENOTDIR).message == "a folder of 'a/b' is a file");
}
