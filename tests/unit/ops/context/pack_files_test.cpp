// Which files go into a pack: in the order in which they are named, each once, and none that is sensitive.
#include "ops/context/context.h"

#include <doctest/doctest.h>

#include "disk/os/filesystem.h"
#include "disk/reader.h"
#include "support/temp_dir.h"

namespace aptix::ops {
namespace {

// A tree of files and what packing needs to look at it.
struct Packing {
  test::TempDir dir;
  std::unique_ptr<disk::Workspace> workspace;
  std::optional<Sources> sources;
  std::optional<Tree> tree;
  std::optional<ContextFiles> files;
  std::unique_ptr<Reader> reader;

  Packing() {
    for (const char* path : {"src/a.c", "src/b.c", "keys/.env", "README.md"}) dir.write(path, std::string(path) + "\n");
    auto opened = disk::Workspace::open(disk::posix_file_system(), dir.path(), {});
    REQUIRE(opened);
    workspace = std::move(*opened);
    auto all = Sources::open(*workspace, "project", {});
    REQUIRE(all);
    sources.emplace(std::move(*all));
    auto root = Tree::open_root(*workspace);
    REQUIRE(root);
    tree.emplace(std::move(*root));
    files.emplace(*tree, *sources, "");
    reader = disk::reader(*workspace, {});
  }

  Outcome<ContextPack> pack(ContextRequest request) {
    auto list = [&](const std::vector<std::string>& globs) { return open_registry(*workspace, {}, {.globs = globs}); };
    auto is_sensitive = [](const std::string& path) { return path.ends_with(".env"); };
    return pack_files({*tree, *files, *reader, {}, list, is_sensitive}, request);
  }
};

// "path form why" for each file.
std::vector<std::string> told(const ContextPack& packed) {
  std::vector<std::string> lines;
  for (const context::PackedFile& file : packed.pack.files)
    lines.push_back(
        std::string(file.path) + " " + std::string(name(file.form)) + (file.why.empty() ? "" : " " + file.why));
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("files are packed in the order in which they are named, each once") {
  Packing packing;
  Outcome<ContextPack> packed = packing.pack({.paths = {"src/b.c", "src/*.c", "src/b.c"}, .task = "mend it"});
  REQUIRE(packed.ok());
  CHECK(told(packed.value) == Lines{"src/b.c full", "src/a.c full"});
  CHECK(packed.diagnostics.warnings.empty());
  const std::string& text = packed.value.pack.text;
  CHECK(text.find("src/b.c\n") < text.find("src/a.c\n"));
  CHECK(text.ends_with("Task:\nmend it\n"));
}

TEST_CASE("what is taken away is packed by no name, and where all is taken away the rest is meant") {
  Packing packing;
  Outcome<ContextPack> packed = packing.pack({.paths = {"!src/b.c", "!keys"}});
  REQUIRE(packed.ok());
  CHECK(told(packed.value) == Lines{"README.md full", "src/a.c full"});
}

TEST_CASE("a sensitive file is named and not shown, unless it was asked for") {
  Packing packing;
  Outcome<ContextPack> packed = packing.pack({.paths = {"README.md", "keys/.env"}});
  REQUIRE(packed.ok());
  CHECK(told(packed.value) == Lines{"README.md full", "keys/.env left-out sensitive"});
  REQUIRE(packed.diagnostics.warnings.size() == 1);
  CHECK(packed.diagnostics.warnings[0].message == "a file is left out, since it is sensitive");
  CHECK(packed.diagnostics.warnings[0].notes == Lines{"'keys/.env'"});
  CHECK(told(packing.pack({.paths = {"keys/.env"}, .include_sensitive = true}).value) == Lines{"keys/.env full"});
}

TEST_CASE("what names no file is an error, and then nothing is packed") {
  Packing packing;
  Outcome<ContextPack> packed = packing.pack({.paths = {"README.md", "gone.c"}});
  CHECK_FALSE(packed.ok());
  CHECK(packed.value.pack.text.empty());
  REQUIRE(packed.diagnostics.errors.size() == 1);
  CHECK(packed.diagnostics.errors[0].code == Code::file_missing);
}

}  // namespace aptix::ops
