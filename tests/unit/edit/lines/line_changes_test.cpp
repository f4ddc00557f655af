// Whole lines by number and by text: places, line ends, last lines, and what does not fit.
#include "edit/lines/line_changes.h"

#include <doctest/doctest.h>

#include <vector>

#include "base/text/text.h"
#include "unit/edit/line_change_fixture.h"

namespace aptix::edit {
namespace {

struct ChangesResult {
  std::string text;
  std::vector<std::string> errors;  // "id: message | note | note"
  std::vector<EditOutcome> outcomes;
};

ChangesResult apply(std::string_view text, const std::vector<LineChange>& changes) {
  std::vector<const LineChange*> list;
  for (const LineChange& change : changes) list.push_back(&change);
  LineChangesResult result = apply_line_changes(text, list, test::path("a.c"));
  ChangesResult applied;
  for (std::string_view piece : result.pieces) applied.text += piece;
  for (const Diagnostic& error : result.errors) {
    std::string said = std::string(info(error.code).id) + ": " + error.message;
    for (const std::string& note : error.notes) said += " | " + note;
    applied.errors.push_back(said);
  }
  applied.outcomes = std::move(result.outcomes);
  return applied;
}

std::string after(std::string_view text, const std::vector<LineChange>& changes) {
  ChangesResult applied = apply(text, changes);
  CHECK(applied.errors == std::vector<std::string>{});
  return applied.text;
}

TEST_CASE("insert, replace and delete use the line numbers of the text as it was") {
  CHECK(after("a\nb\nc\nd\n",
            {insert(0, {"top"}), replace(2, {"b"}, {"B", "BB"}), remove(3, {"c"}), insert(4, {"end"})}) ==
      "top\na\nB\nBB\nd\nend\n");
}

TEST_CASE("several inserts after one line keep their order") {
  CHECK(after("a\nb\n", {insert(1, {"1"}), insert(1, {"2", "3"}), insert(1, {"4"})}) == "a\n1\n2\n3\n4\nb\n");
}

TEST_CASE("an insert stands on either side of a range that begins or ends at its place") {
  CHECK(after("a\nb\nc\n", {insert(1, {"x"}), replace(2, {"b"}, {"B"}), insert(2, {"y"})}) == "a\nx\nB\ny\nc\n");
  CHECK(after("a\nb\n", {insert(1, {"x"}), replace(1, {"a"}, {"A"})}) == "A\nx\nb\n");
}

TEST_CASE("lines after a last line without newline give that line one, and leave the new last line without") {
  CHECK(after("a\nb", {insert(2, {"c"})}) == "a\nb\nc");
  CHECK(after("a\nb", {insert(2, {"c"}), insert(2, {"d"})}) == "a\nb\nc\nd");
  CHECK(after("a\r\nb", {insert(2, {"c"})}) == "a\r\nb\r\nc");
  CHECK(after("b", {insert(1, {"c"})}) == "b\nc");
  CHECK(after("a\nb", {insert(2, {""})}) == "a\nb\n");
  CHECK(after("a\r\nb", {insert(2, {""})}) == "a\r\nb\r\n");
}

TEST_CASE("a missing last newline stays missing when the last line is replaced or deleted") {
  CHECK(after("a\nb", {replace(2, {"b"}, {"c", "d"})}) == "a\nc\nd");
  CHECK(after("a\nb", {replace(2, {"b"}, {"c", ""})}) == "a\nc\n");
  CHECK(after("a\nb", {remove(2, {"b"})}) == "a");
  CHECK(after("a\r\nb", {remove(2, {"b"})}) == "a");
  CHECK(after("a\nb", {remove(2, {"b"}), insert(2, {"c"})}) == "a\nc");
  CHECK(after("a\nb", {remove(1, {"a"})}) == "b");
  CHECK(after("a", {remove(1, {"a"})}) == "");
  CHECK(after("\na", {remove(2, {"a"})}) == "");
}

TEST_CASE("a last newline stays, and an empty text gets one") {
  CHECK(after("a\nb\n", {remove(2, {"b"})}) == "a\n");
  CHECK(after("", {insert(0, {"a"})}) == "a\n");
  CHECK(after("a\n", {replace(1, {"a"}, {})}) == "");
}

TEST_CASE("what is written has the line ends of the lines it stands beside") {
  CHECK(after("a\r\nb\r\n", {insert(0, {"x"}), replace(2, {"b"}, {"B", "C"})}) == "x\r\na\r\nB\r\nC\r\n");
  CHECK(after("a\r\nb\nc\r\n", {insert(1, {"x"}), insert(2, {"y"})}) == "a\r\nx\r\nb\ny\nc\r\n");
  CHECK(after("a\r\nb\nc\n", {replace(1, {"a", "b"}, {"A", "B", "C"})}) == "A\r\nB\nC\nc\n");
}

TEST_CASE("a lone CR is a part of its line") {
  CHECK(apply("a\rb\n", {replace(1, {"a"}, {"x"})}).errors.size() == 1);
  CHECK(after("a\r\r\nb\n", {insert(1, {"x"})}) == "a\r\r\nx\r\nb\n");
}

TEST_CASE("a byte-order mark that is asked for is written, and one that is left out by name stays with a sign") {
  CHECK(after("a\nb\n",
            {replace(1, {"a"},
                {"\xEF\xBB\xBF"
                 "a"})}) ==
      "\xEF\xBB\xBF"
      "a\nb\n");
  CHECK(after("a\n",
            {insert(0,
                {"\xEF\xBB\xBF"
                 "x"})}) ==
      "\xEF\xBB\xBF"
      "x\na\n");
  CHECK(apply("a\n",
            {replace(1,
                {"\xEF\xBB\xBF"
                 "a"},
                {"b"})})
            .errors.size() == 1);  // there is none to be expected
  std::string_view marked =
      "\xEF\xBB\xBF"
      "a\n";
  LineChange leaves_out = replace(1,
                 {"\xEF\xBB\xBF"
                  "a"},
                 {"b"}),
             silent = replace(1, {"a"}, {"b"});
  const LineChange* one[] = {&leaves_out};
  const LineChange* other[] = {&silent};
  CHECK(apply_line_changes(marked, one, test::path("a.c")).mark_kept);
  CHECK_FALSE(apply_line_changes(marked, other, test::path("a.c")).mark_kept);
}

TEST_CASE("every wrong line of a change is named") {
  ChangesResult applied = apply("a\nb\nc\nd\n", {replace(1, {"a", "x", "c", "y"}, {"z"})});
  CHECK(applied.errors ==
      std::vector<std::string>{"line.mismatch: line 2 of 'a.c' is not as expected | expected 'x' | found    'b' | "
                               "not as expected, either: line 4"});
}

TEST_CASE("a byte-order mark stays, whether the first line speaks of it or not") {
  CHECK(after("\xEF\xBB\xBF"
              "a\nb\n",
            {replace(1, {"a"}, {"x"})}) ==
      "\xEF\xBB\xBF"
      "x\nb\n");
  CHECK(after("\xEF\xBB\xBF"
              "a\nb\n",
            {replace(1,
                {"\xEF\xBB\xBF"
                 "a"},
                {"\xEF\xBB\xBF"
                 "x"})}) ==
      "\xEF\xBB\xBF"
      "x\nb\n");
  CHECK(after("\xEF\xBB\xBF"
              "a\n",
            {insert(0, {"x"})}) ==
      "\xEF\xBB\xBF"
      "x\na\n");
}

TEST_CASE("expected lines that differ are shown, with the place where they stand, and nothing changes") {
  ChangesResult applied = apply("a\nb\nc\nfoo\nbar\n", {replace(2, {"foo", "bar"}, {"x"})});
  CHECK(applied.errors ==
      std::vector<std::string>{"line.mismatch: line 2 of 'a.c' is not as expected | expected 'foo' | found    'b' | "
                               "the expected lines stand at line 4"});
  CHECK(applied.text == "a\nb\nc\nfoo\nbar\n");
  CHECK(applied.outcomes[0].status == EditStatus::failed);
}

TEST_CASE("white space counts in expected lines") {
  CHECK(apply("a\n", {replace(1, {"a "}, {"x"})}).errors.size() == 1);
  CHECK(apply("\ta\n", {remove(1, {"    a"})}).errors.size() == 1);
}

TEST_CASE("every change that does not fit is reported, in the order of the document") {
  ChangesResult applied =
      apply("a\nb\n", {replace(1, {"x"}, {"y"}), replace(2, {"b"}, {"B"}), insert(3, {"c"}), remove(2, {"b", "c"})});
  CHECK(applied.errors ==
      std::vector<std::string>{"line.mismatch: line 1 of 'a.c' is not as expected | expected 'x' | found    'a'",
          "line.beyond_end: 'a.c' has 2 lines, so there is no line 3",
          "line.beyond_end: 'a.c' has 2 lines, so there is no line 3"});
  CHECK(applied.text == "a\nb\n");
}

TEST_CASE("an empty file has no line") {
  CHECK(apply("", {insert(1, {"a"})}).errors ==
      std::vector<std::string>{"line.beyond_end: 'a.c' has 0 lines, so there is no line 1"});
}

TEST_CASE("lines are found by their text, whatever the line ends are") {
  CHECK(after("a\r\nb\r\nc\r\n", {match({"b", "c"}, {"x"})}) == "a\r\nx\r\n");
  CHECK(after("a\nb\nc", {match({"c"}, {"x", "y"})}) == "a\nb\nx\ny");
}

TEST_CASE("several places are refused with their lines, unless the first or the last is asked for") {
  ChangesResult applied = apply("x\na\nx\n", {match({"x"}, {"y"})});
  CHECK(applied.errors ==
      std::vector<std::string>{"match.ambiguous: the lines to match occur 2 times in 'a.c' | lines 1, 3"});
  CHECK(applied.text == "x\na\nx\n");
  CHECK(after("x\na\nx\n", {match({"x"}, {"y"}, LineChange::Occurrence::first)}) == "y\na\nx\n");
  CHECK(after("x\na\nx\n", {match({"x"}, {"y"}, LineChange::Occurrence::last)}) == "x\na\ny\n");
}

TEST_CASE("lines to match that stand nowhere are refused") {
  CHECK(apply("a\n", {match({"b"}, {"y"})}).errors ==
      std::vector<std::string>{"match.not_found: the lines to match do not stand in 'a.c' | the first is 'b'"});
}

TEST_CASE("lines to match that begin with the byte-order mark of the file stand at its top") {
  CHECK(after("\xEF\xBB\xBF"
              "a\nb\na\n",
            {match({"\xEF\xBB\xBF"
                    "a"},
                {"\xEF\xBB\xBF"
                 "x"})}) ==
      "\xEF\xBB\xBF"
      "x\nb\na\n");
  CHECK(after("\xEF\xBB\xBF"
              "a\nb\na\n",
            {match({"\xEF\xBB\xBF"
                    "a"},
                {"x"}, LineChange::Occurrence::last)}) ==
      "\xEF\xBB\xBF"
      "x\nb\na\n");
  CHECK(apply("\xEF\xBB\xBF"
              "b\na\n",
            {match({"\xEF\xBB\xBF"
                    "a"},
                {"x"})})
            .errors.size() == 1);
  CHECK(apply("a\n",
            {match({"\xEF\xBB\xBF"
                    "a"},
                {"x"})})
            .errors.size() == 1);
}

TEST_CASE("a byte-order mark inside of a file that has one is found where it stands") {
  std::string_view joined =
      "\xEF\xBB\xBF"
      "a\n\xEF\xBB\xBF"
      "b\n\xEF\xBB\xBF"
      "a\n";
  CHECK(after(joined,
            {match({"\xEF\xBB\xBF"
                    "b"},
                {"x"})}) ==
      "\xEF\xBB\xBF"
      "a\nx\n\xEF\xBB\xBF"
      "a\n");
  CHECK(after(joined,
            {match({"\xEF\xBB\xBF"
                    "a"},
                {"x"}, LineChange::Occurrence::last)}) ==
      "\xEF\xBB\xBF"
      "a\n\xEF\xBB\xBF"
      "b\nx\n");
  CHECK(after(joined,
            {match({"\xEF\xBB\xBF"
                    "a"},
                {"x"}, LineChange::Occurrence::first)}) ==
      "\xEF\xBB\xBF"
      "x\n\xEF\xBB\xBF"
      "b\n\xEF\xBB\xBF"
      "a\n");
  CHECK(apply(joined,
            {match({"\xEF\xBB\xBF"
                    "a"},
                {"x"})})
            .errors.size() == 1);  // two places
  CHECK(after("\xEF\xBB\xBF"
              "b\n\xEF\xBB\xBF"
              "a\na\n",
            {match({"\xEF\xBB\xBF"
                    "a"},
                {"x"})}) ==
      "\xEF\xBB\xBF"
      "b\nx\na\n");
}

TEST_CASE("an exact match counts the CR of a CRLF file as part of the line") {
  LineChange change = match({"b"}, {"x"});
  change.with_line_ends = true;
  CHECK(apply("a\r\nb\r\n", {change}).errors.size() == 1);
  change.expected = kept({"b\r"});
  CHECK(after("a\r\nb\r\n", {change}) == "a\r\nx\r\n");
}

TEST_CASE("changes that turn out to touch the same lines are refused") {
  ChangesResult applied = apply("a\nb\nc\n", {match({"b", "c"}, {"x"}), replace(3, {"c"}, {"y"})});
  CHECK(applied.errors == std::vector<std::string>{"line.overlap: two changes touch line 3 of 'a.c'"});
  CHECK(applied.text == "a\nb\nc\n");
}

TEST_CASE("places found by text and by number are applied in the order of the file") {
  CHECK(after("a\nb\nc\n", {match({"c"}, {"C"}), replace(1, {"a"}, {"A"})}) == "A\nb\nC\n");
}

TEST_CASE("equal lines without number: looking for many of them stops at the bound") {
  std::string text, wanted;
  for (int i = 0; i < 30'000; ++i) text += "}\n";
  std::vector<std::string_view> lines(10'000, "}");
  lines.push_back("x");
  text += "x\n";
  CHECK(after(text, {match(lines, {"y"})}) == text.substr(0, 40'000) + "y\n");
  lines.back() = "}";
  ChangesResult applied = apply(text, {match(lines, {"y"})});
  REQUIRE(applied.errors.size() == 1);
  CHECK(applied.errors.front().starts_with("limit.exceeded"));
}

TEST_CASE("a file with another hash is refused before its lines are looked at, and nothing changes") {
  test::MemReader reader{{"a.c", "a\nb\n"}};
  test::Resolved done = test::resolved(reader, {batch_entry("a.c", "a\n", {insert(0, {"x"}), insert(9, {"y"})})});
  CHECK(test::only(done.errors()).code == Code::hash_mismatch);
  CHECK(test::only(done.errors()).message == "'a.c' is not the file that the changes were made for");
  CHECK(done.after("a.c") == "(same)");
  CHECK(done.edit(0, 1).status == EditStatus::failed);
}

TEST_CASE("a file with the stated hash is changed") {
  test::MemReader reader{{"a.c", "a\nb\n"}};
  test::Resolved done = test::resolved(reader, {batch_entry("a.c", "a\nb\n", {remove(1, {"a"})})});
  CHECK(done.errors().empty());
  CHECK(done.after("a.c") == "b\n");
  CHECK(done.edit(0, 0).line == 1);
}

TEST_CASE("a new line that stands for text that was left out is refused, unless it was there") {
  test::MemReader reader{{"a.c", "a\n// ... existing code ...\n"}};
  std::string_view base = "a\n// ... existing code ...\n";
  test::Resolved done =
      test::resolved(reader, {batch_entry("a.c", base, {replace(1, {"a"}, {"b", "// ... existing code ..."})})});
  CHECK(test::only(done.errors()).code == Code::placeholder);
  done = test::resolved(reader,
      {batch_entry("a.c", base, {replace(2, {"// ... existing code ..."}, {"b", "// ... existing code ..."})})});
  CHECK(done.errors().empty());
}

}  // namespace
}  // namespace aptix::edit
