#include "edit/replace/place_signs.h"

#include <doctest/doctest.h>

#include <ctime>
#include <deque>

#include "unit/edit/resolve_fixture.h"

using namespace aptix;
using namespace aptix::test;

TEST_CASE("a text that begins within an indentation cuts it where further lines would be indented wrongly") {
  CHECK(edit::cuts_indentation("x\n    ", {.find = "    a;\n", .replace = "    a;\n    b;\n"}));
  CHECK(edit::cuts_indentation("  ", {.find = "  a;\n", .replace = ""}));
  CHECK(edit::cuts_indentation("x\n\t", {.find = "a;\n", .replace = ""}));
  CHECK(edit::cuts_indentation("  ", {.find = "  a;\n", .replace = "\n"}));
}

TEST_CASE("a text that begins in a line cuts nothing otherwise") {
  CHECK(!edit::cuts_indentation("x\n", {.find = "    a;\n", .replace = ""}));
  CHECK(!edit::cuts_indentation("x\n    ", {.find = "    a;\n", .replace = "    b;\n"}));
  CHECK(!edit::cuts_indentation("x\n    ", {.find = "a;", .replace = "a;\n    b;"}));
  CHECK(!edit::cuts_indentation("x\n  y ", {.find = " a;\n", .replace = ""}));
  CHECK(!edit::cuts_indentation("x\n  ", {.find = "a;", .replace = ""}));
}

TEST_CASE("an edit of a call that cuts an indentation is refused, or shifted where white space may differ") {
  MemReader files{{"a", "if x:\n        a()\nz()\n"}};
  FileEdit edit = of_diff(entry(Operation::modify, "a", {once("    a()\n", "    a()\n    b()\n")}));
  Resolved exact = resolved(files, {edit});
  CHECK(only(exact.errors()).message ==
      "the text to find stands in 'a' at line 2 after more white space than it begins with");
  CHECK(
      resolved(files, {edit}, {.match = MatchMode::whitespace}).after("a") == "if x:\n        a()\n        b()\nz()\n");
  FileEdit literal = entry(Operation::modify, "a", {once("    a()\n", "    a()\n    b()\n")});
  CHECK(resolved(files, {literal}).after("a") == "if x:\n        a()\n    b()\nz()\n");
}

TEST_CASE("beside an edit that was shifted, one whose indentation cannot be told is refused") {
  MemReader files{{"a", "if x:\n        a()\n    b()\n}\n"}};
  Edit shifted = once("    a()\n", "    c()\n    d()\n");
  Edit cut = once("b()\n", "b()\nc()\n");
  const std::string message =
      "an edit of 'a' fits only with another indentation, so it is not clear how the one at line ";
  auto edits = [&](std::vector<Edit> all) { return of_diff(entry(Operation::modify, "a", std::move(all))); };
  const edit::ResolveOptions whitespace{.match = MatchMode::whitespace};
  CHECK(only(resolved(files, {edits({cut, shifted})}, whitespace).errors()).message == message + "3 is meant");
  CHECK(only(resolved(files, {edits({shifted, cut})}, whitespace).errors()).message == message + "4 is meant");
  CHECK(only(resolved(files, {edits({shifted}), edits({cut})}, whitespace).errors()).message == message + "4 is meant");
  // A text that only the shifted edit has put there.
  CHECK(only(resolved(files, {edits({shifted, once("        d()\n", "")})}, whitespace).errors()).message ==
      message + "3 is meant");
  CHECK(resolved(files, {edits({cut})}, whitespace).errors().empty());
  CHECK(resolved(files, {edits({shifted, once("b()", "c()")})}, whitespace).errors().empty());
}

TEST_CASE("edits that all fit do not each look through the file as it was, whatever may be matched") {
  std::string text;
  std::vector<Edit> edits;
  std::deque<std::string> texts;
  for (int i = 0; i < 4'000; ++i) {
    std::string line = "        value_" + std::to_string(i) + " = 0\n";
    text += line + std::string(400, ' ') + "x\n";
    edits.push_back(once(texts.emplace_back(line), texts.emplace_back(line + line)));
  }
  MemReader files{{"a", text}};
  auto seconds = [&](MatchMode match) {
    std::clock_t start = std::clock();
    CHECK(resolved(files, {of_diff(entry(Operation::modify, "a", edits))}, {.match = match}).errors().empty());
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  };
  CHECK(seconds(MatchMode::whitespace) < 5 * seconds(MatchMode::exact) + 0.2);
}
