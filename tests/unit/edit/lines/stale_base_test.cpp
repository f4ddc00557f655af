// Line changes where the file, or its source, is not the expected one: what is told, what is merged, what leads out.
#include "edit/lines/stale_base.h"

#include <doctest/doctest.h>

#include "edit/near/nearest.h"
#include "unit/edit/line_change_fixture.h"

namespace aptix::edit {
namespace {

// Knows one text.
class OneBase final : public Bases {
 public:
  explicit OneBase(std::string text) : text_(std::move(text)) {}
  std::optional<Base> find(const RelPath&, const Sha256& sha) override {
    ++asked;
    return sha256(text_) == sha ? std::optional(Base{text_, "a text of the test"}) : std::nullopt;
  }
  ShownCopy shown(const FileEdit&, const Sha256&) override { return shown_copy; }
  Status check_source(const FileEdit&) override {
    return other_source ? Status(fail(Code::source_mismatch, "another text")) : Status();
  }
  int asked = 0;
  bool other_source = false;
  ShownCopy shown_copy = ShownCopy::file;

 private:
  std::string text_;
};

constexpr std::string_view kBase = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";

test::Resolved resolved_on(std::string now, std::vector<LineChange> changes, ResolveOptions options) {
  test::MemReader reader;
  reader.file("a.c").bytes = std::move(now);
  return test::resolved(reader, {batch_entry("a.c", kBase, std::move(changes))}, options);
}

TEST_CASE("a stale base tells which expected lines still stand, and where") {
  test::Resolved done = resolved_on("0\n1\n2\n3\nx\n", {replace(2, {"2", "3"}, {"y"}), remove(5, {"5"})}, {});
  const Diagnostic& error = test::only(done.errors());
  CHECK(error.code == Code::hash_mismatch);
  REQUIRE(error.notes.size() == 3);
  CHECK(error.notes[1] == "change 1: the lines expected at lines 2 to 3 stand at line 3");
  CHECK(error.notes[2] == "change 2: the lines expected at line 5 do not stand in the file any more");
}

TEST_CASE(
    "a base that is known shows what has changed and what a merge would do, and nothing is written without --merge") {
  OneBase bases{std::string(kBase)};
  test::Resolved done = resolved_on("1\n2\n3\n4\n5\n6\n7\n8\nNINE\n", {replace(2, {"2"}, {"two"})}, {.bases = &bases});
  const Diagnostic& error = test::only(done.errors());
  CHECK(error.code == Code::hash_mismatch);
  REQUIRE(error.extracts.size() == 2);
  CHECK(error.extracts[0].name == "changed since");
  CHECK(error.extracts[0].text == "@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+NINE\n");
  CHECK(error.extracts[1].name == "merge proposal");
  CHECK(error.extracts[1].text == "@@ -1,5 +1,5 @@\n 1\n-2\n+two\n 3\n 4\n 5\n");
  CHECK(done.after("a.c") == "(same)");
}

TEST_CASE("a hint leads to a text that changes can be made for, whatever copy is shown by the docPath") {
  OneBase bases{"a text that is not known"};
  auto hint_for = [&](ShownCopy copy) {
    bases.shown_copy = copy;
    test::MemReader reader{{"a.c", "other\n"}};
    FileEdit entry = batch_entry("a.c", kBase, {replace(2, {"2"}, {"two"})});
    entry.names.doc_path = "r/a.c";
    return test::only(test::resolved(reader, {std::move(entry)}, {.bases = &bases}).errors()).hint;
  };
  CHECK(hint_for(ShownCopy::file) ==
      "read it again with 'aptix read --json --doc-path r/a.c' and make the changes from what it shows");
  CHECK(hint_for(ShownCopy::copy_after_it) ==
      "let the file count, not its copy, with 'aptix active add --doc-path r/a.c', read it again with 'aptix read "
      "--json --doc-path r/a.c', and make the changes from what it shows");
  CHECK(hint_for(ShownCopy::copy_before_it) ==
      "take the cloud copy with 'aptix cloud pull --doc-path r/a.c', read it again with 'aptix read --json --doc-path "
      "r/a.c', and make the changes from what it shows");
}

TEST_CASE("a second entry for a file that the first has changed is told so, and never merged") {
  std::string text = "begin\n}\n}\n}\n}\n}\nend\n";
  OneBase bases{text};
  for (bool merge : {false, true}) {
    test::MemReader reader{{"a.c", text}};
    FileEdit first = batch_entry("a.c", text, {remove(2, {"}"})}),
             second = batch_entry("a.c", text, {replace(4, {"}"}, {"} // third"})});
    test::Resolved done = test::resolved(reader, {first, second}, {.bases = &bases, .merge = merge});
    const Diagnostic& error = test::only(done.errors());
    CHECK(error.code == Code::hash_mismatch);
    CHECK(error.message ==
        "'a.c' is changed by an earlier edit of the input, so it is not the file that these changes were made for any "
        "more");
    CHECK(error.hint ==
        "put all changes of a file into one batch, or apply the first and make the others from what the file has then");
    CHECK(error.extracts.empty());
  }
}

TEST_CASE("two entries for a former text of a file are not both merged") {
  OneBase bases{std::string(kBase)};
  test::MemReader reader{{"a.c", "0\n" + std::string(kBase)}};
  FileEdit first = batch_entry("a.c", kBase, {replace(2, {"2"}, {"two"})}),
           second = batch_entry("a.c", kBase, {replace(8, {"8"}, {"eight"})});
  test::Resolved done = test::resolved(reader, {first, second}, {.bases = &bases, .merge = true});
  const Diagnostic& error = test::only(done.errors());
  CHECK(error.code == Code::hash_mismatch);
  REQUIRE(error.notes.size() >= 3);
  CHECK(error.notes[1] == "an earlier edit of the input changes it, too");
  CHECK(error.notes[2] == "nothing can be merged with what an earlier edit of the input made");
}

TEST_CASE("a declared source is asked about where the file is the expected one") {
  OneBase bases{std::string(kBase)};
  bases.other_source = true;
  test::MemReader reader{{"a.c", std::string(kBase)}};
  FileEdit entry = batch_entry("a.c", kBase, {replace(2, {"2"}, {"two"})});
  CHECK(test::resolved(reader, {entry}, {.bases = &bases}).errors().empty());
  entry.proof.source = FileSource::cloud;
  test::Resolved done = test::resolved(reader, {entry}, {.bases = &bases});
  CHECK(test::only(done.errors()).code == Code::source_mismatch);
  CHECK(done.after("a.c") == "(same)");
}

TEST_CASE("a line that stands for text that was left out is seen without the file") {
  Plan plan;
  plan.files.push_back(batch_entry("unresolved/0", kBase, {replace(2, {"2"}, {"x", "// ... existing code ..."})}));
  plan.files.back().names.doc_path = "r/a.c";
  Input input("answer.md", "");
  Diagnostics said = check_without_files(input, plan, {});
  CHECK(test::only(said.errors).code == Code::placeholder);
  CHECK(said.errors[0].doc_path == "r/a.c");
  CHECK(check_without_files(input, plan, {.allow_placeholders = true}).ok());
}

TEST_CASE("text of 16 bits is no base of a merge") {
  std::string base(
      "\xFF\xFE"
      "a\0\n\0b\0\n\0",
      10);
  OneBase bases{base};
  test::MemReader reader{{"a.c", base + std::string("c\0\n\0", 4)}};
  FileEdit entry = batch_entry("a.c", base, {insert(1, {"x"})});
  test::Resolved done = test::resolved(reader, {entry}, {.bases = &bases, .merge = true});
  CHECK(test::only(done.errors()).code == Code::path_special);
  test::MemReader other{{"a.c", "a\nb\n"}};
  done = test::resolved(other, {entry}, {.bases = &bases, .merge = true});
  CHECK(test::only(done.errors()).notes.back() == "it is text of 16 bits a character, which has no lines of bytes");
  CHECK(done.after("a.c") == "(same)");
}

TEST_CASE("text of 16 bits without a mark has no lines either") {
  std::string text("a\0\n\0b\0\n\0", 8);
  test::MemReader reader{{"a.c", text}};
  test::Resolved done = test::resolved(reader, {batch_entry("a.c", text, {insert(1, {"x"})})});
  CHECK(test::only(done.errors()).code == Code::path_special);
}

TEST_CASE("lines to match that stand nowhere are shown the nearest ones") {
  test::MemReader reader{{"a.c", "one\n  the second line\nthree\n"}};
  test::Resolved done = test::resolved(
      reader, {batch_entry("a.c", "one\n  the second line\nthree\n", {match({"the second line"}, {"x"})})});
  const Diagnostic& error = test::only(done.errors());
  CHECK(error.code == Code::match_not_found);
  REQUIRE(error.candidates.size() == 1);
  CHECK(error.candidates[0].line == 2);
  CHECK(error.candidates[0].differs ==
      "line 1 of the text is 'the second line', the file has '  the second line'; they first differ in column 1: "
      "indentation "
      "(file: 2 spaces, text: 0)");
}

TEST_CASE("a line that differs is told from the expected one by its code points where they look alike") {
  auto words = [](std::string_view found, std::string_view expected) {
    return how_line_differs(found, expected).words;
  };
  CHECK(words("a b", "\xD0\xB0 b") == "column 1: U+0430 is expected, 'a' stands there");
  CHECK(words("a b",
            "a\xC2\xA0"
            "b") == "column 2: U+00A0 is expected, a space stands there");
  CHECK(words("x\xC3\xA9", "x\xC3\xA8") == "column 2: U+00E8 is expected, U+00E9 stands there");
  CHECK(words("x\xC3\xA9", "xe\xCC\x81") == "column 2: 'e' is expected, U+00E9 stands there");
  CHECK(words("x", "x\xE2\x80\x8B") == "column 2: U+200B is expected, the end of the line stands there");
  CHECK(words("x\xE9", "x\xC3\xA9") == "column 2: U+00E9 is expected, the byte 0xE9 stands there");
  CHECK(words("2", "2 ") == "column 2: trailing white space");
  CHECK(words("Abc", "abc") == "column 1: letter case");
  CHECK(words("foo", "bar").empty());
}

TEST_CASE("with --merge changes are carried over where that is clean, and a warning says so") {
  OneBase bases{std::string(kBase)};
  test::Resolved done =
      resolved_on("0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n", {replace(7, {"7"}, {"seven"})}, {.bases = &bases, .merge = true});
  CHECK(done.errors().empty());
  CHECK(test::only(done.warnings()).code == Code::merge_made);
  CHECK(done.after("a.c") == "0\n1\n2\n3\n4\n5\n6\nseven\n8\n9\n");
  CHECK(done.edit(0, 0).status == EditStatus::applied);
  CHECK(done.edit(0, 0).rule == Rule::moved);
}

TEST_CASE("a conflict is shown in the form of diff3, and nothing is written") {
  OneBase bases{std::string(kBase)};
  test::Resolved done =
      resolved_on("1\nZWEI\n3\n4\n5\n6\n7\n8\n9\n", {replace(2, {"2"}, {"two"})}, {.bases = &bases, .merge = true});
  const Diagnostic& error = test::only(done.errors());
  CHECK(error.code == Code::merge_conflict);
  REQUIRE(error.extracts.size() == 2);
  CHECK(error.extracts[1].name == "conflict");
  CHECK(error.extracts[1].line == 2);
  CHECK(error.extracts[1].text == "<<<<<<< the file\nZWEI\n||||||| the base\n2\n=======\ntwo\n>>>>>>> the change\n");
  CHECK(done.after("a.c") == "(same)");
}

TEST_CASE("a file that has the result already is told so, and with --merge it is done") {
  OneBase bases{std::string(kBase)};
  const std::string done_elsewhere = "1\ntwo\n3\n4\n5\n6\n7\nEIGHT\n9\n";
  for (const std::string& now : {std::string("1\ntwo\n3\n4\n5\n6\n7\n8\n9\n"), done_elsewhere}) {
    test::Resolved told = resolved_on(now, {replace(2, {"2"}, {"two"})}, {.bases = &bases});
    CHECK(test::only(told.errors()).code == Code::hash_mismatch);
    CHECK(test::only(told.errors()).notes.back() == "the file already has the result of these changes");
    CHECK(test::only(told.errors()).hint == "leave them out: nothing is left to be done to this file");
    test::Resolved done = resolved_on(now, {replace(2, {"2"}, {"two"})}, {.bases = &bases, .merge = true});
    CHECK(done.errors().empty());
    CHECK(done.after("a.c") == "(same)");
  }
}

TEST_CASE("changes that do not fit their own base are no candidate for a merge") {
  OneBase bases{std::string(kBase)};
  test::Resolved done = resolved_on("1\n", {replace(2, {"zwei"}, {"two"})}, {.bases = &bases, .merge = true});
  CHECK(test::only(done.errors()).notes.back() ==
      "the changes do not fit the text they were made for, either: line 2 of 'a.c' is not as expected");
}

TEST_CASE("bases are not asked for when the file is the expected one") {
  OneBase bases{std::string(kBase)};
  test::Resolved done = resolved_on(std::string(kBase), {replace(2, {"2"}, {"two"})}, {.bases = &bases, .merge = true});
  CHECK(done.errors().empty());
  CHECK(bases.asked == 0);
}

}  // namespace
}  // namespace aptix::edit
