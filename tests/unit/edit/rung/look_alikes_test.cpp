#include "edit/rung/ladder.h"

#include <doctest/doctest.h>

#include <string>

#include "diff/compute/hunk_between.h"

using namespace aptix;

namespace {

// What is written, "(none)", "(several)" or "(untold)".
std::string alike(std::string_view text, std::string_view before, std::string_view after) {
  edit::RefitResult result = edit::LookAlikes(text).find(diff::hunk_between(before, after));
  if (!result.untold.empty()) return "(untold)";
  if (!result.lines.empty()) return "(several)";
  if (!result.only) return "(none)";
  std::string out = result.only->differs + "\n";
  for (const diff::HunkLine& line : result.only->hunk.lines)
    if (line.kind != diff::HunkLine::Kind::removed) out += std::string(line.text) + "\n";
  return out;
}

}  // namespace

TEST_CASE("new lines get the quotes that the old ones have in the text") {
  CHECK(alike("say(\"a\");\nend\n", "say(“a”);\nend\n", "say(“b”);\nend\n") ==
      "typographic characters\nsay(\"b\");\nend\n");
  CHECK(alike("It’s a “house”.\n", "It's a \"house\".\n", "It's a \"hut\".\n") ==
      "typographic characters\nIt’s a “hut”.\n");
  // The text has both, and nothing says which the new one is.
  CHECK(alike("say(\"a\"); // “so”\nend\n", "say(“a”); // “so”\nend\n", "done(“b”);\nend\n") == "(untold)");
}

TEST_CASE("entities and escapes are read where the old lines then stand exactly") {
  CHECK(alike("a < b\nend\n", "a &lt; b\nend\n", "a &lt;= b\nend\n") == "HTML entities\na <= b\nend\n");
  CHECK(alike("p(\"x\\n\");\nend\n", "p(\\\"x\\\\n\\\");\nend\n", "p(\\\"y\\\\n\\\");\nend\n") ==
      "a level of escapes\np(\"y\\n\");\nend\n");
  CHECK(alike("a < b\nend\n", "a &lt; c\nend\n", "a &lt;= c\nend\n") == "(none)");
}

TEST_CASE("line numbers are those of a listing when they count the old lines") {
  CHECK(alike("one\ntwo\nend\n", "7 | one\n8 | two\n", "7 | one\n8 | three\n") ==
      "the line numbers of a listing\none\nthree\n");
  CHECK(alike("one\ntwo\nend\n", "7 | one\n9 | two\n", "7 | one\n9 | three\n") == "(none)");
}

TEST_CASE("two places that look alike are told both") {
  CHECK(alike("a < b\n\na < b\n", "a &lt; b\n", "a &gt; b\n") == "(several)");
}
