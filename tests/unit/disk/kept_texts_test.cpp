// What runs leave for later ones in the state folder: the boxes, the cache, the files of sessions.
#include <doctest/doctest.h>

#include <algorithm>
#include <cerrno>

#include "disk/session_file.h"
#include "disk/state_files.h"
#include "support/work_run.h"

namespace aptix::disk {
namespace {

using Names = std::vector<std::string>;

TEST_CASE("a text that is left in a box is there whole, under its name, until it is taken") {
  test::WorkRun run;
  REQUIRE(leave_in(run.open(), Box::inbox, "one", {"a", "b\n"}));
  REQUIRE(leave_in(run.open(), Box::inbox, "two", {"c\n"}));
  REQUIRE(leave_in(run.open(), Box::inbox, "one", {"new\n"}));
  Workspace& later = run.open();
  Names names = names_in(later, Box::inbox).value();
  std::sort(names.begin(), names.end());
  CHECK(names == Names{"one", "two"});
  CHECK(names_in(later, Box::approvals)->empty());
  CHECK(read_from(later, Box::inbox, "one") == "new\n");
  take_from(later, Box::inbox, "one");
  CHECK_FALSE(read_from(later, Box::inbox, "one"));
  CHECK(names_in(later, Box::inbox).value() == Names{"two"});
}

TEST_CASE("what cannot be written does not stay in a box as a piece") {
  test::WorkRun run;
  REQUIRE(leave_in(run.open(), Box::inbox, "one", {"old\n"}));
  Workspace& later = run.open();
  run.fs.fail_call("write", ENOSPC);
  Status left = leave_in(later, Box::inbox, "one", {"new\n"});
  REQUIRE_FALSE(left);
  CHECK(info(left.error().code).id == std::string_view("io.no_space"));
  CHECK(read_from(run.open(), Box::inbox, "one") == "old\n");
}

TEST_CASE("a cache is the old text or the new one, and none where there is none") {
  test::WorkRun run;
  CHECK_FALSE(read_cache(run.open(), "names"));
  write_cache(run.open(), "names", {"a", "b"});
  CHECK(read_cache(run.open(), "names")->text == "ab");
  Workspace& later = run.open();
  run.fs.fail_call("write", ENOSPC);
  write_cache(later, "names", {"new"});
  CHECK(read_cache(run.open(), "names")->text == "ab");
}

TEST_CASE("a session gives the lines that came since, and its texts until they are dropped") {
  test::WorkRun run;
  Workspace& workspace = run.open();
  SessionFile writer(workspace, "s1"), reader(workspace, "s1");
  REQUIRE(writer.make("first"));
  CHECK(reader.read_on()->text == "first\n");
  REQUIRE(writer.lock());
  REQUIRE(writer.read_on());
  REQUIRE(writer.append("second"));
  writer.unlock();
  SessionLines lines = reader.read_on().value();
  CHECK(lines.text == "second\n");
  CHECK_FALSE(lines.from_start);
  CHECK(reader.read_on()->text.empty());
  CHECK(session_ids(workspace).value() == Names{"s1"});
  Sha256 sha = sha256("text");
  writer.keep_text(sha, "text");
  CHECK(reader.kept_text(sha) == "text");
  writer.drop_texts();
  CHECK_FALSE(reader.kept_text(sha));
  SessionFile nobody(workspace, "s2");
  auto unknown = nobody.read_on();
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().code == Code::session_unknown);
}

}  // namespace
}  // namespace aptix::disk
