// What a process keeps of the log is never believed when the log is another one.
#include "disk/history.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "disk/reader.h"
#include "support/temp_dir.h"
#include "support/work_run.h"

namespace aptix::disk {
namespace {

class Kept {
 public:
  // The number of the transaction.
  uint64_t write(std::string_view path, std::string_view text) {
    auto workspace = open();
    REQUIRE(lock(*workspace).ok());
    ChangeSet changes;
    FileChange change{.path = RelPath::parse(path).value()};
    change.before = reader(*workspace, {})->read(change.path).value();
    change.after_exists = true;
    change.after_mode = 0644;
    change.pieces = {changes.texts.emplace_back(text)};
    change.after_size = text.size();
    changes.changes.push_back(std::move(change));
    hash_changes(changes, 1);
    auto committed = test::commit(*workspace, changes);
    REQUIRE(committed.ok());
    return committed.value.id;
  }
  std::optional<uint64_t> version(std::string_view path, std::string_view text) {
    return log_.version_of(*open(), path, {.exists = true, .sha = sha256(text)});
  }
  std::unique_ptr<Workspace> open() {
    constexpr int64_t kLater = 10'000'000'000;  // than all that was written
    now_ns_ += kLater;
    return std::move(*Workspace::open(posix_file_system(), dir_.path(), {.now_ns = now_ns_}));
  }
  const test::TempDir& dir() const { return dir_; }

 private:
  test::TempDir dir_;
  KnownLog log_;
  int64_t now_ns_ = std::chrono::system_clock::now().time_since_epoch().count();
};

TEST_CASE("the version of a file is the newest record that left it so, as the log is now") {
  Kept kept;
  CHECK(kept.version("a", "one\n") == std::nullopt);
  CHECK(kept.write("a", "one\n") == 1);
  CHECK(kept.version("a", "one\n") == 1);
  CHECK(kept.version("a", "other\n") == std::nullopt);
  CHECK(kept.version("b", "one\n") == std::nullopt);
  CHECK(kept.write("b", "two\n") == 2);
  CHECK(kept.write("a", "three\n") == 3);
  CHECK(kept.version("a", "one\n") == std::nullopt);
  CHECK(kept.version("a", "three\n") == 3);
  CHECK(kept.version("b", "two\n") == 2);
  std::filesystem::remove_all(kept.dir().path(".aptix/log/3"));
  CHECK(kept.version("a", "one\n") == 1);
}

TEST_CASE("records of the same numbers in another state folder are read anew") {
  Kept kept;
  CHECK(kept.write("a", "one\n") == 1);
  CHECK(kept.version("a", "one\n") == 1);
  std::filesystem::remove_all(kept.dir().path(".aptix"));
  CHECK(kept.version("a", "one\n") == std::nullopt);
  CHECK(kept.write("b", "two\n") == 1);
  CHECK(kept.version("a", "one\n") == std::nullopt);
  CHECK(kept.version("b", "two\n") == 1);
}

TEST_CASE("a record that cannot be read is passed over until it can") {
  Kept kept;
  CHECK(kept.write("a", "one\n") == 1);
  std::string text = kept.dir().read(".aptix/log/1/manifest");
  kept.dir().write(".aptix/log/1/manifest", "damaged");
  CHECK(kept.version("a", "one\n") == std::nullopt);
  kept.dir().write(".aptix/log/1/manifest", text);
  CHECK(kept.version("a", "one\n") == 1);
}

}  // namespace
}  // namespace aptix::disk
