// The Cloud File Set: compare-and-set, versions, and many writers at once.
#include "store/cloud.h"

#include <doctest/doctest.h>
#include <sys/mman.h>

#include <atomic>
#include <thread>
#include <vector>

#include "store/database.h"
#include "support/temp_dir.h"

namespace aptix::store {
namespace {

std::unique_ptr<CloudSet> open_set(const test::TempDir& dir) {
  auto cloud = open_cloud_file(dir.path("set.db"));
  REQUIRE(cloud);
  return std::move(*cloud);
}

CloudWrite write(std::string_view content, std::optional<Sha256> expected) {
  CloudWrite made;
  made.doc_path = "r/a";
  made.path = "A";
  made.caller = "me";
  made.expected = expected;
  made.content = content;
  return made;
}

TEST_CASE("a first copy expects none, and a later one the copy before it") {
  test::TempDir dir;
  auto cloud = open_set(dir);
  CHECK_FALSE(cloud->look("r/a")->has_value());
  CHECK(cloud->compare_and_set(write("one", std::nullopt))->stored);
  auto again = cloud->compare_and_set(write("other", std::nullopt));
  REQUIRE(again);
  CHECK_FALSE(again->stored);
  CHECK(again->current->sha == sha256("one"));
  CHECK_FALSE(cloud->compare_and_set(write("two", sha256("zero")))->stored);
  CHECK(cloud->compare_and_set(write("two", sha256("one")))->stored);
  auto now = cloud->look("r/a");
  REQUIRE(now->has_value());
  CHECK((*now)->version == 2);
  CHECK((*now)->path == "A");
  CHECK((*now)->size == 3);
  CHECK(*cloud->read("r/a", sha256("two")) == "two");
  CHECK(*cloud->read("r/a", sha256("one")) == "one");
  CHECK_FALSE(cloud->read("r/a", sha256("zero"))->has_value());
}

TEST_CASE("a damaged copy is an error until the same text is written again") {
  test::TempDir dir;
  auto cloud = open_set(dir);
  REQUIRE(cloud->compare_and_set(write("one", std::nullopt))->stored);
  {
    auto database = Database::open(dir.path("set.db"), "", 1, {});
    REQUIRE((*database)->execute("UPDATE versions SET content=CAST('0ne' AS BLOB)"));
  }
  auto damaged = cloud->read("r/a", sha256("one"));
  REQUIRE_FALSE(damaged);
  CHECK(damaged.error().message == "the cloud copy of 'r/a' is damaged: its content does not have its hash");
  CHECK(cloud->compare_and_set(write("one", sha256("one")))->stored);
  CHECK(*cloud->read("r/a", sha256("one")) == "one");
}

TEST_CASE("a copy that is too large for the set is refused, and says how large one can be") {
  test::TempDir dir;
  auto cloud = open_set(dir);
  constexpr size_t kSize = 999'000'001;
  void* pages = mmap(nullptr, kSize, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);  // nobody looks into them
  REQUIRE(pages != MAP_FAILED);
  auto refused = cloud->compare_and_set(write({static_cast<const char*>(pages), kSize}, std::nullopt));
  munmap(pages, kSize);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Code::limit_exceeded);
  CHECK(refused.error().message == "'A' has 999000001 bytes; a cloud copy can have 999000000 at most");
  CHECK_FALSE(cloud->look("r/a")->has_value());
}

TEST_CASE("twenty versions are kept, newest first") {
  test::TempDir dir;
  auto cloud = open_set(dir);
  std::optional<Sha256> last;
  for (int i = 0; i < 25; ++i) {
    std::string content = std::to_string(i);
    REQUIRE(cloud->compare_and_set(write(content, last))->stored);
    last = sha256(content);
  }
  auto versions = cloud->versions("r/a");
  REQUIRE(versions);
  CHECK(versions->size() == 20);
  CHECK(versions->front().version == 25);
  CHECK(cloud->list()->size() == 1);
}

TEST_CASE("concurrent writers lose no update: every stored copy builds on the one before it") {
  test::TempDir dir;
  REQUIRE(open_set(dir)->compare_and_set(write("", std::nullopt))->stored);
  std::atomic<int> stored = 0;
  std::vector<std::thread> writers;
  for (int n = 0; n < 4; ++n) {
    writers.emplace_back([&, n] {
      auto cloud = open_cloud_file(dir.path("set.db"));
      for (int i = 0; cloud && i < 15; ++i) {
        auto now = (*cloud)->look("r/a");
        if (!now || !*now) continue;
        auto content = (*cloud)->read("r/a", (*now)->sha);
        if (!content || !*content) continue;
        std::string next = **content + static_cast<char>('a' + n);
        auto written = (*cloud)->compare_and_set(write(next, (*now)->sha));
        if (written && written->stored) ++stored;
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  auto cloud = open_set(dir);
  CHECK((*cloud->look("r/a"))->size == static_cast<uint64_t>(stored.load()));
  CHECK(stored.load() > 0);
}

}  // namespace
}  // namespace aptix::store
