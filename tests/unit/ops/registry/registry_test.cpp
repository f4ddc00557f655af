// The registry: whatever happens to the tree or to the cache, the answer is that of the tree.
#include "ops/registry/registry.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <random>
#include <thread>

#include "support/temp_dir.h"

namespace aptix::ops {
namespace {

int64_t clock_now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

GitSurroundings without_git() {
  return {.home = {},
      .folder_of_settings = {},
      .settings_files = std::vector<std::string>(),
      .read_file = [](const std::string&) { return std::string(); },
      .run_in = [](std::string) -> RunGit {
        return [](const std::vector<std::string>&, std::string_view) -> Result<std::string> { return std::string(); };
      }};
}

// path -> hash, or what stands for it
std::map<std::string, std::string> hashes(const test::TempDir& dir, const std::string& below = {}) {
  auto workspace = disk::Workspace::open(
      disk::posix_file_system(), below.empty() ? dir.path() : dir.path(below), {.now_ns = clock_now()});
  REQUIRE(workspace);
  auto registry = open_registry(**workspace, without_git(), {.detail = Detail::contents, .threads = 2});
  REQUIRE(registry.ok());
  std::map<std::string, std::string> found;
  for (const RegisteredFile& file : registry.value.files)
    found[std::string(file.path)] = file.known ? registry.value.content_of(file).sha.hex() : "-";
  return found;
}

std::map<std::string, std::string> plain(const test::TempDir& dir, const std::string& below = {}) {
  std::map<std::string, std::string> found;
  std::filesystem::path top = below.empty() ? dir.path() : dir.path(below);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(top)) {
    std::string path = entry.path().lexically_relative(top).string();
    if (path.starts_with(".aptix") || (!entry.is_symlink() && entry.is_directory())) continue;
    std::string name = below.empty() ? path : below + "/" + path;
    found[path] = entry.is_symlink() ? "-" : sha256(dir.read(name)).hex();
  }
  return found;
}

constexpr int kFiles = 300;  // so many are kept in the cache

std::string name_of(int i) { return "d" + std::to_string(i % 7) + "/f" + std::to_string(i); }

void fill(const test::TempDir& dir) {
  for (int i = 0; i < kFiles; ++i) dir.write(name_of(i), "text " + std::to_string(100 + i));
}

void let_it_age() { std::this_thread::sleep_for(std::chrono::milliseconds(60)); }

}  // namespace

TEST_CASE("the registry sees a change of the same size in the same moment, a rename, and a time that was set back") {
  test::TempDir dir;
  fill(dir);
  CHECK(hashes(dir) == plain(dir));  // doubted: too new
  dir.write(name_of(3), "texts103");
  CHECK(hashes(dir) == plain(dir));
  let_it_age();
  CHECK(hashes(dir) == plain(dir));
  REQUIRE(dir.exists(".aptix/registry"));
  CHECK(hashes(dir) == plain(dir));  // by the cache
  struct stat about {};
  ::stat(dir.path(name_of(5)).c_str(), &about);
  dir.write(name_of(5), "TEXT 105");
  timespec times[2] = {about.st_atim, about.st_mtim};
  ::utimensat(AT_FDCWD, dir.path(name_of(5)).c_str(), times, 0);
  std::filesystem::rename(dir.path(name_of(7)), dir.path(name_of(8)));
  std::filesystem::rename(dir.path("d1"), dir.path("d2/d1"));
  std::filesystem::create_hard_link(dir.path(name_of(9)), dir.path("hard"));
  dir.write("hard", "text 1x9");
  dir.make_link("link", "hard");
  CHECK(hashes(dir) == plain(dir));
  CHECK(hashes(dir, "d2") == plain(dir, "d2"));
}

TEST_CASE("the registry without a cache, with a damaged one, or with one that cannot be written says the same") {
  test::TempDir dir;
  fill(dir);
  let_it_age();
  auto right = plain(dir);
  CHECK(hashes(dir) == right);
  std::string cache = dir.read(".aptix/registry");
  for (size_t i = 0; i < cache.size(); i += 1 + cache.size() / 150) {
    std::string damaged = cache;
    damaged[i] = static_cast<char>(damaged[i] + 1);
    dir.write(".aptix/registry", i % 2 == 0 ? damaged : cache.substr(0, i));
    CHECK(hashes(dir) == right);
  }
  dir.write(".aptix/registry", "");
  dir.write(".aptix/registry.new", "what a killed run left");
  CHECK(hashes(dir) == right);
  CHECK(hashes(dir) == right);
  CHECK(dir.read(".aptix/registry") == cache);
  std::filesystem::remove(dir.path(".aptix/registry"));
  dir.make_directory(".aptix/registry");
  CHECK(hashes(dir) == right);
}

TEST_CASE("the registry makes the signatures when they are asked for, and keeps them") {
  struct Look {
    size_t read = 0, have_signatures = 0;  // files
    bool operator==(const Look&) const = default;
  };
  test::TempDir dir;
  fill(dir);
  let_it_age();
  auto look = [&](Detail detail) {
    auto workspace = disk::Workspace::open(disk::posix_file_system(), dir.path(), {.now_ns = clock_now()});
    REQUIRE(workspace);
    auto registry = open_registry(**workspace, without_git(), {.detail = detail});
    REQUIRE(registry.ok());
    Look seen{.read = registry.value.read.size()};
    for (const RegisteredFile& file : registry.value.files) {
      if (!registry.value.content_of(file).is_signed) continue;
      ++seen.have_signatures;
      CHECK_FALSE(registry.value.content_of(file).signature.empty());
    }
    return seen;
  };
  CHECK(look(Detail::contents) == Look{kFiles, 0});
  CHECK(look(Detail::contents) == Look{0, 0});
  CHECK(look(Detail::signatures) == Look{kFiles, kFiles});
  CHECK(look(Detail::signatures) == Look{0, kFiles});
  CHECK(look(Detail::contents) == Look{0, kFiles});
  dir.write(name_of(3), "another text");
  CHECK(look(Detail::contents) == Look{1, kFiles - 1});
  CHECK(look(Detail::signatures) == Look{1, kFiles});
  let_it_age();
  std::string cache = dir.read(".aptix/registry");
  cache.back() = static_cast<char>(cache.back() ^ 1);
  dir.write(".aptix/registry", cache);  // a signature is damaged
  CHECK(look(Detail::signatures) == Look{kFiles, kFiles});
  CHECK(look(Detail::signatures) == Look{0, kFiles});
}

TEST_CASE("the registry's cache is not one of another tree") {
  test::TempDir dir, other;
  fill(dir);
  for (int i = 0; i < kFiles; ++i) other.write(name_of(i), "TEXT " + std::to_string(100 + i));
  let_it_age();
  CHECK(hashes(dir) == plain(dir));
  other.write(".aptix/registry", dir.read(".aptix/registry"));
  CHECK(hashes(other) == plain(other));
}

constexpr int kFolders = 300;  // so many are kept in the cache

// Something that a person, a tool or git does to the names in a tree of folders "n<i>/<letter>".
void change_at_random(const test::TempDir& dir, std::mt19937& chance) {
  std::error_code ignored;
  auto folder = [&] { return "n" + std::to_string(chance() % kFolders); };
  auto any = [&] { return folder() + "/" + static_cast<char>('a' + chance() % 4); };
  std::string name = any(), other = any();
  auto path = [&](const std::string& text) { return std::filesystem::path(dir.path(text)); };
  struct stat before {};
  ::stat(path(name).parent_path().c_str(), &before);
  switch (chance() % 9) {
    case 0: std::filesystem::remove_all(path(name), ignored); break;
    case 1: std::filesystem::rename(path(name), path(other), ignored); break;
    case 2: ::renameat2(AT_FDCWD, path(name).c_str(), AT_FDCWD, path(other).c_str(), RENAME_EXCHANGE); break;
    case 3: std::filesystem::create_hard_link(path(name), path(other), ignored); break;
    case 4: std::filesystem::create_symlink("a", path(name), ignored); break;
    case 5: std::filesystem::create_directory(path(name), ignored); break;
    case 6: ::renameat2(AT_FDCWD, path(folder()).c_str(), AT_FDCWD, path(folder()).c_str(), RENAME_EXCHANGE); break;
    case 7: std::filesystem::rename(path(folder()), path(name), ignored); break;
    default:
      if (!std::filesystem::is_directory(path(name)) && std::filesystem::is_directory(path(name).parent_path()))
        dir.write(name, "text " + std::to_string(chance() % 100));
  }
  timespec times[2] = {before.st_atim, before.st_mtim};
  if (chance() % 2 == 0) ::utimensat(AT_FDCWD, path(name).parent_path().c_str(), times, 0);
}

TEST_CASE("the registry sees what becomes of the names in folders that it knows") {
  test::TempDir dir;
  for (int i = 0; i < kFolders; ++i) {
    dir.write("n" + std::to_string(i) + "/a", "text");
    dir.write("n" + std::to_string(i) + "/d/c", "text");
  }
  let_it_age();
  CHECK(hashes(dir) == plain(dir));
  REQUIRE(dir.exists(".aptix/folders"));
  std::mt19937 chance(17);
  for (int round = 0; round < 20; ++round) {
    CAPTURE(round);
    for (auto i = chance() % 40; i > 0; --i) change_at_random(dir, chance);
    if (chance() % 2 == 0) let_it_age();
    if (chance() % 4 == 0) std::filesystem::remove(dir.path(".aptix/folders"));
    REQUIRE(hashes(dir) == plain(dir));
  }
  dir.write("own/a", "text");
  dir.write("own/.aptixignore", "a\n");
  let_it_age();
  size_t all = plain(dir).size();
  CHECK(hashes(dir).size() < all);
  dir.write("own/.aptixignore", "x\n");  // which the folder's times do not tell
  CHECK(hashes(dir).size() == all);
}

TEST_CASE("a path that is there is meant as it is spelled, whatever signs it has") {
  test::TempDir dir;
  for (const char* path : {"app/[id]/page", "app/i/page", "app/[id].c", "app/d.c", "a*b", "axb"}) dir.write(path, "x");
  auto files = [&](std::vector<std::string> globs) {
    auto workspace = disk::Workspace::open(disk::posix_file_system(), dir.path(), {.now_ns = clock_now()});
    REQUIRE(workspace);
    auto registry = open_registry(**workspace, without_git(), {.globs = std::move(globs)});
    REQUIRE(registry.ok());
    std::string all;
    for (const RegisteredFile& file : registry.value.files) all += std::string(file.path) + " ";
    return all;
  };
  CHECK(files({"app/[id]/page"}) == "app/[id]/page ");
  CHECK(files({"./app/[id]/"}) == "app/[id]/page ");
  CHECK(files({"app/\\[id\\]"}) == "app/[id]/page ");
  CHECK(files({"app/[id].c"}) == "app/[id].c ");
  CHECK(files({"app/[d].c"}) == "app/d.c ");
  CHECK(files({"a*b"}) == "a*b ");
  CHECK(files({"a?b"}) == "a*b axb ");
  CHECK(files({"app", "!app/[id]"}) == "app/[id].c app/d.c app/i/page ");
}

TEST_CASE("a folder that cannot be read is a warning, and the rest is listed") {
  if (::geteuid() == 0) return;
  test::TempDir dir;
  dir.write("a/x", "x");
  dir.write("b/y", "y");
  dir.set_mode("a", 0);
  auto workspace = disk::Workspace::open(disk::posix_file_system(), dir.path(), {});
  auto registry = open_registry(**workspace, without_git(), {});
  dir.set_mode("a", 0755);
  REQUIRE(registry.ok());
  REQUIRE(registry.diagnostics.warnings.size() == 1);
  CHECK(registry.diagnostics.warnings[0].message == "cannot read the folder 'a': permission denied");
  REQUIRE(registry.value.files.size() == 1);
  CHECK(registry.value.files[0].path == "b/y");
}

}  // namespace aptix::ops
