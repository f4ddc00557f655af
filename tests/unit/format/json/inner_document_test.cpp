#include "format/json/inner_document.h"

#include <doctest/doctest.h>

#include <string>

#include "unit/format/parsed.h"

using namespace aptix;
using format::holds_inner_document;

namespace {

const std::string kEntry = R"({"path": "b", "operation": "patch", "patches": [{"find": "one", "replace": "ONE"}]})";
const std::string kBundle = R"({"root": ".", "files": [)" + kEntry + "]}";

}  // namespace

TEST_CASE("a document in a list, an object or a string is found") {
  for (std::string text :
      {"[" + kBundle + "]", "[" + kEntry + "]", "{\"bundle\": " + kBundle + "}", "{\"data\": [" + kBundle + "]}",
          "{\"Files\": [" + kEntry + "]}", "{\"params\": {\"arguments\": " + kBundle + "}}",
          "{\"a\": 1}\n[" + kBundle + "]", "[" + kBundle + ",, x]"}) {
    CAPTURE(text);
    CHECK(holds_inner_document(text));
  }
  CHECK(holds_inner_document(R"({"content": "{\"root\": \".\", \"files\": [{\"path\": \"b\", \"content\": \"\"}]}"})"));
  CHECK(holds_inner_document(R"(" [{\"docPath\": \"b\", \"changes\": []}]")"));
  CHECK(holds_inner_document(R"([{"result": {"Path": "b", "old_str": "x", "new_str": "y"}}])"));
  CHECK(holds_inner_document(R"({"result": {"patches": [{"find": "x", "replacement": "y"}]}})"));
}

TEST_CASE("line changes without the file that they are for are found") {
  CHECK(holds_inner_document(R"([{"operation": "insert", "afterLine": 0, "newLines": ["x"]}])"));
  CHECK(holds_inner_document(
      R"({"changes": [{"operation": "delete", "startLine": 1, "endLine": 1, "expectedOriginalLines": ["x"]}]})"));
  CHECK(holds_inner_document(R"({"operation": "replace", "matchLines": ["x"], "newLines": []})"));
  CHECK_FALSE(holds_inner_document(
      R"([{"operation": "insert", "table": "lines", "newLines": ["x"]}, {"operation": "insert", "afterLine": 0}])"));
}

TEST_CASE("a diff, a dialect or an answer in a string is found") {
  for (std::string text : {R"({"answer": "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"})",
           R"([{"type": "text", "text": "*** Begin Patch\n*** Delete File: x\n*** End Patch\n"}])",
           R"(["a.c\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n"])",
           R"({"reply": "Here:\n\n```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n```\n"})"}) {
    CAPTURE(text);
    CHECK(holds_inner_document(text));
  }
  CHECK_FALSE(holds_inner_document(R"({"log": "- one\n+ two\n"})"));
}

TEST_CASE("a document whose keys have no quotes is found") {
  CHECK(holds_inner_document("{root: \".\", files: [{path: \"b\", operation: \"replace\", content: \"2\"}]}"));
  CHECK(holds_inner_document("{\n  patches : [\n    { path: 'b', find: 'x', replace: 'y' }\n  ]\n}"));
  CHECK_FALSE(holds_inner_document("{files: ['a.ts'], rules: {}}"));
  CHECK_FALSE(holds_inner_document("{profiles: [], path: 'a', content: 'b'}"));
}

TEST_CASE("JSON of other programs is none") {
  for (std::string text : {R"({"name": "x", "files": ["dist", "README.md"], "root": true})",
           R"({"files": ["a.ts"], "compilerOptions": {"paths": {}}})",
           R"([{"op": "replace", "path": "/a", "value": 1}])",
           R"({"paths": {"/x": {"path": "/x", "operation": "getX"}}})",
           R"([{"root": "/", "files": [{"path": "a", "size": 1}]}])", R"([{"find": "x", "replace": "y"}])",
           R"({"overrides": [{"files": ["*.ts"]}], "patches": ["a.patch"]})",
           R"({"changes": [{"path": "a", "content": "b"}]})", "{ a: 1 }", "\"text\"", "[1, 2]", "", "{"}) {
    CAPTURE(text);
    CHECK_FALSE(holds_inner_document(text));
  }
}

TEST_CASE("without a fence such JSON is a block of its own") {
  for (std::string inner : {"[" + kBundle + "]", "[" + kEntry + "]", "{\"a\": {\"bundle\":\n" + kBundle + "}}"}) {
    CAPTURE(inner);
    test::Parsed parsed("Do this:\n\n" + inner + "\n\nThat is it.\n");
    REQUIRE(parsed.formats.size() == 1);
    CHECK(parsed.formats[0] == "");
    CHECK(parsed.blocks[0].body == inner);
  }
}
