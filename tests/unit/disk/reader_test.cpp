// Reading files of the tree: confined, regular ones only, whole or not at all.
#include <doctest/doctest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <map>

#include "disk/reader.h"
#include "support/temp_dir.h"

using namespace aptix;
using namespace aptix::disk;

namespace {

struct ReadTree {
  test::TempDir dir;
  std::unique_ptr<Workspace> workspace;

  Result<FileImage> read(const char* path, const Limits& limits = {}) {
    auto opened = Workspace::open(posix_file_system(), dir.path(), {});
    REQUIRE(opened);
    workspace = std::move(*opened);
    auto parsed = RelPath::parse(path);
    REQUIRE(parsed);
    return disk::reader(*workspace, limits)->read(*parsed);
  }
};

}  // namespace

TEST_CASE("a file is read with its mode, links and identity") {
  ReadTree tree;
  tree.dir.write("a/b/c.txt", "one\ntwo");
  tree.dir.set_mode("a/b/c.txt", 0640);
  REQUIRE(::link(tree.dir.path("a/b/c.txt").c_str(), tree.dir.path("twin").c_str()) == 0);
  auto image = tree.read("a/b/c.txt");
  REQUIRE(image);
  CHECK(image->exists);
  CHECK(image->bytes == "one\ntwo");
  CHECK(image->mode == 0640);
  CHECK(image->links == 2);
  CHECK(image->kind == FileKind::regular);
  CHECK(image->identity.size == 7);
  CHECK(image->identity.inode != 0);
}

TEST_CASE("an executable file is one, and an empty file has no bytes") {
  ReadTree tree;
  tree.dir.write("run", "");
  tree.dir.set_mode("run", 0755);
  auto image = tree.read("run");
  REQUIRE(image);
  CHECK(image->exists);
  CHECK(image->kind == FileKind::executable);
  CHECK(image->bytes.empty());
}

TEST_CASE("a missing file, or one in a missing folder, does not exist") {
  ReadTree tree;
  auto file = tree.read("nothing");
  REQUIRE(file);
  CHECK_FALSE(file->exists);
  auto below = tree.read("no/such/folder");
  REQUIRE(below);
  CHECK_FALSE(below->exists);
}

TEST_CASE("a large file is read whole") {
  ReadTree tree;
  std::string large(3 << 20, 'x');
  large += "end";
  tree.dir.write("large", large);
  auto image = tree.read("large");
  REQUIRE(image);
  CHECK(image->bytes == large);
  tree.workspace.reset();
  CHECK(image->bytes.ends_with("xend"));  // the image outlives its reader
}

TEST_CASE("many files are read whole, of whatever size, and stay when others and the reader are gone") {
  ReadTree tree;
  auto opened = Workspace::open(posix_file_system(), tree.dir.path(), {});
  REQUIRE(opened);
  std::unique_ptr<Reader> reader = disk::reader(**opened, {});
  std::map<std::string, std::string> texts;
  for (int i = 0; i < 150; ++i)
    texts["f" + std::to_string(i)] =
        std::string(static_cast<size_t>(i % 7 == 0 ? 300'000 : i * 401 % 50'000), static_cast<char>('a' + i % 26));
  for (const auto& [name, text] : texts) tree.dir.write(name, text);
  std::map<std::string, FileImage> images;
  int number = 0;
  for (const auto& [name, text] : texts) {
    auto image = reader->read(RelPath::parse(name).value());
    REQUIRE(image);
    if (number++ % 3 != 0) images[name] = std::move(*image);
  }
  reader.reset();
  CHECK(images.size() == 100);
  for (const auto& [name, image] : images) CHECK(image.bytes == texts[name]);
}

TEST_CASE("links are not followed, neither as the file nor as a folder") {
  ReadTree tree;
  tree.dir.write("real/file", "x");
  tree.dir.make_link("link", "real/file");
  tree.dir.make_link("folder", "real");
  tree.dir.make_link("dangling", "/nowhere");
  auto file = tree.read("link");
  REQUIRE_FALSE(file);
  CHECK(file.error().code == Code::path_symlink);
  CHECK(file.error().message == "'link' is a symbolic link");
  auto below = tree.read("folder/file");
  REQUIRE_FALSE(below);
  CHECK(below.error().code == Code::path_symlink);
  CHECK(below.error().message == "'folder/file' leads through a symbolic link");
  CHECK(tree.read("dangling").error().code == Code::path_symlink);
  CHECK(tree.read("dangling/x").error().code == Code::path_symlink);
}

TEST_CASE("directories, FIFOs and sockets are refused without waiting for anybody") {
  ReadTree tree;
  tree.dir.make_directory("folder");
  REQUIRE(::mkfifo(tree.dir.path("fifo").c_str(), 0600) == 0);
  int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  tree.dir.path("sock").copy(address.sun_path, sizeof address.sun_path - 1);
  REQUIRE(::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  ::close(fd);
  CHECK(tree.read("folder").error().message == "'folder' is a folder");
  CHECK(tree.read("fifo").error().message == "'fifo' is a FIFO");
  CHECK(tree.read("sock").error().message == "'sock' is a socket or a device");
  for (const char* path : {"folder", "fifo", "sock"}) CHECK(tree.read(path).error().code == Code::path_special);
}

TEST_CASE("a file as a folder is a conflict") {
  ReadTree tree;
  tree.dir.write("file", "x");
  auto below = tree.read("file/below");
  REQUIRE_FALSE(below);
  CHECK(below.error().code == Code::path_conflict);
  CHECK(below.error().message == "a folder of 'file/below' is a file");
}

TEST_CASE("a file over the limit is not read") {
  ReadTree tree;
  tree.dir.write("file", "12345");
  Limits limits;
  limits.file_bytes = 4;
  auto image = tree.read("file", limits);
  REQUIRE_FALSE(image);
  CHECK(image.error().code == Code::limit_exceeded);
  CHECK(image.error().message == "'file' has 5 bytes, more than the limit of 4");
  limits.file_bytes = 0;
  CHECK(tree.read("file", limits));
}

TEST_CASE("a file that may not be read says so") {
  if (::geteuid() == 0) return;  // the superuser may
  ReadTree tree;
  tree.dir.write("file", "x");
  tree.dir.set_mode("file", 0);
  auto image = tree.read("file");
  REQUIRE_FALSE(image);
  CHECK(image.error().message == "cannot open 'file': permission denied");
}
