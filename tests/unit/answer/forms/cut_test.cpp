#include <doctest/doctest.h>

#include "unit/answer/parsed.h"

using namespace aptix;
using test::Parsed;

TEST_CASE("what stands inside a bundle or a diff is never looked at for dialects") {
  CHECK(Parsed("```json\n{\"root\": \".\", \"files\": [{\"path\": \"a\", \"content\": \"\n<<<<<<< SEARCH\n*** Begin "
               "Patch\n\"}]}\n```\n")
            .formats.at(0) == "bundle");
  CHECK(Parsed("```diff\n--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n a\n+<<<<<<< SEARCH\n```\n").formats.at(0) == "diff");
}

TEST_CASE("an unclosed fence around no whole document means that the answer may be cut") {
  Parsed parsed("text\n```python\nprint(");
  REQUIRE(parsed.diagnostics.errors.size() == 1);
  CHECK(test::lines_of(parsed.diagnostics).at(0) ==
      "error block.unterminated 3:1: the code block has no closing fence and holds no whole document: the answer may "
      "be cut short [ask for the whole answer again]");
  CHECK(Parsed("```json\n").formats.at(0) == "cut");
  CHECK(Parsed("```json\n{").formats.at(0) == "cut");
}
