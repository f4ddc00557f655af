// Files and folders that take each other's place.
#include <algorithm>
#include <vector>

#include "resolve_fixture.h"

using namespace aptix;
using namespace aptix::test;

TEST_CASE("a path cannot be a file and a folder") {
  MemReader reader;
  Resolved done =
      resolved(reader, {entry(Operation::create, "a", {whole("1")}), entry(Operation::create, "a/b", {whole("1")})});
  CHECK(only(done.errors()).code == Code::path_conflict);
  CHECK(only(done.errors()).message == "'a/b' leads through 'a', which is a file");
  done = resolved(reader, {entry(Operation::create, "a/b", {whole("1")}), entry(Operation::create, "a", {whole("1")})});
  CHECK(only(done.errors()).code == Code::path_conflict);
}

TEST_CASE("a file that goes may become a folder") {
  MemReader reader{{"a", "old"}};
  reader.refuse("a/b", make_error(Code::path_conflict, "a folder of 'a/b' is a file"));
  Resolved done = resolved(reader, {entry(Operation::remove, "a"), entry(Operation::create, "a/b", {whole("1")})});
  CHECK(done.errors().empty());
  CHECK(done.after("a/b") == "1");
  done = resolved(reader, {entry(Operation::create, "a/b", {whole("1")}), entry(Operation::remove, "a")});
  CHECK(done.errors().empty());
  CHECK(done.after("a/b") == "1");
  done = resolved(reader, {of_diff(moved(Operation::rename, "a", "a/b"))});
  CHECK(done.errors().empty());
  CHECK(done.after("a/b") == "old");
  FileEdit emptied = of_diff(entry(Operation::remove, "a", {hunk(1, {"-other"})}));
  done = resolved(reader, {emptied, of_diff(entry(Operation::create, "a/b", {whole("1")}))});
  CHECK(std::any_of(done.errors().begin(), done.errors().end(),
      [](const Diagnostic& error) { return error.code == Code::match_not_found; }));
}

TEST_CASE("a folder that loses its files may become a file, before or after it lost them") {
  MemReader reader{{"docs/a", "1"}, {"docs/in/b", "2"}};
  reader.refuse("docs", make_error(Code::path_special, "'docs' is a folder"));
  FileEdit one = entry(Operation::remove, "docs/a"), two = entry(Operation::remove, "docs/in/b");
  FileEdit file = entry(Operation::create, "docs", {whole("now a file")});
  for (const std::vector<FileEdit>& plan : {std::vector{one, two, file}, {file, one, two}, {one, file, two}}) {
    Resolved done = resolved(reader, plan);
    CHECK(done.errors().empty());
    CHECK(done.after("docs") == "now a file");
    CHECK(done.set().changes.size() == 3);
  }
  FileEdit misfit = of_diff(entry(Operation::remove, "docs/a", {hunk(1, {"-other"})}));
  CHECK(only(resolved(reader, {misfit, two, file}).errors()).code == Code::match_not_found);
  Resolved moves = resolved(reader, {two, of_diff(moved(Operation::rename, "docs/a", "docs"))});
  CHECK(moves.errors().empty());
  CHECK(moves.after("docs") == "1");
}

TEST_CASE("a folder that loses no file, or gets one, is in the way of a file") {
  MemReader reader{{"docs/a", "1"}};
  reader.refuse("docs", make_error(Code::path_special, "'docs' is a folder"));
  FileEdit file = entry(Operation::create, "docs", {whole("x")});
  CHECK(only(resolved(reader, {entry(Operation::remove, "docs/none"), file}).errors()).message == "'docs' is a folder");
  CHECK(only(resolved(reader, {entry(Operation::remove, "docs2/a"), file}).errors()).message == "'docs' is a folder");
  // Also beside an edit that does not fit, for what fits may be written without that.
  Resolved both = resolved(
      reader, {entry(Operation::remove, "docs/none"), file, of_diff(entry(Operation::modify, "x", {hunk(1, {"-a"})}))});
  REQUIRE(both.errors().size() == 2);
  CHECK(both.errors()[1].message == "'docs' is a folder");
  CHECK(
      only(resolved(reader, {entry(Operation::remove, "docs/a"), entry(Operation::remove, "docs")}).errors()).message ==
      "'docs' is a folder");
  for (const std::vector<FileEdit>& plan :
      {std::vector{file, entry(Operation::remove, "docs/a"), entry(Operation::create, "docs/b", {whole("y")})},
          {entry(Operation::create, "docs/b", {whole("y")}), entry(Operation::remove, "docs/a"), file}})
    CHECK(only(resolved(reader, plan).errors()).message == "'docs/b' leads through 'docs', which is a file");
}

TEST_CASE("below a file there is nothing to delete") {
  MemReader reader{{"docs", "a file"}};
  reader.refuse("docs/a", make_error(Code::path_conflict, "a folder of 'docs/a' is a file"));
  Resolved again =
      resolved(reader, {entry(Operation::create, "docs", {whole("a file")}), entry(Operation::remove, "docs/a")});
  CHECK(again.errors().empty());
  CHECK(again.set().changes.empty());
  REQUIRE(again.warnings().size() == 2);
  CHECK(again.warnings()[1].message == "cannot delete 'docs/a': there is no such file");
}

TEST_CASE("a folder is not a file that was deleted already, whatever of it the plan has made before") {
  MemReader reader{{"a/b", "1"}, {"a/other", "x"}};
  reader.refuse("a", make_error(Code::path_special, "'a' is a folder"));
  FileEdit gone = entry(Operation::remove, "a"), come = entry(Operation::create, "a/b", {whole("1")});
  FileEdit other = entry(Operation::write, "a/b", {whole("2")}), more = entry(Operation::create, "a/c", {whole("3")});
  for (const std::vector<FileEdit>& plan :
      {std::vector{gone, come}, {come, gone}, {gone, other}, {gone, more}, {gone}}) {
    Resolved refused = resolved(reader, plan);
    CHECK(only(refused.errors()).message == "'a' is a folder");
  }
}

TEST_CASE("a folder that holds what the plan makes in it, and nothing else, was made by an earlier run") {
  MemReader reader{{"a/b", "1"}, {"a/in/c", "2"}};
  reader.refuse("a", make_error(Code::path_special, "'a' is a folder"));
  reader.refuse("a/in", make_error(Code::path_special, "'a/in' is a folder"));
  FileEdit gone = entry(Operation::remove, "a"), one = entry(Operation::create, "a/b", {whole("1")}),
           two = entry(Operation::write, "a/in/c", {whole("2")});
  for (const std::vector<FileEdit>& plan : {std::vector{gone, one, two}, {one, two, gone}, {one, gone, two}}) {
    Resolved again = resolved(reader, plan);
    CHECK(again.errors().empty());
    CHECK(again.set().changes.empty());
    CHECK(again.warnings().size() == 3);
  }
  CHECK(resolved(reader, {gone, one, entry(Operation::remove, "a/in"), two}).errors().empty());
  FileEdit other = entry(Operation::write, "a/in/c", {whole("3")});
  FileEdit changed = entry(Operation::modify, "a/b", {once("1", "2")});
  for (const std::vector<FileEdit>& plan : {std::vector{gone, one}, {gone, two}, {gone, one, other},
           {gone, one, two, changed}, {gone, one, entry(Operation::remove, "a/in/c")}}) {
    Resolved refused = resolved(reader, plan);
    CHECK(only(refused.errors()).message == "'a' is a folder");
    CHECK(refused.set().changes.size() <= 1);
  }
}

TEST_CASE("what stays in the way because it could not be deleted is told once") {
  MemReader reader{{"a", "old\n"}, {"c", "old\n"}};
  reader.refuse("a/b", make_error(Code::path_conflict, "a folder of 'a/b' is a file"));
  FileEdit misfit = of_diff(entry(Operation::remove, "a", {hunk(1, {"-other"})}));
  FileEdit come = of_diff(entry(Operation::create, "a/b", {whole("1")}));
  CHECK(only(resolved(reader, {misfit, come}).errors()).code == Code::match_not_found);
  CHECK(only(resolved(reader, {come, misfit}).errors()).code == Code::match_not_found);
  reader.refuse("c/d", make_error(Code::path_conflict, "a folder of 'c/d' is a file"));
  CHECK(resolved(reader, {misfit, come, entry(Operation::create, "c/d", {whole("1")})}).errors().size() == 2);
}
