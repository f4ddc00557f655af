#include <doctest/doctest.h>

#include <algorithm>

#include "unit/answer/parsed.h"

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
          R"({"tool_name": "Edit", "tool_input": {"file_path": "a", "old_string": "x", "new_string": "y"}})",
          R"({"functionCall": {"name": "replace", "args": {"file_path": "a", "old_string": "x", "new_string": "y"}}})",
          R"({"candidates": [{"content": {"parts": [{"text": "So."}, {"functionCall": {"name": "replace", "args": {"file_path": "a", "old_string": "x", "new_string": "y"}}}]}}]})",
          R"({"method": "tools/call", "params": {"name": "edit_file", "arguments": {"path": "a", "edits": [{"oldText": "x", "newText": "y"}]}}})",
          R"({"TargetFile": "a", "ReplacementChunks": [{"AllowMultiple": false, "TargetContent": "x", "ReplacementContent": "y"}]})",
          R"({"replacements": [{"filePath": "a", "oldString": "x", "newString": "y"}]})",
          R"({"pathInProject": "a", "oldText": "x", "newText": "y"})",
          R"({"edit_file": {"path": "a", "search": "x", "replace": "y"}})",
          R"({"path": "a", "find": "x", "replace": "y"})", R"([{"file": "a", "original": "x", "updated": "y"}])",
          R"({"edits": [{"file": "a", "before": "x", "after": "y"}]})",
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

TEST_CASE("arguments in a string of JSON are a call however long they are") {
  constexpr size_t kLines = 100'000;  // so much memory is taken away at once when it is given back
  std::string lines;
  for (size_t i = 0; i < kLines; ++i) lines += R"(y\\n)";
  Parsed parsed(
      R"({"name": "edit", "arguments": "{\"path\": \"a\", \"old_str\": \"x\", \"new_str\": \")" + lines + R"(\"}"})");
  CHECK(parsed.diagnostics.ok());
  CHECK(parsed.replacement(0, 0).find == "x");
  CHECK(parsed.replacement(0, 0).replace.size() == 2 * kLines);
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
  CHECK(
      lacks(R"({"command": "create", "path": "a"})") == "error field.missing 2:1: the content of the file is missing");
  CHECK(lacks(R"({"command": "insert", "path": "a", "new_str": "y"})") ==
      "error field.value 2:1: 'insert_line' is not the number of a line");
  CHECK(lacks(R"({"command": "str_replace", "old_str": "x", "new_str": "y"})") ==
      "error field.missing 2:1: the call names no file");
  CHECK(lacks(R"({"name": "Edit", "input": {"file_path": "a"}})") ==
      "error field.missing 2:27 /input: the old text is missing");
  CHECK(lacks(R"({"name": "Write", "input": {"file_path": "a"}})") ==
      "error field.missing 2:28 /input: the content of the file is missing");
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

TEST_CASE("the same call may be a string of JSON, and stand in a tag, in a code block as well") {
  const std::string call = R"({"name": "Edit", "arguments": {"path": "a", "old_str": "x", "new_str": "y"}})";
  const std::string string =
      R"("{\"name\": \"Edit\", \"arguments\": {\"path\": \"a\", \"old_str\": \"x\", \"new_str\": \"y\"}}")";
  const std::string tags =
      "<function=Edit>\n<parameter=path>a</parameter>\n<parameter=old_str>\nx\n</parameter>\n<parameter=new_str>\ny\n"
      "</parameter>\n</function>\n";
  for (const std::string& wrapped :
      {string, "[" + string + "]", "<tool_call>\n" + call + "\n</tool_call>", "<tool_call>\n" + tags + "</tool_call>"})
    for (const std::string& answer : {"I will.\n\n" + wrapped + "\n\nDone.\n", "```\n" + wrapped + "\n```\n",
             "- So:\n\n  ```\n  " + wrapped + "\n  ```\n"}) {
      CAPTURE(answer);
      Parsed parsed(answer);
      CHECK(parsed.said().empty());
      REQUIRE(parsed.plan.files.size() == 1);
      CHECK(parsed.file(0).path.str() == "a");
      CHECK(parsed.replacement(0, 0).find == "x");
      CHECK(parsed.replacement(0, 0).replace == "y");
    }
  CHECK(Parsed("```html\n<div>\n{\"a\": 1}\n</div>\n```\n").plan.files.empty());
}

TEST_CASE("calls may stand one after the other, in a code block as well") {
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
}

TEST_CASE("no old text makes a new file, and line 0 is the top") {
  Parsed made(R"({"file_path": "a", "old_string": "", "new_string": "x\n"})");
  CHECK(made.file(0).operation == Operation::create);
  CHECK(made.content(0) == "x\n");
  Parsed top(R"({"command": "insert", "path": "a", "insert_line": 0, "new_str": "x\ny\n"})");
  const LineChange& change = std::get<LineChange>(top.file(0).edits.at(0).what);
  CHECK(change.first == 0);
  CHECK(std::ranges::equal(change.lines, std::vector<std::string_view>{"x", "y"}));
}

TEST_CASE("calls that only look are passed over, and those that take back are refused") {
  Parsed looked(
      R"([{"command": "view", "path": "a"}, {"command": "str_replace", "path": "a", "old_str": "x", "new_str": "y"}])");
  CHECK(looked.plan.files.size() == 1);
  CHECK(looked.only() == "warning block.passed_over 1:2 /0: the call changes no file; it was skipped");
  CHECK(
      Parsed(
          R"([{"command": "str_replace", "path": "a", "old_str": "x", "new_str": "y"}, {"command": "undo_edit", "path": "a"}])")
          .only() ==
      "error field.value 1:75 /1: 'undo_edit' does not say which edit to undo [leave it out, and the call that it "
      "undoes]");
}

TEST_CASE("calls that change files in a way that is not read are refused, also in a block of their own") {
  const std::string edit =
      "```json\n{\"command\": \"str_replace\", \"path\": \"a\", \"old_str\": \"x\", \"new_str\": \"y\"}\n```\n";
  for (std::string call : {R"({"command": "undo_edit", "path": "a"})",
           R"({"name": "NotebookEdit", "input": {"notebook_path": "n.ipynb", "cell_id": "1", "new_source": "x"}})",
           R"({"name": "append_to_file", "input": {"path": "a.c", "content": "x\n"}})",
           R"({"name": "regex_replace", "input": {"path": "a.c", "search": "x", "replace": "y"}})",
           R"({"path": "a", "search": "x", "replace": "y", "use_regex": true})",
           R"({"file_path": "a", "start_line": 1, "end_line": 2, "new_content": "x"})",
           R"({"path": "a", "old_text": "x", "new_text": "y", "dryRun": true})"}) {
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

TEST_CASE("calls that delete, move or copy a file are read") {
  CHECK(Parsed(R"({"name": "delete_file", "input": {"target_file": "a"}})").file(0).operation == Operation::remove);
  CHECK(Parsed(R"({"command": "delete", "path": "a"})").file(0).operation == Operation::remove);
  for (const char* call : {R"({"name": "moveFile", "arguments": "{\"source\": \"a\", \"destination\": \"b\"}"})",
           R"({"command": "rename", "old_path": "a", "new_path": "b"})",
           R"({"name": "move_path", "input": {"source_path": "a", "destination_path": "b"}})"}) {
    CAPTURE(call);
    Parsed moved(call);
    CHECK(moved.diagnostics.ok());
    CHECK(moved.file(0).operation == Operation::rename);
    CHECK(moved.file(0).path.str() == "b");
    CHECK(moved.file(0).from->str() == "a");
  }
  CHECK(said(R"({"name": "move_file", "input": {"source": "a"}})")
            .starts_with("error field.missing 2:32 /input: the call has no destination path"));
}

TEST_CASE("the first of several edits may make the file") {
  Parsed made(
      R"({"name": "MultiEdit", "input": {"file_path": "a", "edits": [{"old_string": "", "new_string": "x\n"}, {"old_string": "x", "new_string": "y"}]}})");
  CHECK(made.said().empty());
  CHECK(made.file(0).operation == Operation::create);
  CHECK(made.content(0) == "x\n");
  CHECK(made.replacement(1, 0).find == "x");
}

TEST_CASE("a call may hold a diff or SEARCH/REPLACE blocks for its file") {
  Parsed blocks(
      R"({"name": "replace_in_file", "input": {"path": "a", "diff": "<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n"}})");
  CHECK(blocks.said().empty());
  CHECK(blocks.file(0).path.str() == "a");
  CHECK(std::get<TextBlock>(blocks.file(0).edits.at(0).what).lines.lines.size() == 2);
  Parsed diff(R"({"name": "apply_diff", "input": {"path": "a", "diff": "@@ -1 +1 @@\n-x\n+y\n"}})");
  CHECK(diff.said().empty());
  CHECK(diff.file(0).path.str() == "a");
  CHECK(diff.hunk(0, 0).lines.size() == 2);
}

TEST_CASE("paths and contents alone are whole files, unless the path of the block says that the JSON is one") {
  for (const char* call : {R"({"a/b.c": "x\n", "Makefile": "y\n"})",
           R"([{"path": "a/b.c", "content": "x\n"}, {"path": "Makefile", "content": "y\n"}])"}) {
    CAPTURE(call);
    Parsed files(call);
    CHECK(files.said().empty());
    CHECK(files.content(0) == "x\n");
    CHECK(files.file(1).path.str() == "Makefile");
  }
  CHECK(said(R"({"a/b.c": "x\n", "note": "y"})").starts_with("error field.unexpected 2:26 /note: 'note' is no path"));
  CHECK(Parsed("`files.json`\n```json\n{\"a/b.c\": \"x\\n\"}\n```\n").file(0).path.str() == "files.json");
  CHECK(Parsed("`files.json`\n```json\n[{\"path\": \"a/b.c\", \"content\": \"x\"}]\n```\n").file(0).path.str() ==
      "files.json");
  CHECK(Parsed("Example response:\n\n```json\n{\"path\": \"/api\", \"content\": \"x\"}\n```\n").plan.files.empty());
  CHECK(Parsed(R"({"error.title": "It failed", "error.text": "Sorry"})").plan.files.empty());
  CHECK(Parsed(R"([{"path": "a/b.c", "line": 3, "content": "unused"}])").plan.files.empty());
  CHECK(Parsed(R"({"name": "add_comment", "input": {"path": "a/b.c", "content": "Nice.\n"}})").plan.files.empty());
}

TEST_CASE("a call whose result stands after it was made already") {
  CHECK(Parsed(
      R"([{"type": "tool_use", "id": "1", "name": "Edit", "input": {"file_path": "a", "old_string": "x", "new_string": "y"}}, {"type": "tool_result", "tool_use_id": "1", "content": "done"}])")
            .only()
            .starts_with("error block.unread 1:118 /1: this is the result of a tool call: its edit was already made"));
  CHECK(Parsed(
      R"([{"type": "tool_use", "id": "1", "name": "Read", "input": {"file_path": "a"}}, {"type": "tool_result", "content": "x"}, {"type": "tool_use", "name": "Edit", "input": {"file_path": "a", "old_string": "x", "new_string": "y"}}])")
            .diagnostics.ok());
}

TEST_CASE("a call without a path is for the file that the words above it name") {
  Parsed parsed("### `src/a.c`\n\n```json\n{\"old_string\": \"x\", \"new_string\": \"y\"}\n```\n");
  CHECK(parsed.diagnostics.ok());
  CHECK(parsed.file(0).path.str() == "src/a.c");
}
