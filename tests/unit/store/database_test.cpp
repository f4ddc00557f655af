// What can be wrong with a database, and that each is said and harms nothing.
#include "store/database.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "support/as_nobody.h"
#include "support/temp_dir.h"

namespace aptix::store {
namespace {

constexpr const char* kSchema = "CREATE TABLE words(word TEXT NOT NULL) STRICT;";

Result<std::optional<Database>> open_some(
    const test::TempDir& dir, OpenOptions options = {.create = true, .busy_ms = 1}, int version = 1) {
  return Database::open(dir.path("some.db"), kSchema, version, options);
}

Status add_word(Database& database, std::string_view word) {
  TRY_ASSIGN(writing, WriteTransaction::begin(database));
  {
    TRY_ASSIGN(row, database.prepare("INSERT INTO words VALUES(?)"));
    row.bind(1, word);
    TRY(row.step());
  }
  return writing.commit();
}

int64_t count_words(Database& database) {
  auto row = database.prepare("SELECT count(*) FROM words");
  REQUIRE(row);
  REQUIRE(*row->step());
  return row->number(0);
}

int64_t page_size(Database& database) {
  auto row = database.prepare("PRAGMA page_size");
  REQUIRE(row);
  REQUIRE(*row->step());
  return row->number(0);
}

TEST_CASE("a new database has pages of 16 KB, with a log, too, and one that was made with others keeps its own") {
  for (Journal journal : {Journal::shared, Journal::log, Journal::lazy_log}) {
    test::TempDir dir;
    auto made = open_some(dir, {.create = true, .journal = journal});
    REQUIRE(made);
    CHECK(page_size(**made) == 16384);
  }
  test::TempDir dir;
  {
    auto small = open_some(dir);
    REQUIRE((*small)->execute("PRAGMA page_size=4096"));
    REQUIRE((*small)->execute("VACUUM"));
  }
  auto again = open_some(dir, {.create = true, .journal = Journal::lazy_log});
  REQUIRE(again);
  CHECK(page_size(**again) == 4096);
  CHECK(add_word(**again, std::string(100'000, 'x')));
  CHECK(count_words(**again) == 1);
}

TEST_CASE("a database that is locked by another is busy, and keeps what it has") {
  test::TempDir dir;
  auto one = open_some(dir), other = open_some(dir);
  REQUIRE(one);
  REQUIRE(other);
  REQUIRE(add_word(**one, "first"));
  {
    auto writing = WriteTransaction::begin(**one);
    REQUIRE(writing);
    Status refused = add_word(**other, "second");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Code::lock_busy);
    CHECK(refused.error().message == "the database '" + dir.path("some.db") + "' cannot be used: database is locked");
  }
  CHECK(add_word(**other, "second"));
  CHECK(count_words(**one) == 2);
}

TEST_CASE("the wait for another ends when the run is interrupted") {
  test::TempDir dir;
  auto one = open_some(dir);
  REQUIRE(one);
  auto writing = WriteTransaction::begin(**one);
  REQUIRE(writing);
  std::atomic<bool> interrupted = false;
  auto other = open_some(dir, {.busy_ms = 60'000, .interrupted = &interrupted});
  REQUIRE(other);
  std::jthread stop([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    interrupted = true;
  });
  auto start = std::chrono::steady_clock::now();
  Status refused = add_word(**other, "second");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Code::interrupted);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
}

TEST_CASE("a full disk fails a write as a whole, and what was there stays") {
  test::TempDir dir;
  auto database = open_some(dir);
  REQUIRE(database);
  REQUIRE(add_word(**database, "first"));
  REQUIRE((*database)->execute("PRAGMA max_page_count=4"));
  Status refused = add_word(**database, std::string(100'000, 'x'));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Code::io_no_space);
  CHECK(refused.error().hint == "free some space");
  CHECK(count_words(**database) == 1);
}

TEST_CASE("a file that is not a database, or a damaged one, is an error and stays as it is") {
  test::TempDir dir;
  std::string bytes(5000, 'x');
  std::ofstream(dir.path("some.db")) << bytes;
  auto opened = open_some(dir);
  REQUIRE_FALSE(opened);
  CHECK(opened.error().code == Code::io_error);
  CHECK(opened.error().message == "the database '" + dir.path("some.db") + "' cannot be used: file is not a database");
  std::ifstream in(dir.path("some.db"));
  CHECK(std::string(std::istreambuf_iterator<char>(in), {}) == bytes);
}

TEST_CASE("a database of a newer program is not touched, and the hint says what to do") {
  test::TempDir dir;
  REQUIRE(open_some(dir, {.create = true}, 7));
  auto opened = open_some(dir);
  REQUIRE_FALSE(opened);
  CHECK(opened.error().code == Code::io_error);
  CHECK(opened.error().message ==
      "the database '" + dir.path("some.db") + "' cannot be used: it has version 7, this program reads version 1");
  CHECK(opened.error().hint == "use the newer aptix that made it");
  CHECK(open_some(dir, {}, 7));
}

TEST_CASE("a database of another program gets no tables") {
  test::TempDir dir;
  REQUIRE((*Database::open(dir.path("some.db"), kSchema, 0, {.create = true}))->execute("CREATE TABLE theirs(x)"));
  auto opened = open_some(dir);
  REQUIRE_FALSE(opened);
  CHECK(opened.error().code == Code::io_error);
  CHECK(opened.error().message == "the database '" + dir.path("some.db") + "' cannot be used: another program made it");
  CHECK(opened.error().hint == "move the file away, or name another");
}

TEST_CASE("a user who may not use a database is told to check the rights, and not to move it away") {
  if (::getuid() != 0) return;
  test::TempDir dir;
  std::filesystem::permissions(dir.path("."), std::filesystem::perms(0755));
  std::string hint = "check that it is a file, and that you may read and write it and its folder";
  REQUIRE(open_some(dir));
  std::filesystem::permissions(dir.path("some.db"), std::filesystem::perms(0644));
  {
    test::AsNobody nobody;
    auto opened = open_some(dir, {});
    REQUIRE(opened);
    Status refused = add_word(**opened, "second");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message ==
        "the database '" + dir.path("some.db") + "' cannot be used: attempt to write a readonly database");
    CHECK(refused.error().hint == hint);
  }
  std::filesystem::permissions(dir.path("some.db"), std::filesystem::perms(0600));
  test::AsNobody nobody;
  auto opened = open_some(dir, {});
  REQUIRE_FALSE(opened);
  CHECK(opened.error().message ==
      "the database '" + dir.path("some.db") + "' cannot be used: unable to open database file");
  CHECK(opened.error().hint == hint);
}

TEST_CASE("a missing file is no database, and one that cannot be made is an error") {
  test::TempDir dir;
  auto missing = open_some(dir, {});
  REQUIRE(missing);
  CHECK_FALSE(missing->has_value());
  auto refused = Database::open("/proc/some.db", kSchema, 1, {.create = true});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Code::io_error);
}

}  // namespace
}  // namespace aptix::store
