// What hunks mean for the files, also those of a diff that may be cut.
#include "edit/resolve.h"

#include <string>
#include <vector>

#include "resolve_fixture.h"

using namespace aptix;
using namespace aptix::test;

TEST_CASE("the hunks of a diff change a file") {
  MemReader reader{{"a", "one\ntwo\nthree\n"}};
  Resolved done =
      resolved(reader, {of_diff(entry(Operation::modify, "a", {hunk(1, {" one", "-two", "+2", " three"})}))});
  CHECK(done.out.ok());
  CHECK(done.after("a") == "one\n2\nthree\n");
  CHECK(done.edit(0, 0).status == EditStatus::applied);
  CHECK(done.change("a")->lines_added == 1);
  CHECK(done.change("a")->lines_removed == 1);
}

TEST_CASE("a hunk that does not fit is refused with its place") {
  MemReader reader{{"a", "one\ntwo\n"}};
  FileEdit made = of_diff(entry(Operation::modify, "a", {hunk(1, {" one", "-2", "+3"})}));
  made.edits[0].origin = {7, ""};
  Resolved done = resolved(reader, {made}, {}, "line 1\nline 2\n");
  CHECK(only(done.errors()).code == Code::match_not_found);
  CHECK(only(done.errors()).path == "a");
  CHECK(only(done.errors()).where.line == 2);
  CHECK(done.edit(0, 0).status == EditStatus::failed);
  CHECK(done.set().changes.empty());
}

TEST_CASE("a diff makes a file, and deletes one") {
  MemReader reader{{"old", "x\ny\n"}};
  Resolved done = resolved(reader,
      {of_diff(entry(Operation::create, "new", {hunk(0, {"+a", "+b"})})),
          of_diff(entry(Operation::remove, "old", {hunk(1, {"-x", "-y"})}))});
  CHECK(done.out.ok());
  CHECK(done.after("new") == "a\nb\n");
  CHECK(done.after("old") == "(none)");
}

TEST_CASE("a diff that deletes a file but leaves text is refused") {
  MemReader reader{{"old", "x\ny\nz\n"}};
  Resolved done = resolved(reader, {of_diff(entry(Operation::remove, "old", {hunk(1, {"-x", "-y"})}))});
  CHECK(only(done.errors()).code == Code::match_not_found);
  CHECK(only(done.errors()).message == "the diff deletes 'old' but leaves text in it");
}

TEST_CASE("a diff that removes no line deletes an empty file alone") {
  MemReader reader{{"old", "x\n"}, {"empty", ""}};
  CHECK(resolved(reader, {of_diff(entry(Operation::remove, "empty", {}))}).after("empty") == "(none)");
  Resolved done = resolved(reader, {of_diff(entry(Operation::remove, "old", {}))});
  CHECK(only(done.errors()).message == "the diff deletes 'old' but leaves text in it");
  CHECK(done.set().changes.empty());
  CHECK(resolved(reader, {entry(Operation::remove, "old", {})}).after("old") == "(none)");
}

TEST_CASE("a diff that makes a file that is there: with the same content it is there already") {
  MemReader reader{{"a", "x\n"}};
  FileEdit made = entry(Operation::create, "a", {hunk(0, {"+x"})});
  CHECK(resolved(reader, {of_diff(made)}).out.ok());
}

TEST_CASE("hunks of an answer that do not stand in the order of the file are applied, and that is said") {
  MemReader reader{{"a", "one\ntwo\nthree\nfour\n"}};
  Resolved done =
      resolved(reader, {of_diff(entry(Operation::modify, "a", {hunk(4, {"-four", "+4"}), hunk(1, {"-one", "+1"})}))});
  CHECK(done.after("a") == "1\ntwo\nthree\n4\n");
  CHECK(only(done.warnings()).message ==
      "the hunk fits 'a' at line 1, before a hunk that stands above it and fits line 4");
}

TEST_CASE("a diff that may show tabs as spaces is refused where its result is not the content that it names") {
  MemReader reader{{"a", "f {\n\told\n}\n"}};
  FileEdit shown = of_diff(entry(Operation::modify, "a", {hunk(1, {" f {", "+    new", "+        deep"})}));
  CHECK(resolved(reader, {shown}).after("a") == "f {\n    new\n        deep\n\told\n}\n");
  shown.proof.blobs = {.before = "8565862", .after = "bc7d243"};
  CHECK(only(resolved(reader, {shown}).errors()).message ==
      "the diff may show the tabs of 'a' as spaces, and its result is not the one that it names");
}

TEST_CASE("a diff that may be cut in its last line is taken when git's names prove its result") {
  MemReader reader{{"a", "one\n"}};
  FileEdit cut = of_diff(entry(Operation::modify, "a", {hunk(1, {"-one", "+two"})}));
  cut.proof.needed = true;
  cut.proof.blobs = {.before = "5626abf", .after = "f719efd"};  // git hash-object of "one" and of "two"
  CHECK(resolved(reader, {cut}).out.ok());
  cut.proof.blobs->after = "814f4a4";
  CHECK(only(resolved(reader, {cut}).errors()).code == Code::diff_truncated);
  cut.proof.blobs = {.before = "814f4a4", .after = "f719efd"};  // the file is another one: nothing is proven
  CHECK(only(resolved(reader, {cut}).errors()).message == "the diff may end inside its last line");
}

TEST_CASE("a diff that may be cut is refused also beside another file that does not fit, and without names") {
  MemReader reader{{"a", "one\n"}, {"b", "b\n"}};
  FileEdit cut = of_diff(entry(Operation::modify, "a", {hunk(1, {"-one", "+two"})}));
  cut.proof.needed = true;
  CHECK(only(resolved(reader, {cut}).errors()).code == Code::diff_truncated);
  cut.proof.blobs = {.before = "5626abf", .after = "814f4a4"};
  Resolved done = resolved(reader, {of_diff(entry(Operation::modify, "b", {hunk(1, {"-c", "+d"})})), cut});
  REQUIRE(done.errors().size() == 2);
  CHECK(done.errors()[1].code == Code::diff_truncated);
}

TEST_CASE("a diff that may be cut and renames or copies its file is taken when git's names prove its result") {
  for (Operation operation : {Operation::rename, Operation::copy}) {
    MemReader reader{{"a", "one\n"}};
    FileEdit cut = of_diff(moved(operation, "a", "c", {hunk(1, {"-one", "+two"})}));
    cut.proof.needed = true;
    cut.proof.blobs = {.before = "5626abf", .after = "f719efd"};
    CHECK(resolved(reader, {cut}).after("c") == "two\n");
    cut.proof.blobs->after = "814f4a4";
    CHECK(only(resolved(reader, {cut}).errors()).code == Code::diff_truncated);
    cut.proof.blobs = {.before = "814f4a4", .after = "f719efd"};
    CHECK(only(resolved(reader, {cut}).errors()).code == Code::diff_truncated);
  }
}

TEST_CASE("a placeholder among the added lines of a hunk is refused") {
  MemReader reader{{"a", "one\ntwo\n"}};
  Resolved done =
      resolved(reader, {of_diff(entry(Operation::modify, "a", {hunk(1, {" one", "-two", "+// ... rest unchanged"})}))});
  CHECK(only(done.errors()).code == Code::placeholder);
  CHECK(only(done.errors()).message == "line 3 of the hunk stands for text that was left out: '// ... rest unchanged'");
  MemReader stays{{"a", "one\n// ... rest unchanged\n"}};
  CHECK(resolved(stays,
      {of_diff(entry(
          Operation::modify, "a", {hunk(1, {"-one", "-// ... rest unchanged", "+1", "+// ... rest unchanged"})}))})
            .out.ok());
}

TEST_CASE("find/replace after hunks after find/replace") {
  MemReader reader{{"a", "one\ntwo\nthree\n"}};
  Resolved done = resolved(reader,
      {entry(Operation::modify, "a", {once("one", "1")}),
          of_diff(entry(Operation::modify, "a", {hunk(1, {" 1", "-two", "+2"})})),
          entry(Operation::modify, "a", {once("1\n2\n", "12\n")})});
  CHECK(done.out.ok());
  CHECK(done.after("a") == "12\nthree\n");
}
