// Comments of HTML in an answer: a code block in one is no edit.
#include <doctest/doctest.h>

#include <string>

#include "unit/answer/answer.h"

using namespace aptix;
using test::Answer;

namespace {

const std::string kEdit = "```json\n{\"root\": \".\", \"files\": [{\"path\": \"a\", \"content\": \"x\"}]}\n```\n";
const std::string kCodeBlock = "```\nx\n```\n";

}  // namespace

TEST_CASE("a code block in a comment is passed over, and said so when it is an edit") {
  Answer answer("Not this:\n<!--\n" + kEdit + "-->\nbut this:\n" + kCodeBlock);
  CHECK(answer.body() == "x\n");
  CHECK(answer.found.ok());
  REQUIRE(answer.found.diagnostics.warnings.size() == 1);
  CHECK(answer.found.diagnostics.warnings[0].code == Code::block_passed_over);
  CHECK(answer.found.diagnostics.warnings[0].message == "there is an edit in a comment of HTML; it was skipped");
  CHECK(answer.found.diagnostics.warnings[0].where.line == 2);
  Answer quiet("<!-- old\n" + kCodeBlock + "text --> text\n" + kCodeBlock);
  CHECK(quiet.only().line == 7);
  CHECK(quiet.found.diagnostics.warnings.empty());
}

TEST_CASE("a comment on one line, in the middle of a line or indented as code comments nothing out") {
  for (const char* comment : {"<!-- a.txt -->\n", "<!--->\n", "<!-- a --> b\n", "see <!--\n", "    <!--\n"}) {
    CAPTURE(comment);
    Answer answer(comment + kEdit + "-->\n");
    CHECK(answer.blocks().size() == 1);
    CHECK(answer.found.diagnostics.warnings.empty());
  }
  CHECK(Answer("   <!--\n" + kCodeBlock + "-->\n").blocks().empty());
}

TEST_CASE("a comment without an end is none") {
  CHECK(Answer("<!--\n" + kEdit).blocks().size() == 1);
  CHECK(Answer(kEdit + "<!--\n" + kCodeBlock + "<!--\n" + kCodeBlock).blocks().size() == 3);
}

TEST_CASE("a comment inside of a block is content") {
  CHECK(Answer("```html\n<!--\nx\n```\n-->\n").body() == "<!--\nx\n");
  CHECK(Answer("a.html\n<<<<<<< SEARCH\n<!--\n=======\n<!-- b\n>>>>>>> REPLACE\n\n" + kCodeBlock + "-->\n")
            .blocks()
            .size() == 2);
}

TEST_CASE("a comment that ends in a code block is none") {
  Answer answer("<!-- page\n```html\n<!-- x -->\n```\n" + kEdit);
  REQUIRE(answer.blocks().size() == 2);
  CHECK(answer.blocks()[1].info == "json");
  CHECK(answer.found.ok());
}

TEST_CASE("an edit that may reach out of a comment, or that is not marked as code, is refused") {
  const std::string texts[] = {
      "<!--\n```diff\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-<!-- a -->\n+b\n```\n",
      "<!--\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n-->\n",
      "<!--\n{\"root\": \".\", \"files\": []}\n-->\n",
  };
  for (const std::string& text : texts) {
    CAPTURE(text);
    Answer answer(text);
    REQUIRE(answer.found.diagnostics.errors.size() == 1);
    CHECK(answer.found.diagnostics.errors[0].message ==
        "there is an edit in a comment of HTML: it is not clear whether it is meant");
  }
}
