// What the entries of a plan mean for the files: operations, order, contracts, kinds and modes.
#include "edit/resolve.h"

#include <string>
#include <vector>

#include "resolve_fixture.h"

using namespace aptix;
using namespace aptix::test;

TEST_CASE("create makes a file that is not there") {
  MemReader reader;
  Resolved done = resolved(reader, {entry(Operation::create, "a/b.txt", {whole("x\ny\n")})});
  CHECK(done.out.ok());
  REQUIRE(done.change("a/b.txt") != nullptr);
  const FileChange& change = *done.change("a/b.txt");
  CHECK(change.after_bytes() == "x\ny\n");
  CHECK(!change.before.exists);
  CHECK(change.after_kind == FileKind::regular);
  CHECK(change.after_mode == 0666);
  CHECK(!change.metadata_of);
  CHECK(change.lines_added == 2);
  CHECK(change.lines_removed == 0);
  CHECK(done.edit(0, 0).status == EditStatus::applied);
}

TEST_CASE("create on a file with other content is refused") {
  MemReader reader{{"a", "old\n"}};
  Resolved done = resolved(reader, {entry(Operation::create, "a", {whole("new\n")})});
  CHECK(only(done.errors()).code == Code::file_exists);
  CHECK(only(done.errors()).message == "cannot create 'a': the file exists with other content");
  CHECK(only(done.errors()).hint == "use operation \"replace\" to overwrite it");
  CHECK(only(done.errors()).path == "a");
  CHECK(done.edit(0, 0).status == EditStatus::failed);
  CHECK(done.set().changes.empty());
}

TEST_CASE("create on a file with the same content changes nothing") {
  MemReader reader{{"a", "same\n"}};
  Resolved done = resolved(reader, {entry(Operation::create, "a", {whole("same\n")})});
  CHECK(done.out.ok());
  CHECK(only(done.warnings()).code == Code::file_unchanged);
  CHECK(only(done.warnings()).message == "'a' has this content already");
  CHECK(done.set().changes.empty());
  CHECK(done.set().outcomes[0].unchanged);
  CHECK(done.edit(0, 0).status == EditStatus::already);
}

TEST_CASE("create with the same content but for line ends and a byte-order mark changes nothing") {
  MemReader reader{{"a", "\xEF\xBB\xBFx\r\ny\r\n"}};
  Resolved done = resolved(reader, {entry(Operation::create, "a", {whole("x\ny\n")})});
  CHECK(done.out.ok());
  CHECK(done.set().outcomes[0].unchanged);
}

TEST_CASE("replace overwrites, and keeps mode and metadata") {
  MemReader reader{{"a", "old\n"}};
  reader.file("a").mode = 0750;
  Resolved done = resolved(reader, {entry(Operation::write, "a", {whole("new\n")})});
  CHECK(done.out.ok());
  REQUIRE(done.change("a") != nullptr);
  CHECK(done.after("a") == "new\n");
  CHECK(done.change("a")->after_mode == 0750);
  CHECK(done.change("a")->after_kind == FileKind::executable);
  CHECK(done.change("a")->metadata_of == path("a"));
  CHECK(done.change("a")->lines_added == 1);
  CHECK(done.change("a")->lines_removed == 1);
}

TEST_CASE("replace makes a file that is not there") {
  MemReader reader;
  CHECK(resolved(reader, {entry(Operation::write, "a", {whole("new")})}).after("a") == "new");
}

TEST_CASE("an empty file can be made") {
  MemReader reader;
  Resolved done = resolved(reader, {entry(Operation::create, "a", {whole("")})});
  CHECK(done.out.ok());
  CHECK(done.after("a") == "");
  CHECK(done.change("a")->lines_added == 0);
}

TEST_CASE("replace with the same content changes nothing") {
  MemReader reader{{"a", "same"}};
  Resolved done = resolved(reader, {entry(Operation::write, "a", {whole("same")})});
  CHECK(only(done.warnings()).code == Code::file_unchanged);
  CHECK(done.set().changes.empty());
}

TEST_CASE("LF content over a CR LF file is written with CR LF") {
  MemReader reader{{"a", "x\r\ny\r\n"}};
  CHECK(resolved(reader, {entry(Operation::write, "a", {whole("1\n2\n3")})}).after("a") == "1\r\n2\r\n3");
}

TEST_CASE("content with a CR LF of its own is taken as given") {
  MemReader reader{{"a", "x\r\ny\r\n"}, {"b", "x\ny\n"}};
  CHECK(resolved(reader, {entry(Operation::write, "a", {whole("1\r\n2\n")})}).after("a") == "1\r\n2\n");
  CHECK(resolved(reader, {entry(Operation::write, "b", {whole("1\r\n2\r\n")})}).after("b") == "1\r\n2\r\n");
}

TEST_CASE("LF content over a file with both line ends, and line ends as given, stay LF") {
  MemReader reader{{"a", "x\r\ny\n"}, {"b", "x\r\n"}};
  CHECK(resolved(reader, {entry(Operation::write, "a", {whole("1\n2\n")})}).after("a") == "1\n2\n");
  CHECK(resolved(reader, {entry(Operation::write, "b", {whole("1\n2\n")})}, {.keep_line_ends = false}).after("b") ==
      "1\n2\n");
}

TEST_CASE("a byte-order mark stays when a file is replaced") {
  MemReader reader{{"a", "\xEF\xBB\xBFold"}, {"b", "\xEF\xBB\xBFold"}, {"c", "old"}};
  CHECK(resolved(reader, {entry(Operation::write, "a", {whole("new")})}).after("a") == "\xEF\xBB\xBFnew");
  CHECK(resolved(reader, {entry(Operation::write, "b", {whole("\xEF\xBB\xBFnew")})}).after("b") == "\xEF\xBB\xBFnew");
  CHECK(resolved(reader, {entry(Operation::write, "c", {whole("\xEF\xBB\xBFnew")})}).after("c") == "\xEF\xBB\xBFnew");
}

TEST_CASE("delete removes a file") {
  MemReader reader{{"a", "x\ny\n"}};
  Resolved done = resolved(reader, {entry(Operation::remove, "a")});
  CHECK(done.out.ok());
  CHECK(done.after("a") == "(none)");
  CHECK(done.change("a")->lines_removed == 2);
  CHECK(done.change("a")->pieces.empty());
}

TEST_CASE("delete of a missing file is nothing to do, and a warning") {
  MemReader reader;
  Resolved done = resolved(reader, {entry(Operation::remove, "a")});
  CHECK(done.out.ok());
  CHECK(only(done.warnings()).code == Code::file_missing);
  CHECK(only(done.warnings()).message == "cannot delete 'a': there is no such file");
  CHECK(done.set().changes.empty());
  CHECK(done.set().outcomes[0].unchanged);
}

TEST_CASE("patch changes a file in place") {
  MemReader reader{{"a", "one\ntwo\nthree\n"}};
  Resolved done = resolved(reader, {entry(Operation::modify, "a", {once("two", "2"), all("e", "E")})});
  CHECK(done.out.ok());
  CHECK(done.after("a") == "onE\n2\nthrEE\n");
  CHECK(done.edit(0, 0).line == 2);
  CHECK(done.edit(0, 1).places == 3);
  CHECK(done.change("a")->lines_added == 3);
  CHECK(done.change("a")->lines_removed == 3);
}

TEST_CASE("patch on a missing file is refused") {
  MemReader reader;
  Resolved done = resolved(reader, {entry(Operation::modify, "a", {once("x", "y")})});
  CHECK(only(done.errors()).code == Code::file_missing);
  CHECK(only(done.errors()).message == "cannot change 'a': there is no such file");
  CHECK(done.edit(0, 0).status == EditStatus::failed);
}

TEST_CASE("entries for one path apply in order, and the path is read once") {
  MemReader reader{{"a", "1"}};
  Resolved done = resolved(
      reader, {entry(Operation::modify, "a", {once("1", "2")}), entry(Operation::modify, "a", {once("2", "3")})});
  CHECK(done.after("a") == "3");
  CHECK(done.set().changes.size() == 1);
  CHECK(reader.reads["a"] == 1);
}

TEST_CASE("a file can be made and then patched") {
  MemReader reader;
  Resolved done = resolved(
      reader, {entry(Operation::create, "a", {whole("x = 1\n")}), entry(Operation::modify, "a", {once("1", "2")})});
  CHECK(done.after("a") == "x = 2\n");
  CHECK(!done.change("a")->before.exists);
}

TEST_CASE("a file can be deleted and made again") {
  MemReader reader{{"a", "old"}};
  reader.file("a").mode = 0600;
  Resolved done = resolved(reader, {entry(Operation::remove, "a"), entry(Operation::create, "a", {whole("new")})});
  CHECK(done.out.ok());
  CHECK(done.after("a") == "new");
  CHECK(done.change("a")->after_mode == 0600);
}

TEST_CASE("a path that ends as it began is no change") {
  MemReader reader{{"a", "1"}};
  CHECK(resolved(reader, {entry(Operation::modify, "a", {once("1", "2"), once("2", "1")})}).set().changes.empty());
  CHECK(resolved(reader, {entry(Operation::create, "b", {whole("x")}), entry(Operation::remove, "b")})
            .set()
            .changes.empty());
}

TEST_CASE("changes come in order of first mention") {
  MemReader reader{{"z", "1"}, {"a", "1"}};
  Resolved done = resolved(reader,
      {entry(Operation::modify, "z", {once("1", "2")}), entry(Operation::create, "m", {whole("")}),
          entry(Operation::modify, "a", {once("1", "2")}), entry(Operation::modify, "z", {once("2", "3")})});
  REQUIRE(done.set().changes.size() == 3);
  CHECK(done.set().changes[0].path.str() == "z");
  CHECK(done.set().changes[1].path.str() == "m");
  CHECK(done.set().changes[2].path.str() == "a");
}

TEST_CASE("a text that is not found is a no-op with a warning") {
  MemReader reader{{"a", "x = 1\n"}};
  Resolved done = resolved(reader, {entry(Operation::modify, "a", {once("y = 2", "z"), once("x", "y")})});
  CHECK(done.out.ok());
  CHECK(done.after("a") == "y = 1\n");
  CHECK(only(done.warnings()).code == Code::match_not_found);
  CHECK(only(done.warnings()).message == "the text to find does not stand in 'a'");
  CHECK(done.edit(0, 0).status == EditStatus::noop);
  REQUIRE(done.edit(0, 0).why);
  CHECK(done.edit(0, 0).why->message == only(done.warnings()).message);
  CHECK(!done.set().complete());
}

TEST_CASE("when no edit of the plan applied it is an error") {
  MemReader reader{{"a", "x"}, {"b", "x"}};
  Resolved done = resolved(
      reader, {entry(Operation::modify, "a", {once("1", "2")}), entry(Operation::modify, "b", {once("1", "2")})});
  CHECK(only(done.errors()).code == Code::match_none_applied);
  CHECK(only(done.errors()).message == "no edit of the input applied, and none was in place already");
  CHECK(done.warnings().size() == 2);
  CHECK(done.set().changes.empty());
  CHECK(exit_code(done.errors()) == 1);
}

TEST_CASE("an edit in place already, or a file of another entry, keeps the rest from being an error") {
  MemReader reader{{"a", "the new text"}, {"b", "x"}};
  CHECK(resolved(reader, {entry(Operation::modify, "a", {once("old", "the new text"), once("1", "2")})}).out.ok());
  CHECK(resolved(reader, {entry(Operation::modify, "b", {once("1", "2")}), entry(Operation::create, "c", {whole("")})})
            .out.ok());
  CHECK(resolved(reader, {entry(Operation::modify, "b", {once("1", "2")}), entry(Operation::create, "b", {whole("x")})})
            .out.ok());
  CHECK(resolved(reader, {entry(Operation::modify, "b", {once("1", "2")}), entry(Operation::remove, "none")}).out.ok());
}

TEST_CASE("once with several places is a warning that names them") {
  MemReader reader{{"a", "x\ny\nx\nx\n"}};
  Resolved done = resolved(reader, {entry(Operation::modify, "a", {once("x", "z")})});
  CHECK(done.out.ok());
  CHECK(done.after("a") == "z\ny\nx\nx\n");
  const Diagnostic& said = only(done.warnings());
  CHECK(said.code == Code::match_several);
  CHECK(said.message == "the text to find occurs 3 times in 'a'; 'once' means the first");
  CHECK(said.notes == std::vector<std::string>{"lines 1, 3, 4"});
  CHECK(said.hint == "add the line before it to 'find', or set \"limit\": \"all\"");
  CHECK(done.set().complete());
}

TEST_CASE("a dialect's text with several places is refused") {
  MemReader reader{{"a", "x\ny\nx\n"}};
  Resolved done = resolved(reader, {of_diff(entry(Operation::modify, "a", {once("x", "z")}))});
  CHECK(only(done.errors()).code == Code::match_ambiguous);
  CHECK(only(done.errors()).message == "the text to find occurs 2 times in 'a'");
  CHECK(only(done.errors()).notes == std::vector<std::string>{"lines 1, 3"});
  CHECK(done.edit(0, 0).status == EditStatus::failed);
}

TEST_CASE("a dialect's text that is not found is refused") {
  MemReader reader{{"a", "x\n"}};
  Resolved done = resolved(reader, {of_diff(entry(Operation::modify, "a", {once("y", "z")}))});
  CHECK(only(done.errors()).code == Code::match_not_found);
  CHECK(done.edit(0, 0).status == EditStatus::failed);
}

TEST_CASE("all failing edits are reported, not the first") {
  MemReader reader{{"a", "1"}, {"b", "2"}};
  Resolved done = resolved(reader,
      {of_diff(entry(Operation::modify, "a", {once("x", "y"), once("1", "one"), once("z", "y")})),
          entry(Operation::modify, "none", {once("x", "y")}), entry(Operation::create, "b", {whole("x")})});
  REQUIRE(done.errors().size() == 4);
  CHECK(done.errors()[0].path == "a");
  CHECK(done.errors()[1].path == "a");
  CHECK(done.errors()[2].path == "none");
  CHECK(done.errors()[3].path == "b");
  CHECK(done.edit(0, 1).status == EditStatus::applied);
}

TEST_CASE("an error stands where its edit stands in the input") {
  MemReader reader{{"a", "1"}};
  FileEdit made = of_diff(entry(Operation::modify, "a", {once("x", "y")}));
  made.edits[0].origin = {12, "/files/0/patches/0"};
  Resolved done = resolved(reader, {made}, {}, "line 1\nline 2\nline 3\n");
  CHECK(only(done.errors()).where.input == "answer.md");
  CHECK(only(done.errors()).where.line == 2);
  CHECK(only(done.errors()).where.column == 6);
  CHECK(only(done.errors()).where.pointer == "/files/0/patches/0");
}

TEST_CASE("what the reader refuses is said once for each path") {
  MemReader reader;
  reader.refuse("link", make_error(Code::path_symlink, "'link' is a symbolic link"));
  Resolved done = resolved(
      reader, {entry(Operation::write, "link", {whole("x")}), entry(Operation::modify, "link", {once("x", "y")})});
  CHECK(only(done.errors()).code == Code::path_symlink);
  CHECK(only(done.errors()).path == "link");
  CHECK(done.edit(0, 0).status == EditStatus::failed);
  CHECK(done.edit(1, 0).status == EditStatus::failed);
}

TEST_CASE("a placeholder in the content of a file that is to be made is refused") {
  MemReader reader{{"a", "x\n"}};
  Resolved done = resolved(reader, {entry(Operation::write, "b", {whole("y\n  // ... existing code ...\n")})});
  CHECK(only(done.errors()).code == Code::placeholder);
  CHECK(only(done.errors()).message ==
      "line 2 of the content stands for text that was left out: '// ... existing code ...'");
  CHECK(only(done.errors()).hint ==
      "write out the text that it stands for; '--allow-placeholders' takes it for text of the file");
  CHECK(exit_code(done.errors()) == 3);
}

TEST_CASE("a content with a placeholder is a part of a file that is there") {
  MemReader reader{{"a", "one\ntwo\nthree\nfour\n"}};
  Resolved done = resolved(reader, {entry(Operation::write, "a", {whole("one\nTWO\nthree\n// ...\n")})});
  CHECK(done.errors().empty());
  CHECK(done.after("a") == "one\nTWO\nthree\nfour\n");
  Resolved lost = resolved(reader, {entry(Operation::write, "a", {whole("y\n// ...\n")})});
  CHECK(only(lost.errors()).code == Code::part_no_place);
}

TEST_CASE("a placeholder in a replacement is refused, also when the text is not found") {
  MemReader reader{{"a", "x\n"}};
  Resolved done = resolved(reader,
      {entry(Operation::modify, "a", {once("x", "y\n# ... rest unchanged"), once("nowhere", "... rest of code ...")})});
  REQUIRE(done.errors().size() == 2);
  CHECK(done.errors()[0].message ==
      "line 2 of the replacement stands for text that was left out: '# ... rest unchanged'");
  CHECK(done.errors()[1].message ==
      "line 1 of the replacement stands for text that was left out: '... rest of code ...'");
}

TEST_CASE("a placeholder that stands in the file at that place is none") {
  MemReader reader{{"a", "x\n// ... existing code ...\n"}};
  CHECK(resolved(reader, {entry(Operation::write, "a", {whole("y\n  // ... existing code ...\n")})}).out.ok());
  CHECK(resolved(
      reader, {entry(Operation::modify, "a", {once("x\n// ... existing code ...", "y\n// ... existing code ...")})})
            .out.ok());
}

TEST_CASE("a document about placeholders can be applied, and applied again") {
  MemReader reader{{"a", "x\n"}};
  std::vector<FileEdit> plan = {entry(Operation::write, "a", {whole("// ... existing code ...\n")})};
  CHECK(resolved(reader, plan, {.allow_placeholders = true}).out.ok());
  MemReader again{{"a", "// ... existing code ...\n"}};
  CHECK(resolved(again, plan).out.ok());
}

TEST_CASE("a file of another user that is replaced is a warning") {
  MemReader reader{{"a", "1"}};
  reader.file("a").keeps_owner = false;
  Resolved done = resolved(reader, {entry(Operation::modify, "a", {once("1", "2")})});
  CHECK(only(done.warnings()).code == Code::owner_changed);
  CHECK(resolved(reader, {entry(Operation::remove, "a")}).warnings().empty());
}

TEST_CASE("a hard-linked file that is replaced is a warning") {
  MemReader reader{{"a", "1"}};
  reader.file("a").links = 3;
  Resolved done = resolved(reader, {entry(Operation::modify, "a", {once("1", "2")})});
  CHECK(only(done.warnings()).code == Code::hard_link_broken);
  CHECK(only(done.warnings()).message == "'a' has 2 more names that will keep the old content");
  CHECK(resolved(reader, {entry(Operation::remove, "a")}).warnings().empty());
  CHECK(resolved(reader, {entry(Operation::modify, "a", {once("1", "1")})}).warnings().empty());
}

TEST_CASE("a file that is neither regular nor a link is refused") {
  MemReader reader;
  FileEdit made = of_diff(entry(Operation::create, "sub", {whole("x")}));
  made.kinds.after = FileKind::other;
  CHECK(only(resolved(reader, {made}).errors()).code == Code::path_special);
}

TEST_CASE("a result beyond the limit is refused") {
  MemReader reader;
  edit::ResolveOptions options;
  options.limits.result_bytes = 10;
  Resolved done = resolved(reader,
      {entry(Operation::create, "a", {whole("123456")}), entry(Operation::create, "b", {whole("12345")})}, options);
  CHECK(only(done.errors()).code == Code::limit_exceeded);
  CHECK(only(done.errors()).message == "the result has 11 bytes, more than the limit of 10");
}
