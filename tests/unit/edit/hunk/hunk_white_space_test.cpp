// Added lines get the tabs of the text, or nothing is done.
#include "edit/hunk/hunk_places.h"

#include <doctest/doctest.h>

#include <string>

#include "diff/read/unified.h"

using namespace aptix;
using namespace aptix::edit;

namespace {

// The first added line of a hunk as it is given, or why it is not.
std::string given(std::string_view text, const std::string& body) {
  std::string patch = "--- a/x\n+++ b/x\n@@ ... @@\n" + body;
  diff::ParseResult parsed = diff::parse_unified(patch, {.end_is_certain = true});
  REQUIRE(parsed.files.size() == 1);
  const diff::Hunk* hunks[] = {&parsed.files[0].hunks.at(0)};
  PlacedHunks placed = place_uniquely(text, hunks);
  if (placed.hunks[0].why) return placed.hunks[0].why->message;
  for (const diff::HunkLine& line : placed.hunks[0].hunk->lines)
    if (line.kind == diff::HunkLine::Kind::added) return std::string(line.text);
  return "nothing is added";
}

}  // namespace

TEST_CASE("an added line has the indentation that the text has for the same spaces") {
  CHECK(given("f {\n\told\n}\n", " f {\n-    old\n+    new\n }\n") == "\tnew");
}

TEST_CASE("deeper indentation follows from the width that the old lines show") {
  CHECK(given("f {\n\told\n\t\tend\n}\n", " f {\n-    old\n+            new\n         end\n }\n") == "\t\t\tnew");
}

TEST_CASE("spaces inside a line do not tell which of them are tabs") {
  CHECK(given("\tname\tvalue\n", "-    name    value\n+    name    other\n")
            .find("it is not clear which of its added spaces are tabs") != std::string::npos);
  CHECK(given("\tname\tvalue\n", "-    name    value\n+    else  what\n")
            .find("it is not clear which of its added spaces are tabs") != std::string::npos);
}

TEST_CASE("white space that came to the ends of all old lines goes from the new ones") {
  CHECK(given("one\n\ntwo\n", " one  \n \n-two  \n+new  \n") == "new");
  CHECK(given("one\ntwo  \n", " one  \n-two  \n+new  \n") == "new  ");
  CHECK(given("one\ntwo\n", " one  \n-two\n+new  \n") == "new  ");
  CHECK(given("one  \ntwo\n", " one\n-two\n+new  \n") == "new  ");
}
