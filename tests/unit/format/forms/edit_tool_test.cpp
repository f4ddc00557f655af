#include <doctest/doctest.h>

#include "unit/format/parsed.h"

using namespace aptix;
using test::Parsed;

namespace {

std::string said(const std::string& call) { return test::joined(Parsed("```json\n" + call + "\n```\n").said()); }

}  // namespace

TEST_CASE("old and new text are found under the names of all tools") {
  for (const char* call :
      {R"({"file_path": "a", "old_string": "x", "new_string": "y"})",
          R"({"command": "str_replace", "path": "a", "old_str": "x", "new_str": "y"})",
          R"({"path": "a", "edits": [{"oldText": "x", "newText": "y"}], "dryRun": false})",
          R"({"filePath": "a", "oldString": "x", "newString": "y"})",
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
  CHECK(Parsed(R"({"file_path": "a", "old_string": "x", "new_string": "y", "replace_all": true})")
            .replacement(0, 0)
            .limit == Limit::all);
  Parsed counted(R"({"file_path": "a", "old_string": "x", "new_string": "y", "expected_replacements": 3})");
  CHECK(counted.replacement(0, 0).limit == Limit::all);
  CHECK(counted.replacement(0, 0).expected == 3);
  CHECK(Parsed(R"({"file_path": "a", "old_string": "x", "new_string": "y", "expected_replacements": 1})")
            .replacement(0, 0)
            .limit == Limit::once);
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
  CHECK(
      said(R"({"old_string": "x", "new_string": "y"})").starts_with("error field.missing 2:1: the call names no file"));
  CHECK(said(R"({"path": "a", "old_string": "", "new_string": ""})").starts_with("error find.empty 2:29"));
  CHECK(said(R"({"path": "a", "old_string": "x", "new_string": "x"})")
            .starts_with("error field.value 2:1: the old and the new text are the same"));
  CHECK(said(R"({"path": "a", "old_string": 1, "new_string": "x"})")
            .starts_with("error field.type 2:29 /old_string: 'old_string' must be a string, not the number 1"));
  CHECK(said(R"({"path": "a", "old_string": "x", "old_str": "z", "new_string": "x"})")
            .starts_with("error field.unexpected"));
  CHECK(said(R"({"path": "a", "edits": [{"oldText": "x", "newText": "x"}]})").starts_with("error field.value"));
  CHECK(said(R"({"path": "../a", "old_string": "x", "new_string": "y"})").starts_with("error path.invalid"));
  CHECK(said(R"({"command": "insert", "path": "a", "insert_line": -1, "new_str": "y"})")
            .starts_with("error field.value"));
  CHECK(said(R"({"file_path": "a", "old_string": "x", "new_string": "y", "expected_replacements": 0})")
            .starts_with("error field.value"));
  CHECK(said(R"({"file_path": "a", "old_string": "x", "new_str)").starts_with("error json.truncated"));
}

TEST_CASE("a call that lacks an argument is refused, also beside others") {
  std::string good = R"({"path": "b", "old_str": "x", "new_str": "y"})";
  auto lacks = [&](const std::string& call) {
    std::string alone = said(call);
    CHECK(test::joined(Parsed("```json\n" + call + "\n```\n\n```json\n" + good + "\n```\n").said()) == alone);
    return alone.substr(0, alone.find(" ["));
  };
  std::string no_old = "error field.missing 2:1: the old text is missing";
  CHECK(lacks(R"({"command": "str_replace", "path": "a", "new_str": "y"})") == no_old);
  CHECK(lacks(R"({"command": "str_replace", "path": "a"})") == no_old);
  CHECK(lacks(R"({"file_path": "a", "new_string": "y"})") == no_old);
  CHECK(lacks(R"({"file_path": "a", "old_string": "y"})") == "error field.missing 2:1: the new text is missing");
  CHECK(lacks(R"({"command": "create", "path": "a"})") == "error field.missing 2:1: the field 'file_text' is missing");
  CHECK(lacks(R"({"command": "insert", "path": "a", "new_str": "y"})") ==
      "error field.value 2:1: 'insert_line' is not the number of a line");
  CHECK(lacks(R"({"command": "str_replace", "old_str": "x", "new_str": "y"})") ==
      "error field.missing 2:1: the call names no file");
  CHECK(lacks(R"({"name": "Edit", "input": {"file_path": "a"}})") ==
      "error field.missing 2:27 /input: the old text is missing");
  CHECK(lacks(R"({"name": "Write", "input": {"file_path": "a"}})") ==
      "error field.missing 2:28 /input: the field 'file_text' is missing");
  CHECK(said(R"({"name": "str_replace_based_edit_tool", "input": {"command": "view", "path": "a"}})") == "");
}

TEST_CASE("calls are found in what interfaces wrap around them") {
  const std::string edit = R"({"file_path": "a", "old_string": "x", "new_string": "y"})";
  const std::string escaped = R"("{\"file_path\": \"a\", \"old_string\": \"x\", \"new_string\": \"y\"}")";
  for (const std::string& answer :
      {
          "[\n " + edit + "\n]\n",
          "```json\n[" + edit + "]\n```\n",
          R"({"type": "tool_use", "id": "t", "name": "Edit", "input": )" + edit + "}\n",
          R"({"role": "assistant", "content": [{"type": "text", "text": "So"}, {"type": "tool_use", "name": "Edit", "input": )" +
              edit + "}]}\n",
          R"([{"type": "text", "text": "So"}, {"type": "tool_use", "name": "Edit", "input": )" + edit + "}]\n",
          R"({"role": "assistant", "content": null, "tool_calls": [{"id": "c", "function": {"name": "edit", "arguments": )" +
              escaped + "}}]}\n",
          R"({"choices": [{"message": {"tool_calls": [{"function": {"name": "edit", "arguments": )" + escaped +
              "}}]}}]}\n",
      }) {
    CAPTURE(answer);
    Parsed parsed(answer);
    CHECK(parsed.formats.at(0) == "edit-tool");
    CHECK(parsed.diagnostics.ok());
    CHECK(parsed.plan.files.size() == 1);
    CHECK(parsed.replacement(0, 0).find == "x");
  }
}

TEST_CASE("calls may stand one behind the other, in a code block as well") {
  for (const char* answer : {"{\"file_path\": \"a\", \"old_string\": \"x\", \"new_string\": \"y\"}\n{\"file_path\": "
                             "\"a\", \"old_string\": \"z\", \"new_string\": \"w\"}\n",
           "```json\n{\"file_path\": \"a\", \"old_string\": \"x\", \"new_string\": \"y\"}\n\n{\"file_path\": \"a\",\n "
           "\"old_string\": \"z\", \"new_string\": \"w\"}\n```\n"}) {
    Parsed parsed(answer);
    CHECK(parsed.said().empty());
    CHECK(std::get<FindReplace>(parsed.plan.files.back().edits.back().what).find == "z");
  }
  CHECK(said("{\"file_path\": \"a\", \"old_string\": \"x\", \"new_string\": \"y\"}\n{\"file_path\": \"a\"; }")
            .starts_with("error json.syntax 3:18"));
}

TEST_CASE("an array of calls that was cut is refused") {
  std::string whole =
      R"([{"file_path": "a", "old_string": "x", "new_string": "y"}, {"file_path": "a", "old_string": "z", "new_string": "w"}])";
  for (size_t cut = 3; cut < whole.size(); ++cut) {
    CAPTURE(cut);
    Parsed parsed(whole.substr(0, cut));
    CHECK(!parsed.diagnostics.ok());
  }
}

TEST_CASE("a patch in a call is read as one") {
  std::string patch = R"(*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch\n)";
  for (const std::string& answer :
      {R"({"input": ")" + patch + "\"}", R"({"name": "apply_patch", "arguments": {"patch": ")" + patch + "\"}}",
          R"({"command": ["apply_patch", ")" + patch + "\"]}",
          R"({"cmd": ["bash", "-lc", "apply_patch <<'EOF'\n)" + patch + "EOF\\n\"]}",
          R"({"type": "custom_tool_call", "name": "apply_patch", "input": ")" + patch + "\"}"}) {
    CAPTURE(answer);
    Parsed parsed(answer);
    CHECK(parsed.said().empty());
    CHECK(parsed.file(0).path.str() == "a");
    CHECK(std::get<TextBlock>(parsed.file(0).edits.at(0).what).lines.lines.size() == 2);
  }
  CHECK(said(R"({"input": "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n"})")
            .starts_with("error block.unterminated 2:11 /input: the patch has no '*** End Patch'"));
}

TEST_CASE("a tool that writes whole files is named so") {
  Parsed written(R"({"name": "Write", "input": {"file_path": "a", "content": "x\n"}})");
  CHECK(written.file(0).operation == Operation::write);
  CHECK(written.content(0) == "x\n");
  CHECK(Parsed(R"({"name": "create_file", "arguments": {"path": "a", "content": "x\n"}})").file(0).operation ==
      Operation::create);
  CHECK(Parsed(R"({"path": "a", "content": "x\n"})").plan.files.empty());
}

TEST_CASE("no old text makes a new file, and line 0 is the top") {
  Parsed made(R"({"file_path": "a", "old_string": "", "new_string": "x\n"})");
  CHECK(made.file(0).operation == Operation::create);
  CHECK(made.content(0) == "x\n");
  Parsed top(R"({"command": "insert", "path": "a", "insert_line": 0, "new_str": "x\ny\n"})");
  const LineChange& change = std::get<LineChange>(top.file(0).edits.at(0).what);
  CHECK(change.first == 0);
  CHECK(change.lines == std::vector<std::string_view>{"x", "y"});
}

TEST_CASE("calls that only look are passed over, and those that take back are refused") {
  Parsed looked(
      R"([{"command": "view", "path": "a"}, {"command": "str_replace", "path": "a", "old_str": "x", "new_str": "y"}])");
  CHECK(looked.plan.files.size() == 1);
  CHECK(looked.only() == "warning block.passed_over 1:2 /0: the call changes no file; it was passed over");
  CHECK(
      Parsed(
          R"([{"command": "str_replace", "path": "a", "old_str": "x", "new_str": "y"}, {"command": "undo_edit", "path": "a"}])")
          .only() ==
      "error field.value 1:75 /1: the command 'undo_edit' cannot be read: what it takes back is not told [leave it "
      "out, and the call that it takes back]");
}

TEST_CASE("calls that change files in a way that is not read are refused, also in a block of their own") {
  const std::string edit =
      "```json\n{\"command\": \"str_replace\", \"path\": \"a\", \"old_str\": \"x\", \"new_str\": \"y\"}\n```\n";
  for (std::string call : {R"({"command": "undo_edit", "path": "a"})", R"({"command": "delete", "path": "a"})",
           R"({"command": "rename", "old_path": "a", "new_path": "b"})",
           R"({"name": "delete_file", "input": {"path": "a"}})",
           R"({"name": "moveFile", "arguments": "{\"source\": \"a\", \"destination\": \"b\"}"})"}) {
    CAPTURE(call);
    Parsed parsed(edit + "And:\n\n```json\n" + call + "\n```\n");
    REQUIRE(parsed.diagnostics.errors.size() == 1);
    CHECK(info(parsed.diagnostics.errors[0].code).exit_class == 3);
  }
  CHECK(Parsed(edit + R"({"name": "remove_files", "scripts": {"command": "delete"}})").diagnostics.ok());
  CHECK(Parsed(edit + R"({"name": "bash", "input": {"command": "delete"}})").diagnostics.ok());
}

TEST_CASE("flags and numbers may be given as strings") {
  Parsed all(R"({"file_path": "a", "old_string": "x", "new_string": "y", "replace_all": "true"})");
  CHECK(all.replacement(0, 0).limit == Limit::all);
  CHECK(Parsed(R"({"file_path": "a", "old_string": "x", "new_string": "y", "expected_replacements": "3"})")
            .replacement(0, 0)
            .expected == 3);
}

TEST_CASE("a path of a call may be in quotes, absolute below the root, and with backslashes") {
  auto path_of = [](const std::string& path) {
    Parsed parsed(
        R"({"file_path": ")" + path + R"(", "old_string": "x", "new_string": "y"})", {.root = "/home/me/repo"});
    return parsed.plan.files.empty() ? parsed.said().at(0) : parsed.file(0).path.str();
  };
  CHECK(path_of("`src/a.c`") == "src/a.c");
  CHECK(path_of("/home/me/repo/src/a.c") == "src/a.c");
  CHECK(path_of("src\\\\a.c") == "src/a.c");
  CHECK(path_of("/home/me/repo2/a.c").starts_with("error path.invalid"));
  CHECK(path_of("/home/me/repo/../a.c").starts_with("error path.invalid"));
  CHECK(path_of("/etc/passwd").starts_with("error path.invalid"));
}
