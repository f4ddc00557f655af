#include "edit/lines/edits_between.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "edit/lines/line_changes.h"

using aptix::edit::find_texts;
using aptix::edit::Replacement;
using namespace aptix;
using aptix::edit::line_changes_between;

namespace {

std::string applied(std::string_view before, const std::vector<LineChange>& changes) {
  std::vector<const LineChange*> all;
  for (const LineChange& change : changes) all.push_back(&change);
  edit::LineChangesResult result = edit::apply_line_changes(before, all, RelPath::parse("a").value());
  CHECK(result.errors.empty());
  std::string after;
  for (std::string_view piece : result.pieces) after += piece;
  return after;
}

}  // namespace

TEST_CASE("each run of changed lines is one change, counted in the old file") {
  auto [changes, lines] = line_changes_between("one\ntwo\nthree\nfour\nfive\n", "zero\none\n2\nthree\nfour\n");
  REQUIRE(changes.size() == 3);
  CHECK(changes[0].kind == LineChange::Kind::insert);
  CHECK(changes[0].first == 0);
  CHECK(std::ranges::equal(changes[0].lines, std::vector<std::string_view>{"zero"}));
  CHECK(changes[1].kind == LineChange::Kind::replace);
  CHECK(changes[1].first == 2);
  CHECK(changes[1].last == 2);
  CHECK(std::ranges::equal(changes[1].expected, std::vector<std::string_view>{"two"}));
  CHECK(std::ranges::equal(changes[1].lines, std::vector<std::string_view>{"2"}));
  CHECK(changes[2].kind == LineChange::Kind::remove);
  CHECK(changes[2].first == 5);
  CHECK(std::ranges::equal(changes[2].expected, std::vector<std::string_view>{"five"}));
}

TEST_CASE("lines after a last line without newline are an insertion") {
  auto [changes, lines] = line_changes_between("one\ntwo", "one\ntwo\nthree");
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].kind == LineChange::Kind::insert);
  CHECK(changes[0].first == 2);
  CHECK(applied("one\ntwo", changes) == "one\ntwo\nthree");
}

TEST_CASE("line ends and a byte-order mark are no part of a line") {
  std::string_view before = "\xEF\xBB\xBFone\r\ntwo\r\n",
                   after =
                       "\xEF\xBB\xBF"
                       "1\r\ntwo\r\n";
  auto [changes, lines] = line_changes_between(before, after);
  REQUIRE(changes.size() == 1);
  CHECK(std::ranges::equal(changes[0].expected, std::vector<std::string_view>{"one"}));
  CHECK(std::ranges::equal(changes[0].lines, std::vector<std::string_view>{"1"}));
  CHECK(applied(before, changes) == after);
}

TEST_CASE("what lines cannot say leaves no change behind") {
  CHECK(line_changes_between("one\n", "one").changes.empty());
  CHECK(line_changes_between("one\r\n", "one\n").changes.empty());
}

TEST_CASE("a changed line that stands once is its own find text") {
  auto found = find_texts("one\ntwo\nthree\n", "one\n2\nthree\n");
  REQUIRE(found);
  REQUIRE(found->size() == 1);
  CHECK(found->front().find == "two\n");
  CHECK(found->front().replace == "2\n");
}

TEST_CASE("a line that stands twice takes the lines around it along, as few as make it unique") {
  auto found = find_texts("a\nx\nb\nx\nc\n", "a\nx\nb\ny\nc\n");
  REQUIRE(found);
  REQUIRE(found->size() == 1);
  CHECK(found->front().find == "b\nx\n");
  CHECK(found->front().replace == "b\ny\n");
}

TEST_CASE("a text inside a longer line counts as a place") {
  auto found = find_texts("foobar = 1\nbar = 1\n", "foobar = 1\nbar = 2\n");
  REQUIRE(found);
  CHECK(found->front().find == "foobar = 1\nbar = 1\n");
}

TEST_CASE("an insertion has a line beside it to stand by") {
  auto found = find_texts("one\ntwo\n", "one\nand\ntwo\n");
  REQUIRE(found);
  CHECK(found->front().find == "one\n");
  CHECK(found->front().replace == "one\nand\n");
  auto first = find_texts("one\ntwo\n", "zero\none\ntwo\n");
  REQUIRE(first);
  CHECK(first->front().find == "one\n");
  CHECK(first->front().replace == "zero\none\n");
}

TEST_CASE("changes whose surroundings meet are one") {
  auto found = find_texts("x\nx\nmiddle\nx\nx\n", "x\n1\nmiddle\n2\nx\n");
  REQUIRE(found);
  REQUIRE(found->size() == 1);
  CHECK(found->front().find == "x\nx\nmiddle\nx\n");
  CHECK(found->front().replace == "x\n1\nmiddle\n2\n");
}

TEST_CASE("where nothing stands once there is no find text") {
  CHECK_FALSE(find_texts("", "new\n"));
  CHECK(find_texts("same\n", "same\n")->empty());
}

TEST_CASE("a file of equal lines is changed as a whole") {
  auto found = find_texts("x\nx\nx\n", "x\ny\nx\n");
  REQUIRE(found);
  CHECK(found->front().find == "x\nx\nx\n");
  CHECK(found->front().replace == "x\ny\nx\n");
}
