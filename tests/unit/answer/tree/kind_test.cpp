#include "answer/tree/kind.h"

#include <doctest/doctest.h>

#include <string>

#include "answer/calls/calls.h"
#include "answer/outline/extract.h"
#include "unit/answer/parsed.h"

using namespace aptix;
using answer::json_holds_edit;

namespace {

bool holds_call(std::string_view text) { return answer::unread_call_in(text).has_value(); }

const std::string kEntry = R"({"path": "b", "operation": "patch", "patches": [{"find": "one", "replace": "ONE"}]})";
const std::string kInnerBundle = R"({"root": ".", "files": [)" + kEntry + "]}";

}  // namespace

TEST_CASE("a document in a list, an object or a string is found") {
  for (std::string text : {"[" + kInnerBundle + "]", "[" + kEntry + "]", "{\"bundle\": " + kInnerBundle + "}",
           "{\"data\": [" + kInnerBundle + "]}", "{\"Files\": [" + kEntry + "]}",
           "{\"params\": {\"arguments\": " + kInnerBundle + "}}", "{\"a\": 1}\n[" + kInnerBundle + "]",
           "[" + kInnerBundle + ",, x]"}) {
    CAPTURE(text);
    CHECK(json_holds_edit(text));
  }
  CHECK(json_holds_edit(R"({"content": "{\"root\": \".\", \"files\": [{\"path\": \"b\", \"content\": \"\"}]}"})"));
  CHECK(json_holds_edit(R"(" [{\"docPath\": \"b\", \"changes\": []}]")"));
  CHECK(holds_call(R"([{"result": {"Path": "b", "old_str": "x", "new_str": "y"}}])"));
  CHECK(json_holds_edit(R"({"result": {"patches": [{"find": "x", "replacement": "y"}]}})"));
}

TEST_CASE("line changes without the file that they are for are found") {
  CHECK(json_holds_edit(R"([{"operation": "insert", "afterLine": 0, "newLines": ["x"]}])"));
  CHECK(json_holds_edit(
      R"({"changes": [{"operation": "delete", "startLine": 1, "endLine": 1, "expectedOriginalLines": ["x"]}]})"));
  CHECK(json_holds_edit(R"({"operation": "replace", "matchLines": ["x"], "newLines": []})"));
  CHECK_FALSE(json_holds_edit(
      R"([{"operation": "insert", "table": "lines", "newLines": ["x"]}, {"operation": "insert", "afterLine": 0}])"));
}

TEST_CASE("a diff, a dialect or an answer in a string is found") {
  for (std::string text : {R"({"answer": "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"})",
           R"([{"type": "text", "text": "*** Begin Patch\n*** Delete File: x\n*** End Patch\n"}])",
           R"(["a.c\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n"])",
           R"({"reply": "Here:\n\n```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n```\n"})"}) {
    CAPTURE(text);
    CHECK(json_holds_edit(text));
  }
  CHECK_FALSE(json_holds_edit(R"({"log": "- one\n+ two\n"})"));
}

TEST_CASE("a document whose keys have no quotes is found") {
  CHECK(holds_call("{root: \".\", files: [{path: \"b.c\", operation: \"replace\", content: \"2\"}]}"));
  CHECK(holds_call("{\n  patches : [\n    { path: 'b.c', find: 'x', replace: 'y' }\n  ]\n}"));
  CHECK_FALSE(holds_call("{files: ['a.ts'], rules: {}}"));
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
    CHECK_FALSE(json_holds_edit(text));
  }
}

TEST_CASE("without a fence such JSON is a block of its own") {
  for (std::string inner :
      {"[" + kInnerBundle + "]", "[" + kEntry + "]", "{\"a\": {\"bundle\":\n" + kInnerBundle + "}}"}) {
    CAPTURE(inner);
    test::Parsed parsed("Do this:\n\n" + inner + "\n\nThat is it.\n");
    REQUIRE(parsed.formats.size() == 1);
    CHECK(parsed.formats[0] == "");
    CHECK(parsed.blocks[0].body == inner);
  }
}
