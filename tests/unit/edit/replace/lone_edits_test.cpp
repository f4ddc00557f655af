// Edits that are made at once, and what they may not have to do with each other.
#include "edit/replace/lone_edits.h"

#include <doctest/doctest.h>

#include <string>

using namespace aptix;

namespace {

struct Made {
  std::string text;  // "" where the edits are not lone
  std::vector<uint64_t> lines;
};

Made lone(std::string_view text, const std::vector<FindReplace>& edits, uint64_t most_size = UINT64_MAX) {
  Made out;
  std::optional<edit::FindReplaceResult> result = edit::made_at_once(text, edits, most_size, SIZE_MAX);
  if (!result) return out;
  for (std::string_view piece : result->pieces) out.text += piece;
  for (const EditOutcome& outcome : result->outcomes) out.lines.push_back(outcome.line);
  return out;
}

}  // namespace

TEST_CASE("edits of places that have nothing to do with each other are made at once, in any order") {
  Made made =
      lone("first line\nsecond line\nthird line\n", {{"third", "3rd"}, {"first", "0th line\n1st"}, {"second", "2nd"}});
  CHECK(made.text == "0th line\n1st line\n2nd line\n3rd line\n");
  CHECK(made.lines == std::vector<uint64_t>{3, 1, 3});
}

TEST_CASE("edits of lines next to each other are made at once") {
  CHECK(lone("a = 1\nb = 2\nc = 3\n", {{"a = 1\n", "a = 11\n"}, {"b = 2\n", ""}, {"c = 3\n", "c = 33\n"}}).text ==
      "a = 11\nc = 33\n");
}

TEST_CASE("an edit that makes what a later one looks for is not made at once, but one that makes what was found is") {
  CHECK(lone("some text, other text", {{"some", "an other text"}, {"other text", "end"}}).text.empty());
  CHECK(lone("some text, other text", {{"other text", "end"}, {"some", "an other text"}}).text ==
      "an other text text, end");
}

TEST_CASE("an edit that completes what a later one looks for is not made at once") {
  std::string text = "name_of_file(old) name_of_file(new) ------------------------------";
  CHECK(lone(text, {{"old", "new"}, {"name_of_file(new)", "x"}}).text.empty());
  CHECK(lone(text, {{"(old", "(older"}, {"name_of_file(new)", "x"}}).text ==
      "name_of_file(older) x ------------------------------");
  std::string name = "the_name_of_a_long_function_that_is_";
  std::string found = name + "new";
  text = name + "old, " + name + "new, " + name + name;
  CHECK(lone(text, {{"old", "new"}, {found, "x"}}).text.empty());
  CHECK(lone(text, {{"old", "older"}, {found, "x"}}).text == name + "older, x, " + name + name);
  text = "abcd old_abcd_efgh_ijkl, long after it new_abcd_efgh_ijkl ------------------------------";
  CHECK(lone(text, {{"old", "new"}, {"new_abcd_efgh_ijkl", "x"}}).text.empty());
  CHECK(lone(text, {{"old", "never"}, {"new_abcd_efgh_ijkl", "x"}}).text ==
      "abcd never_abcd_efgh_ijkl, long after it x ------------------------------");
}

TEST_CASE("an edit that mends one byte of what a later one looks for is not made at once, wherever that byte is") {
  const std::string wanted = "retry_count = read_setting()";
  for (size_t pad = 0; pad < 8; ++pad)
    for (size_t at = 1; at < wanted.size(); ++at) {
      std::string damaged = wanted;
      damaged[at] = '#';
      std::string text = std::string(40 + pad, '-') + damaged + std::string(40, '-') + wanted;
      std::string mended = wanted.substr(at - 1, 2), old = damaged.substr(at - 1, 2);
      CAPTURE(text);
      CHECK(lone(text, {{old, mended}, {wanted, "x"}}).text.empty());
    }
}

TEST_CASE("edits that touch each other's places, or have several, are not made at once") {
  CHECK(lone("one two three", {{"one two", "1"}, {"two three", "2"}}).text.empty());
  CHECK(lone("one two one", {{"one", "1"}, {"two", "2"}}).text.empty());
  CHECK(lone("one two", {{"one", "1"}, {"three", "3"}}).text.empty());
}

TEST_CASE("an edit that was made before is not made at once with others") {
  CHECK(lone("anchor\nadded\nother\n", {{"anchor\n", "anchor\nadded\n"}, {"other", "next"}}).text.empty());
  CHECK(lone("anchor\nother\n", {{"anchor\n", "anchor\nadded\n"}, {"other", "next"}}).text == "anchor\nadded\nnext\n");
}

TEST_CASE("a text that gets too long on the way is not made at once") {
  std::vector<FindReplace> edits = {{"ab", "0123456789"}, {"cdefghij", ""}};
  CHECK(lone("ab cdefghij", edits, 19).text == "0123456789 ");
  CHECK(lone("ab cdefghij", edits, 18).text.empty());
}

TEST_CASE("a large text is searched in two halves, and a place may lie in both") {
  std::string text;
  for (int i = 0; text.size() < (5u << 20); ++i) text += "line " + std::to_string(i) + " of many, as long as it is\n";
  std::vector<FindReplace> edits;
  std::string expected = text;
  for (size_t at : {text.size() - 100, text.size() / 2 - 20, text.size() / 4, size_t{0}}) {
    edits.push_back({std::string_view(text).substr(at, 60), "another text", Limit::once});
    expected.replace(at, 60, "another text");
  }
  CHECK(lone(text, edits).text == expected);
  edits[3].find = std::string_view(text).substr(0, 4);  // stands in both halves
  CHECK(lone(text, edits).text.empty());
  edits[3] = {"stands nowhere", "", Limit::once};
  CHECK(lone(text, edits).text.empty());
}
