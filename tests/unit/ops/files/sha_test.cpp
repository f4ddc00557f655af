// Hashing files: order, errors beside hashes, folders, large files, the lines of sha256sum.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cerrno>

#include "ops/files/sha.h"
#include "support/fault_fs.h"
#include "support/temp_dir.h"

namespace aptix::ops {
namespace {

std::vector<ShaEntry> hash(const test::TempDir& dir, ShaRequest request) {
  auto tree = Tree::open(disk::posix_file_system(), dir.path());
  REQUIRE(tree);
  std::vector<ShaEntry> entries;
  CHECK(sha_files(*tree, request, [&](const ShaEntry& entry) { entries.push_back(entry); }));
  return entries;
}

std::vector<std::string> names(const std::vector<ShaEntry>& entries) {
  std::vector<std::string> result;
  for (const ShaEntry& entry : entries) result.push_back(entry.path);
  return result;
}

TEST_CASE("hashes come in the order of the paths, on any number of threads") {
  test::TempDir dir;
  ShaRequest request;
  for (int i = 0; i < 500; ++i) {
    std::string name = "f" + std::to_string(i);
    dir.write(name, std::string(static_cast<size_t>(i) * 37, 'x') + name);
    request.paths.push_back(name);
  }
  for (unsigned threads : {1u, 2u, 8u}) {
    request.threads = threads;
    auto entries = hash(dir, request);
    REQUIRE(entries.size() == 500);
    for (size_t i = 0; i < entries.size(); ++i) {
      std::string name = "f" + std::to_string(i);
      REQUIRE(entries[i].path == name);
      REQUIRE_FALSE(entries[i].error);
      REQUIRE(entries[i].sha == sha256(std::string(i * 37, 'x') + name));
    }
  }
}

TEST_CASE("a large file is read in pieces and hashed the same") {
  test::TempDir dir;
  std::string bytes(20 << 20, '\0');
  for (size_t i = 0; i < bytes.size(); i += 4096) bytes[i] = static_cast<char>(i >> 12);
  bytes.resize(bytes.size() - 13);
  dir.write("big", bytes);
  auto entries = hash(dir, {.paths = {"big"}, .threads = 2});
  REQUIRE(entries.size() == 1);
  CHECK(entries[0].size == bytes.size());
  CHECK(entries[0].sha == sha256(bytes));
  CHECK(hash(dir, {.paths = {"big"}, .threads = 1})[0].sha == sha256(bytes));
}

TEST_CASE("a file that cannot be read does not keep the others from being hashed") {
  test::TempDir dir;
  dir.write("a", "a");
  dir.write("folder/x", "x");
  auto entries = hash(dir, {.paths = {"none", "a", "folder"}});
  REQUIRE(entries.size() == 3);
  CHECK(entries[0].error->code == Code::file_missing);
  CHECK(entries[1].sha == sha256("a"));
  CHECK(entries[2].error->code == Code::path_special);
}

TEST_CASE("a large file whose reading fails, at first or later, is an error, and the next one is hashed") {
  test::TempDir dir;
  std::string bytes(9 << 20, 'x');
  dir.write("big", bytes);
  dir.write("more", bytes);
  for (uint64_t nth : {1u, 7u}) {
    CAPTURE(nth);
    test::FaultFs fs(disk::posix_file_system());
    auto tree = Tree::open(fs, dir.path());
    REQUIRE(tree);
    fs.fail_call("read", EIO, nth);
    std::vector<ShaEntry> entries;
    auto take = [&](const ShaEntry& entry) { entries.push_back(entry); };
    CHECK(sha_files(*tree, {.paths = {"big"}, .threads = 2}, take));
    CHECK(sha_files(*tree, {.paths = {"more"}, .threads = 2}, take));
    REQUIRE(entries.size() == 2);
    REQUIRE(entries[0].error);
    CHECK(entries[0].error->message == "cannot read 'big': input/output error");
    CHECK(entries[1].sha == sha256(bytes));
  }
}

TEST_CASE("a file that is cut short while it is read is hashed again, and is an error when it keeps changing") {
  test::TempDir dir;
  std::string bytes(1 << 20, 'x');
  dir.write("a", bytes);
  dir.write("b", "b");
  test::FaultFs fs(disk::posix_file_system());
  auto tree = Tree::open(fs, dir.path());
  REQUIRE(tree);
  int cuts = 1, reads = 0;
  fs.before = [&](const std::string& call) {
    if (call == "open_beneath") reads = 0;
    if (call != "read" || ++reads != 2 || cuts-- <= 0) return;
    bytes.resize(bytes.size() / 2);
    REQUIRE(::truncate(dir.path("a").c_str(), static_cast<off_t>(bytes.size())) == 0);
  };
  auto hash_again = [&] {
    std::vector<ShaEntry> entries;
    CHECK(sha_files(*tree, {.paths = {"a", "b"}}, [&](const ShaEntry& entry) { entries.push_back(entry); }));
    REQUIRE(entries.size() == 2);
    CHECK(entries[1].sha == sha256("b"));
    return entries[0];
  };
  ShaEntry once = hash_again();
  REQUIRE_FALSE(once.error);
  CHECK(once.size == bytes.size());
  CHECK(once.sha == sha256(bytes));
  cuts = 2;
  ShaEntry twice = hash_again();
  REQUIRE(twice.error);
  CHECK(twice.error->code == Code::file_changed);
  CHECK(twice.error->message == "'a' changes while it is read");
}

TEST_CASE("a folder stands for the plain files below it, sorted") {
  test::TempDir dir;
  for (const char* name : {"b", "a/2", "a/1/z", "a.c", ".git/HEAD", "sub/.aptix/log", ".hidden"}) dir.write(name, name);
  REQUIRE(::symlink("b", (dir.path() + "/link").c_str()) == 0);
  CHECK(names(hash(dir, {.paths = {"."}, .recursive = true})) ==
      std::vector<std::string>{".hidden", "a.c", "a/1/z", "a/2", "b"});
  CHECK(names(hash(dir, {.paths = {"a", "b"}, .recursive = true})) == std::vector<std::string>{"a/1/z", "a/2", "b"});
  CHECK(names(hash(dir, {.paths = {"./a/"}, .recursive = true})) == std::vector<std::string>{"./a/1/z", "./a/2"});
  CHECK(hash(dir, {.paths = {".."}, .recursive = true})[0].error->code == Code::path_outside_root);
}

TEST_CASE("normalized makes CR LF count as LF, wherever the pieces are cut") {
  std::string bytes = "a\r\nb\rc\r\r\n\r";
  for (size_t first = 0; first <= bytes.size(); ++first)
    for (size_t second = first; second <= bytes.size(); ++second) {
      StreamHasher hasher(HashForm::normalized);
      hasher.update(std::string_view(bytes).substr(0, first));
      hasher.update(std::string_view(bytes).substr(first, second - first));
      hasher.update(std::string_view(bytes).substr(second));
      REQUIRE(hasher.finish() == sha256("a\nb\rc\r\n\r"));
    }
  test::TempDir dir;
  dir.write("f", "x\r\ny\r\n");
  CHECK(hash(dir, {.paths = {"f"}, .form = HashForm::normalized})[0].sha == sha256("x\ny\n"));
}

TEST_CASE("a signal ends the hashing") {
  test::TempDir dir;
  dir.write("f", "x");
  std::atomic<bool> interrupted = true;
  auto tree = Tree::open(disk::posix_file_system(), dir.path());
  REQUIRE(tree);
  ShaRequest request{.paths = {"f"}, .interrupted = &interrupted};
  CHECK_FALSE(sha_files(*tree, request, [](const ShaEntry&) { FAIL("nothing was hashed"); }));
}

TEST_CASE("lines are those of sha256sum, names with odd characters escaped") {
  Sha256 sha = sha256("");
  CHECK(format_sha_line(sha, "a b") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a b");
  CHECK(format_sha_line(sha, "a\nb\\c\rd") ==
      "\\e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\\nb\\\\c\\rd");
  for (std::string_view path : {"a b", "a\nb\\c\rd", "\\", " x", "*y"}) {
    auto line = parse_sha_line(format_sha_line(sha, path));
    REQUIRE(line);
    CHECK(line->path == path);
    CHECK(line->sha == sha);
  }
  for (const std::string& line :
      {"SHA256 (a (b) = c) = " + sha.hex(), "SHA2-256(a (b) = c)= " + sha.hex(), "\\SHA256 (a (b) = c) = " + sha.hex()})
    CHECK(parse_sha_line(line)->path == "a (b) = c");
  CHECK(parse_sha_line("\\SHA256 (a\\nb) = " + sha.hex())->path == "a\nb");
  CHECK(parse_sha_line(sha.hex() + " *bin")->path == "bin");
  for (const std::string& text : {std::string(), sha.hex(), sha.hex() + "  ", sha.hex() + " x", "0" + sha.hex() + "  x",
           std::string("# comment")}) {
    CAPTURE(text);
    CHECK_FALSE(parse_sha_line(text));
  }
}

}  // namespace
}  // namespace aptix::ops
