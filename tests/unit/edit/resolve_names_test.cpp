// What the entries of a plan that rename, copy, or change modes and kinds mean for the files.
#include "edit/resolve.h"

#include <string>
#include <vector>

#include "resolve_fixture.h"

using namespace aptix;
using namespace aptix::test;

TEST_CASE("rename takes content and metadata along") {
  MemReader reader{{"a", "x\ny\n"}};
  reader.file("a").mode = 0755;
  Resolved done = resolved(reader, {moved(Operation::rename, "a", "d/b", {once("x", "z")})});
  CHECK(done.out.ok());
  CHECK(done.after("a") == "(none)");
  CHECK(done.after("d/b") == "z\ny\n");
  CHECK(done.change("d/b")->from == path("a"));
  CHECK(done.change("d/b")->metadata_of == path("a"));
  CHECK(done.change("d/b")->after_mode == 0755);
  CHECK(!done.change("d/b")->before.exists);
}

TEST_CASE("rename needs its source, and a free target") {
  MemReader reader{{"a", "1"}, {"b", "2"}};
  CHECK(only(resolved(reader, {moved(Operation::rename, "none", "c")}).errors()).message ==
      "cannot rename 'none' to 'c': there is no such file");
  Resolved done = resolved(reader, {moved(Operation::rename, "a", "b")});
  CHECK(only(done.errors()).code == Code::file_exists);
  CHECK(only(done.errors()).message == "cannot rename to 'b': the file exists");
}

TEST_CASE("rename onto a path that was deleted or renamed away before") {
  MemReader reader{{"a", "1"}, {"b", "2"}};
  Resolved done = resolved(reader, {entry(Operation::remove, "b"), moved(Operation::rename, "a", "b")});
  CHECK(done.out.ok());
  CHECK(done.after("a") == "(none)");
  CHECK(done.after("b") == "1");
  done = resolved(reader, {moved(Operation::rename, "b", "c"), moved(Operation::rename, "a", "b")});
  CHECK(done.after("b") == "1");
  CHECK(done.after("c") == "2");
}

TEST_CASE("a rename onto itself is a patch") {
  MemReader reader{{"a", "1"}};
  CHECK(resolved(reader, {moved(Operation::rename, "a", "a", {once("1", "2")})}).after("a") == "2");
  CHECK(resolved(reader, {moved(Operation::rename, "a", "a")}).set().changes.empty());
}

TEST_CASE("two files of one diff can change names") {
  MemReader reader{{"a", "1"}, {"b", "2"}};
  Resolved done =
      resolved(reader, {of_diff(moved(Operation::rename, "a", "b")), of_diff(moved(Operation::rename, "b", "a"))});
  CHECK(done.out.ok());
  CHECK(done.after("a") == "2");
  CHECK(done.after("b") == "1");
}

TEST_CASE("copy leaves the source, and the entries of one diff start from the same tree") {
  MemReader reader{{"a", "1\n"}};
  Resolved done = resolved(reader, {moved(Operation::copy, "a", "b")});
  CHECK(done.after("a") == "(same)");
  CHECK(done.after("b") == "1\n");
  CHECK(done.change("b")->from == path("a"));
  CHECK(!done.change("b")->metadata_of);
  done = resolved(
      reader, {of_diff(entry(Operation::modify, "a", {once("1", "2")})), of_diff(moved(Operation::copy, "a", "b"))});
  CHECK(done.after("a") == "2\n");
  CHECK(done.after("b") == "1\n");
}

TEST_CASE("what earlier entries made is renamed and copied by a diff of the same document") {
  MemReader reader{{"a", "1\n"}};
  Resolved done = resolved(reader,
      {entry(Operation::modify, "a", {once("1", "2")}),
          of_diff(moved(Operation::rename, "a", "b"), "/files/1/content")});
  CHECK(done.after("a") == "(none)");
  CHECK(done.after("b") == "2\n");
  done = resolved(reader,
      {entry(Operation::modify, "a", {once("1", "2")}), of_diff(moved(Operation::copy, "a", "b"), "/files/1/content")});
  CHECK(done.after("b") == "2\n");
  done = resolved(reader,
      {of_diff(entry(Operation::modify, "a", {once("1", "2")}), "/files/0/content"),
          of_diff(moved(Operation::rename, "a", "b"), "/files/1/content")});
  CHECK(done.after("b") == "2\n");
  done = resolved(reader,
      {of_diff(moved(Operation::rename, "a", "b"), "/files/0/content"),
          of_diff(moved(Operation::rename, "b", "c"), "/files/1/content")});
  CHECK(done.after("b") == "(same)");  // not there, before and after
  CHECK(done.after("c") == "1\n");
  done =
      resolved(reader, {entry(Operation::remove, "a"), of_diff(moved(Operation::copy, "a", "b"), "/files/1/content")});
  CHECK(only(done.errors()).code == Code::file_missing);
}

TEST_CASE("the entries of a dialect follow each other, but that two files may change names") {
  MemReader reader{{"a", "1\n"}, {"b", "2\n"}};
  Resolved done = resolved(reader,
      {of_dialect(entry(Operation::modify, "a", {once("1", "3")})), of_dialect(moved(Operation::rename, "a", "c"))});
  CHECK(done.after("a") == "(none)");
  CHECK(done.after("c") == "3\n");
  done = resolved(
      reader, {of_dialect(moved(Operation::rename, "a", "c")), of_dialect(moved(Operation::rename, "c", "d"))});
  CHECK(done.after("c") == "(same)");  // not there, before and after
  CHECK(done.after("d") == "1\n");
  done = resolved(
      reader, {of_dialect(moved(Operation::rename, "a", "b")), of_dialect(moved(Operation::rename, "b", "a"))});
  CHECK(done.after("a") == "2\n");
  CHECK(done.after("b") == "1\n");
}

TEST_CASE("a file that is moved onto one which is to leave takes its place, whatever became of either before") {
  MemReader reader{{"a", "A\n"}, {"b", "B\n"}, {"c", "C\n"}};
  auto rename = [](const char* from, const char* to) { return of_dialect(moved(Operation::rename, from, to)); };
  SUBCASE("what stands there now leaves, with its edits") {
    Resolved done = resolved(
        reader, {of_dialect(entry(Operation::modify, "b", {once("B", "BB")})), rename("a", "b"), rename("b", "n")});
    CHECK(done.after("b") == "A\n");
    CHECK(done.after("n") == "BB\n");
    CHECK(done.change("n")->from == path("b"));
  }
  SUBCASE("what was deleted does not come back") {
    Resolved done = resolved(reader, {of_dialect(entry(Operation::remove, "b")), rename("a", "b"), rename("b", "n")});
    CHECK(done.after("b") == "(none)");
    CHECK(done.after("n") == "A\n");
  }
  SUBCASE("what has left does not leave again") {
    Resolved done = resolved(reader, {rename("b", "n"), rename("a", "b"), rename("b", "m")});
    CHECK(done.after("n") == "B\n");
    CHECK(done.after("m") == "A\n");
  }
  SUBCASE("three files change names in a ring") {
    Resolved done = resolved(reader, {rename("a", "b"), rename("b", "c"), rename("c", "a")});
    CHECK(done.after("a") == "C\n");
    CHECK(done.after("b") == "A\n");
    CHECK(done.after("c") == "B\n");
  }
  SUBCASE("an edit in between could be for either") {
    Resolved done = resolved(
        reader, {rename("a", "b"), of_dialect(entry(Operation::modify, "b", {once("A", "AA")})), rename("b", "n")});
    CHECK(only(done.errors()).code == Code::block_syntax);
  }
}

TEST_CASE("a diff that makes one path of two files is refused") {
  MemReader reader{{"a", "A\n"}, {"b", "B\n"}};
  FileEdit away = of_diff(moved(Operation::rename, "b", "c"));
  for (Operation move : {Operation::rename, Operation::copy}) {
    Resolved done = resolved(
        reader, {of_diff(entry(Operation::modify, "b", {once("B", "BB")})), of_diff(moved(move, "a", "b")), away});
    CHECK(done.errors().front().code == Code::diff_syntax);
    CHECK(done.errors().front().message == "one diff makes 'b' twice, of two files");
    done = resolved(
        reader, {away, of_diff(entry(Operation::create, "b", {whole("N\n")})), of_diff(moved(move, "a", "b"))});
    CHECK(only(done.errors()).code == Code::diff_syntax);
  }
  Resolved done = resolved(
      reader, {away, of_diff(moved(Operation::rename, "a", "b")), of_diff(moved(Operation::rename, "b", "d"))});
  CHECK(only(done.errors()).code == Code::file_missing);
  done = resolved(reader, {of_diff(moved(Operation::rename, "a", "b")), away});
  CHECK(done.after("b") == "A\n");
  CHECK(done.after("c") == "B\n");
  CHECK(done.change("c")->from == path("b"));
}

TEST_CASE("a diff that changes a file in one place and renames it in another is refused: either could be lost") {
  MemReader reader{{"a", "1\n"}};
  Resolved done = resolved(
      reader, {of_diff(entry(Operation::modify, "a", {once("1", "2")})), of_diff(moved(Operation::rename, "a", "b"))});
  CHECK(only(done.errors()).code == Code::diff_syntax);
  CHECK(only(done.errors()).message == "one diff changes 'a' and renames it to 'b', each from the file as it was");
}

TEST_CASE("the executable bit follows the diff") {
  MemReader reader{{"a", "1"}, {"b", "2"}};
  reader.file("a").mode = 0640;
  reader.file("b").mode = 0755;
  FileEdit run = of_diff(entry(Operation::modify, "a"));
  run.kinds.after = FileKind::executable;
  FileEdit plain = of_diff(entry(Operation::modify, "b"));
  plain.kinds.after = FileKind::regular;
  FileEdit made = of_diff(entry(Operation::create, "c", {whole("x")}));
  made.kinds.after = FileKind::executable;
  Resolved done = resolved(reader, {run, plain, made});
  CHECK(done.out.ok());
  CHECK(done.change("a")->after_mode == 0750);
  CHECK(done.change("a")->after_kind == FileKind::executable);
  CHECK(done.change("a")->lines_added == 0);
  CHECK(done.change("b")->after_mode == 0644);
  CHECK(done.change("c")->after_mode == 0777);
  CHECK(done.set().outcomes[0].unchanged == false);
}

TEST_CASE("a mode that the file has already is no change") {
  MemReader reader{{"a", "1"}};
  reader.file("a").mode = 0755;
  FileEdit run = of_diff(entry(Operation::modify, "a"));
  run.kinds.after = FileKind::executable;
  Resolved done = resolved(reader, {run});
  CHECK(done.set().changes.empty());
  CHECK(done.set().outcomes[0].unchanged);
}

TEST_CASE("a symbolic link may be made when its target stays inside the root") {
  auto link = [](std::string_view file, std::string_view target) {
    FileEdit made = of_diff(entry(Operation::create, file, {whole(target)}));
    made.kinds.after = FileKind::symlink;
    return made;
  };
  MemReader reader;
  Resolved done = resolved(reader, {link("d/e/l", "../../a"), link("m", "b/../c"), link("n", "./x")});
  CHECK(done.out.ok());
  CHECK(done.change("d/e/l")->after_kind == FileKind::symlink);
  CHECK(done.after("d/e/l") == "../../a");
  for (std::string_view target : {"/etc/passwd", "../a", "a/../../b", "", "..", "b/../../c/d"}) {
    Resolved refused = resolved(reader, {link("l", target)});
    CHECK_MESSAGE(only(refused.errors()).code == Code::path_symlink, target);
  }
  CHECK(only(resolved(reader, {link("d/l", "../../x")}).errors()).message ==
      "the symbolic link 'd/l' would lead out of the root, to '../../x'");
}

TEST_CASE("a symbolic link may not lead through another one, made before it, after it, or there already") {
  auto link = [](std::string_view file, std::string_view target) {
    FileEdit made = of_diff(entry(Operation::create, file, {whole(target)}));
    made.kinds.after = FileKind::symlink;
    return made;
  };
  MemReader reader;
  reader.refuse("out", make_error(Code::path_symlink, "'out' is a symbolic link"));
  CHECK(only(resolved(reader, {link("a/b/up", "../.."), link("q", "a/b/up/../x")}).errors()).message ==
      "the symbolic link 'q' would lead to 'a/b/up/../x' by way of 'a/b/up'");
  CHECK(only(resolved(reader, {link("q", "up/x"), link("up", "a")}).errors()).code == Code::path_symlink);
  CHECK(only(resolved(reader, {link("l", "out/x")}).errors()).message ==
      "the symbolic link 'l' would lead to 'out/x' by way of 'out'");
  CHECK(only(resolved(reader, {link("d/l", "../.git/hooks")}).errors()).code == Code::path_symlink);
}

TEST_CASE("a script that is deleted and created again stays one") {
  MemReader reader;
  reader.file("f").bytes = "old\n";
  reader.file("f").mode = 0755;
  Resolved done = resolved(reader, {entry(Operation::remove, "f"), entry(Operation::create, "f", {whole("new\n")})});
  CHECK(done.out.ok());
  CHECK(done.change("f")->after_kind == FileKind::executable);
}

TEST_CASE("nothing is written through a link that the plan makes") {
  FileEdit link = of_diff(entry(Operation::create, "l", {whole("d")}));
  link.kinds.after = FileKind::symlink;
  MemReader reader;
  CHECK(only(resolved(reader, {link, entry(Operation::create, "l/x", {whole("1")})}).errors()).code ==
      Code::path_symlink);
  CHECK(only(resolved(reader, {link, entry(Operation::modify, "l", {once("d", "e")})}).errors()).code ==
      Code::path_symlink);
  CHECK(only(resolved(reader, {link, entry(Operation::write, "l", {whole("1")})}).errors()).code == Code::path_symlink);
  CHECK(only(resolved(reader, {entry(Operation::create, "l/x", {whole("1")}), link}).errors()).code ==
      Code::path_symlink);
}
