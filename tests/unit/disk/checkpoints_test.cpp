// Checkpoints in the state folder, and what was set aside there.
#include <doctest/doctest.h>

#include <ctime>
#include <filesystem>

#include "disk/back/back.h"
#include "disk/checkpoints.h"
#include "disk/commit.h"
#include "support/fault_fs.h"
#include "support/temp_dir.h"

using namespace aptix;
using namespace aptix::disk;

namespace {

std::unique_ptr<Workspace> opened_at(
    const test::TempDir& dir, int64_t now_ns = 5, FileSystem& fs = posix_file_system()) {
  return Workspace::open(fs, dir.path(), {.caller = "tester", .now_ns = now_ns}).value();
}

CheckpointFile file_of(std::string path, std::string_view text) {
  return {std::move(path), {.exists = true, .mode = 0644, .size = text.size(), .sha = sha256(text)}};
}

Status store(Workspace& workspace, const std::string& name, const std::vector<std::string>& texts) {
  auto locked = lock(workspace);
  if (!locked.ok()) return fail(std::move(locked.diagnostics.errors.front()));
  TRY_ASSIGN(writer, CheckpointWriter::open(workspace));
  Checkpoint checkpoint{.name = name, .time_ns = workspace.now_ns(), .caller = "tester"};
  for (const std::string& text : texts) {
    checkpoint.files.push_back(file_of("f" + std::to_string(checkpoint.files.size()), text));
    TRY(writer.add(sha256(text), text));
  }
  return writer.finish(checkpoint, Syncs::all);
}

size_t stored_texts(const test::TempDir& dir) {
  auto texts = std::filesystem::directory_iterator(dir.path(".aptix/texts"));
  return static_cast<size_t>(std::distance(begin(texts), end(texts)));
}

}  // namespace

TEST_CASE("a checkpoint gives back its files and their texts") {
  test::TempDir dir;
  auto workspace = opened_at(dir);
  REQUIRE(store(*workspace, "first", {"one\n", "two\n"}));
  auto found = read_checkpoint(*workspace, "first");
  REQUIRE(found);
  REQUIRE(*found);
  CHECK((*found)->time_ns == 5);
  CHECK((*found)->caller == "tester");
  REQUIRE((*found)->files.size() == 2);
  CHECK((*found)->files[1].path == "f1");
  CHECK((*found)->files[1].state == file_of("f1", "two\n").state);
  CHECK(checkpoint_text(*workspace, sha256("two\n")) == "two\n");
  CHECK_FALSE(checkpoint_text(*workspace, sha256("three\n")));
  CHECK_FALSE(*read_checkpoint(*workspace, "second"));
}

TEST_CASE("a text is stored once, however many files and checkpoints have it") {
  test::TempDir dir;
  auto workspace = opened_at(dir);
  REQUIRE(store(*workspace, "first", {"one\n", "one\n", "two\n"}));
  REQUIRE(store(*workspace, "second", {"two\n", "three\n"}));
  CHECK(stored_texts(dir) == 3);
}

TEST_CASE("the name of a checkpoint is taken once, and the first one stays") {
  test::TempDir dir;
  auto workspace = opened_at(dir);
  REQUIRE(store(*workspace, "first", {"one\n"}));
  auto again = store(*workspace, "first", {"two\n"});
  REQUIRE_FALSE(again);
  CHECK(again.error().message == "there is a checkpoint 'first' already");
  CHECK((*read_checkpoint(*workspace, "first"))->files.front().state.sha == sha256("one\n"));
}

TEST_CASE("the name of a checkpoint is one that no other version has") {
  for (std::string_view name : {"a", "Z", "before-2026.01_x"}) CHECK(is_checkpoint_name(name));
  for (std::string_view name :
      {"", "1", "-a", ".a", "a/b", "a b", "base", "disk", "cloud", "git:x", "a.new", "\xC3\xA9"})
    CHECK_FALSE(is_checkpoint_name(name));
  CHECK(is_checkpoint_name(std::string(64, 'a')));
  CHECK_FALSE(is_checkpoint_name(std::string(65, 'a')));
}

TEST_CASE("a checkpoint that is killed at any call is there as a whole or not at all") {
  for (uint64_t n = 1;; ++n) {
    test::TempDir dir;
    REQUIRE(store(*opened_at(dir), "first", {"one\n"}));
    test::FaultFs fs(posix_file_system());
    fs.crash_at(n);
    try {
      auto workspace = opened_at(dir, 6, fs);
      (void)store(*workspace, "second", {"one\n", "two\n", "three\n"});
    } catch (const test::Crash&) {
    }
    bool happened = fs.happened();
    auto workspace = opened_at(dir, 7);
    auto all = read_checkpoints(*workspace);
    CHECK_MESSAGE(all.diagnostics.warnings.empty(), "call ", n);
    for (const Checkpoint& checkpoint : all.value)
      for (const CheckpointFile& file : checkpoint.files)
        CHECK_MESSAGE(checkpoint_text(*workspace, file.state.sha).has_value(), "call ", n);
    CHECK_MESSAGE((all.value.size() == 1 || all.value.size() == 2), "call ", n);
    if (all.value.size() == 1) CHECK_MESSAGE(store(*workspace, "second", {"one\n", "two\n"}).has_value(), "call ", n);
    REQUIRE(lock(*workspace).ok());
    CHECK(collect_checkpoints(*workspace, {.keep = 1}).ok());
    CHECK_MESSAGE(stored_texts(dir) == (*read_checkpoint(*workspace, "second"))->files.size(), "call ", n);
    if (!happened) break;
  }
}

TEST_CASE("the oldest checkpoints go, and the texts that no other has") {
  test::TempDir dir;
  REQUIRE(store(*opened_at(dir, 1), "b", {"one\n", "two\n"}));
  REQUIRE(store(*opened_at(dir, 2), "a", {"two\n", "three\n"}));
  auto workspace = opened_at(dir, 3);
  REQUIRE(lock(*workspace).ok());
  auto looked = collect_checkpoints(*workspace, {.keep = 1, .looks_only = true});
  CHECK(looked.value.checkpoints == 1);
  CHECK(read_checkpoints(*workspace).value.size() == 2);
  auto gone = collect_checkpoints(*workspace, {.keep = 1});
  CHECK(gone.value.checkpoints == 1);
  CHECK(gone.value.texts == 1);
  CHECK(gone.value.bytes == 4);
  REQUIRE(read_checkpoints(*workspace).value.size() == 1);
  CHECK(read_checkpoints(*workspace).value.front().name == "a");
  CHECK(checkpoint_text(*workspace, sha256("two\n")) == "two\n");
}

TEST_CASE("beside a checkpoint that is damaged no text goes") {
  test::TempDir dir;
  REQUIRE(store(*opened_at(dir), "first", {"one\n"}));
  REQUIRE(store(*opened_at(dir), "second", {"two\n"}));
  dir.write(".aptix/checkpoints/first", "{}");
  auto workspace = opened_at(dir);
  REQUIRE(lock(*workspace).ok());
  auto collected = collect_checkpoints(*workspace, {.keep = 20});
  REQUIRE(collected.diagnostics.warnings.size() == 1);
  CHECK(collected.diagnostics.warnings.front().message == "the checkpoint 'first' is damaged");
  CHECK(stored_texts(dir) == 2);
  CHECK_FALSE(read_checkpoint(*workspace, "first"));
  REQUIRE(drop_checkpoint(*workspace, "first"));
  CHECK(collect_checkpoints(*workspace, {.keep = 20}).value.texts == 1);
  CHECK(drop_checkpoint(*workspace, "first").error().message == "there is no checkpoint 'first'");
}

TEST_CASE("a text that was changed in the store is none") {
  test::TempDir dir;
  REQUIRE(store(*opened_at(dir), "first", {"one\n"}));
  dir.write(".aptix/texts/" + sha256("one\n").hex(), "two\n");
  CHECK_FALSE(checkpoint_text(*opened_at(dir), sha256("one\n")));
}

TEST_CASE("what was set aside goes when it is old, and the oldest when it is too much") {
  constexpr int64_t kDay = 86'400'000'000'000;
  test::TempDir dir;
  dir.write(".aptix/kept/1-0-a", "one\n");
  dir.write(".aptix/kept/1-1-b", "two\n");
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  int64_t now_ns = int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
  auto gone = [&](int64_t at_ns, const KeptLimits& limits) {
    return drop_kept(opened_at(dir, at_ns)->site(), limits).value().files;
  };
  CHECK(gone(now_ns + 29 * kDay, {.bytes = 8}) == 0);
  CHECK(gone(now_ns + 31 * kDay, {.bytes = 8, .looks_only = true}) == 2);
  CHECK(count_kept(opened_at(dir)->site()).value().files == 2);
  CHECK(gone(now_ns, {.bytes = 7}) == 1);
  CHECK(count_kept(opened_at(dir)->site()).value().bytes == 4);
  CHECK(gone(now_ns + 31 * kDay, {.bytes = 8}) == 1);
}
