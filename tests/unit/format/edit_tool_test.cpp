#include <doctest/doctest.h>

#include "unit/format/parsed.h"

using namespace aptix;
using test::Parsed;

namespace {

std::string said(const std::string& call) { return test::joined(Parsed("```json\n" + call + "\n```\n").said()); }

}  // namespace

TEST_CASE("old and new text are found under the names of all tools") {
  for (const char* call : {R"({"file_path": "a", "old_string": "x", "new_string": "y"})", R"({"command": "str_replace", "path": "a", "old_str": "x", "new_str": "y"})",
                           R"({"path": "a", "edits": [{"oldText": "x", "newText": "y"}], "dryRun": false})", R"({"filePath": "a", "oldString": "x", "newString": "y"})",
                           R"({"name": "edit", "input": {"path": "a", "old_text": "x", "new_text": "y"}})",
                           R"({"type": "function", "function": {"name": "edit", "arguments": "{\"path\": \"a\", \"old_str\": \"x\", \"new_str\": \"y\"}"}})",
                           R"([{"name": "edit", "arguments": {"file_path": "a", "old_string": "x", "new_string": "y"}}])"}) {
    Parsed parsed("```json\n" + std::string(call) + "\n```\n");
    CAPTURE(call);
    CHECK(parsed.formats.at(0) == "edit-tool");
    CHECK(parsed.diagnostics.ok());
    CHECK(parsed.file(0).path.str() == "a");
    CHECK(parsed.file(0).contract == Contract::unique);
    CHECK(parsed.replacement(0, 0).find == "x");
    CHECK(parsed.replacement(0, 0).replace == "y");
  }
}

TEST_CASE("how often a text is replaced is stated by two fields") {
  CHECK(Parsed(R"({"file_path": "a", "old_string": "x", "new_string": "y", "replace_all": true})").replacement(0, 0).limit == Limit::all);
  Parsed counted(R"({"file_path": "a", "old_string": "x", "new_string": "y", "expected_replacements": 3})");
  CHECK(counted.replacement(0, 0).limit == Limit::all);
  CHECK(counted.replacement(0, 0).expected == 3);
  CHECK(Parsed(R"({"file_path": "a", "old_string": "x", "new_string": "y", "expected_replacements": 1})").replacement(0, 0).limit == Limit::once);
}

TEST_CASE("a text editor creates and inserts, and looks without an edit") {
  Parsed created(R"({"command": "create", "path": "a", "file_text": "x\n"})");
  CHECK(created.file(0).operation == Operation::create);
  CHECK(created.content(0) == "x\n");
  Parsed inserted(R"({"command": "insert", "path": "a", "insert_line": 2, "new_str": "x\ny"})");
  CHECK(inserted.hunk(0, 0).old_start == 2);
  CHECK(inserted.hunk(0, 0).lines.size() == 2);
}

TEST_CASE("a patch tool gives one object for a file") {
  Parsed updated(R"({"type": "update_file", "path": "a", "diff": "@@ f()\n-x\n+y\n"})");
  CHECK(std::get<TextBlock>(updated.file(0).edits.at(0).what).anchors.at(0) == "f()");
  CHECK(Parsed(R"({"type": "create_file", "path": "a", "diff": "+x\n"})").file(0).operation == Operation::create);
  CHECK(Parsed(R"({"type": "delete_file", "path": "a"})").file(0).operation == Operation::remove);
}

TEST_CASE("faults of a call are refused at their place") {
  CHECK(said(R"({"old_string": "x", "new_string": "y"})").starts_with("error field.missing 2:1: the call names no file"));
  CHECK(said(R"({"path": "a", "old_string": "", "new_string": "y"})").starts_with("error find.empty 2:29"));
  CHECK(said(R"({"path": "a", "old_string": "x", "new_string": "x"})").starts_with("error field.value 2:1: the old and the new text are the same"));
  CHECK(said(R"({"path": "a", "old_string": 1, "new_string": "x"})").starts_with("error field.type 2:29 /old_string: 'old_string' must be a string, not a number"));
  CHECK(said(R"({"path": "a", "old_string": "x", "old_str": "z", "new_string": "x"})").starts_with("error field.unexpected"));
  CHECK(said(R"({"path": "a", "edits": [{"oldText": "x", "newText": "x"}]})").starts_with("error field.value"));
  CHECK(said(R"({"path": "../a", "old_string": "x", "new_string": "y"})").starts_with("error path.invalid"));
  CHECK(said(R"({"command": "insert", "path": "a", "insert_line": -1, "new_str": "y"})").starts_with("error field.value"));
  CHECK(said(R"({"file_path": "a", "old_string": "x", "new_string": "y", "expected_replacements": 0})").starts_with("error field.value"));
  CHECK(said(R"({"file_path": "a", "old_string": "x", "new_str)").starts_with("error json.truncated"));
}
