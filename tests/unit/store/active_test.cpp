// The Active File List: all of what is asked for, or nothing.
#include "store/workspace_tables.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "support/temp_dir.h"

namespace aptix::store {
namespace {

std::string listed(ActiveList& list) {
  auto files = list.list();
  REQUIRE(files);
  std::string out;
  for (const ActiveFile& file : *files) out += file.doc_path + "=" + file.path + " ";
  return out;
}

// Lets everything fail that is done to the entry 'r/b'.
void refuse_b(const std::string& file) {
  auto database = Database::open(file, "", 3, {.journal = Journal::log});
  REQUIRE(database);
  REQUIRE((*database)->execute(
      "CREATE TRIGGER a BEFORE INSERT ON active WHEN NEW.doc_path='r/b' BEGIN SELECT RAISE(ABORT, 'no'); END;"
      "CREATE TRIGGER r BEFORE DELETE ON active WHEN OLD.doc_path='r/b' BEGIN SELECT RAISE(ABORT, 'no'); END"));
}

TEST_CASE("active files are added and removed all together, or not at all") {
  test::TempDir dir;
  std::string file = dir.path("list.db");
  ActiveList list(file);
  CHECK(listed(list) == "");
  CHECK_FALSE(std::filesystem::exists(file));
  REQUIRE(list.add(std::vector<ActiveFile>{{"r/a", "A"}, {"r/b", "b"}}));
  REQUIRE(list.add(std::vector<ActiveFile>{{"r/a", "a"}}));
  CHECK(listed(list) == "r/a=a r/b=b ");
  refuse_b(file);
  CHECK_FALSE(list.remove(std::vector<ActiveFile>{{"r/a", ""}, {"r/b", ""}}));
  CHECK_FALSE(list.add(std::vector<ActiveFile>{{"r/c", "c"}, {"r/b", "B"}}));
  CHECK(listed(list) == "r/a=a r/b=b ");
  REQUIRE(list.remove(std::vector<ActiveFile>{{"r/a", ""}, {"r/never", ""}}));
  CHECK(listed(list) == "r/b=b ");
}

TEST_CASE("a copy that was last seen is known as taken back until another is seen") {
  test::TempDir dir;
  ActiveList list(dir.path("list.db"));
  CHECK(list.doubt_of("r/a")->taken_back == TakenBack::no);
  REQUIRE(list.set_synced("r/a", sha256("one")));
  CHECK(list.doubt_of("r/a")->taken_back == TakenBack::no);
  REQUIRE(list.set_taken_back("r/a", TakenBack::yes));
  REQUIRE(list.set_taken_back("r/never", TakenBack::yes));
  CHECK(list.doubt_of("r/a")->taken_back == TakenBack::yes);
  CHECK(list.doubt_of("r/never")->taken_back == TakenBack::no);
  CHECK(*list.synced("r/a") == sha256("one"));
  REQUIRE(list.set_synced("r/a", sha256("one"), 7));
  CHECK(list.doubt_of("r/a")->after == 7);
  CHECK(list.doubt_of("r/a")->taken_back == TakenBack::no);
  REQUIRE(list.set_taken_back("r/a", TakenBack::yes));
  CHECK(list.doubt_of("r/a")->after == 0);
  REQUIRE(list.set_synced("r/a", sha256("two")));
  CHECK(list.doubt_of("r/a")->taken_back == TakenBack::no);
}

}  // namespace
}  // namespace aptix::store
