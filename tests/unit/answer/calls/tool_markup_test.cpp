#include <doctest/doctest.h>

#include <utility>
#include <variant>
#include <vector>

#include "base/json/json_writer.h"
#include "unit/answer/parsed.h"

using namespace aptix;
using test::Parsed;

namespace {

std::string tag(std::string_view name) { return "<" + std::string(name) + ">"; }

std::string parameter(std::string_view name, std::string_view value) {
  return tag("parameter name=\"" + std::string(name) + "\"") + std::string(value) + tag("/parameter") + "\n";
}

std::string call(std::string_view tool, const std::string& parameters) {
  return tag("invoke name=\"" + std::string(tool) + "\"") + "\n" + parameters + tag("/invoke") + "\n";
}

std::string list(const std::string& calls) {
  return tag("function_calls") + "\n" + calls + tag("/function_calls") + "\n";
}

const std::string kEditCall =
    call("Edit", parameter("file_path", "a") + parameter("old_string", "x\n\"q\"") + parameter("new_string", "y"));

}  // namespace

TEST_CASE("a call in tags is an edit, its texts as they stand") {
  for (const std::string& answer : {list(kEditCall), kEditCall, "I will.\n\n" + list(kEditCall) + "\nDone.\n",
           "```xml\n" + list(kEditCall) + "```\n"}) {
    CAPTURE(answer);
    Parsed parsed(answer);
    CHECK(parsed.formats.at(0) == "tool-markup");
    CHECK(parsed.said().empty());
    CHECK(parsed.file(0).path.str() == "a");
    CHECK(parsed.file(0).contract == Contract::unique);
    CHECK(parsed.replacement(0, 0).find == "x\n\"q\"");
    CHECK(parsed.replacement(0, 0).replace == "y");
  }
}

TEST_CASE("a call with '=' in its tags has its texts on lines of their own") {
  Parsed parsed(
      "<tool_call>\n<function=edit>\n<parameter=path>\na\n</parameter>\n<parameter=old_str>\n  "
      "x\n\n</parameter>\n<parameter=new_str>\ny\n</parameter>\n</function>\n</tool_call>\n");
  CHECK(parsed.said().empty());
  CHECK(parsed.replacement(0, 0).find == "  x\n");
  CHECK(parsed.replacement(0, 0).replace == "y");
}

TEST_CASE("a closing tag in the text of an argument does not end it") {
  std::string text = "f(" + tag("/parameter") + ")\n" + tag("/invoke") + "\n";
  Parsed parsed(
      call("Edit", parameter("file_path", "a") + parameter("old_string", text) + parameter("new_string", "y")));
  CHECK(parsed.said().empty());
  CHECK(parsed.replacement(0, 0).find == text);
}

TEST_CASE("flags, numbers and lists are texts in tags") {
  Parsed parsed(call("Edit",
      parameter("file_path", "a") + parameter("old_string", "x") + parameter("new_string", "y") +
          parameter("replace_all", "true")));
  CHECK(parsed.replacement(0, 0).limit == Limit::all);
  Parsed edits(call(
      "MultiEdit", parameter("file_path", "a") + parameter("edits", R"([{"old_string": "x", "new_string": "y"}])")));
  CHECK(edits.replacement(0, 0).find == "x");
}

TEST_CASE("a call in tags that was cut is refused") {
  std::string whole = list(kEditCall);
  for (size_t cut = whole.find("name=") + 12; cut + 2 < whole.size(); ++cut) {
    CAPTURE(cut);
    Parsed parsed(whole.substr(0, cut));
    CHECK((parsed.plan.files.empty() || !parsed.diagnostics.ok()));
  }
  CHECK(Parsed(list(kEditCall).substr(0, list(kEditCall).size() - 20)).only() ==
      "error block.unterminated 2:1: the call of a tool has no closing tag: the answer may be cut short [ask for the "
      "whole answer again]");
}

TEST_CASE("a call that changes nothing is passed over beside one that does") {
  Parsed parsed(list(call("Read", parameter("file_path", "a")) + kEditCall));
  CHECK(parsed.plan.files.size() == 1);
  CHECK(parsed.only() == "warning block.passed_over 2:1 /input: the call of 'Read' changes no file; it was skipped");
  CHECK(Parsed(list(call("Read", parameter("file_path", "a")))).formats.at(0).empty());
}

TEST_CASE("text in tags that is not UTF-8 is refused") {
  CHECK(Parsed(
            call("Edit", parameter("file_path", "a") + parameter("old_string", "x\xFF") + parameter("new_string", "y")))
            .only() == "error input.encoding 1:1: the call of a tool is not valid UTF-8 [write it as UTF-8]");
}

TEST_CASE("a text of beginnings of tags is no search to the end for each") {
  std::string text;
  for (size_t i = 0; i < 1'000'000; ++i) text += "</";
  Parsed parsed(
      call("Edit", parameter("file_path", "a") + parameter("old_string", text) + parameter("new_string", "y")));
  CHECK(parsed.said().empty());
  CHECK(parsed.replacement(0, 0).find == text);
}

TEST_CASE("a call that is cut inside its first tag is refused, too") {
  const std::string second = "And:\n\n<invoke name=\"Edit\"";
  for (size_t size = second.find('<') + 1; size <= second.size(); ++size) {
    CAPTURE(second.substr(0, size));
    Parsed parsed(kEditCall + second.substr(0, size));
    REQUIRE(parsed.diagnostics.errors.size() == 1);
    CHECK(parsed.diagnostics.errors[0].code == Code::block_unterminated);
    CHECK_FALSE(Parsed(kEditCall + tag("function_calls") + "\n" + second.substr(6, size - 6)).diagnostics.ok());
  }
  CHECK_FALSE(Parsed(kEditCall + tag("function_calls")).diagnostics.ok());
  CHECK(Parsed(kEditCall + tag("b") + "done" + tag("/b")).diagnostics.ok());
  CHECK(Parsed("Text.\n<img").diagnostics.ok());
}

TEST_CASE("a file in tags of its own is a whole file") {
  for (const std::string& answer : {
           std::string("<file path=\"a.c\">\nint a;\n</file>\n"),
           std::string("<files>\n  <file path='a.c'>\nint a;\n  </file>\n</files>\n"),
           std::string("<file path=\"a.c\"><![CDATA[\nint a;\n]]></file>\n"),
           std::string("<file path=\"a.c\">\n```c\nint a;\n```\n</file>\n"),
           std::string("<boltAction type=\"file\" filePath=\"a.c\">int a;</boltAction>\n"),
           std::string("<antArtifact identifier=\"x\" title=\"a.c\" type=\"code\">\nint a;\n</antArtifact>\n"),
           std::string("<file>\n<path>a.c</path>\n<content>\nint a;\n</content>\n</file>\n"),
           std::string("<document index=\"1\">\n<source>a.c</source>\n<document_content>\nint "
                       "a;\n</document_content>\n</document>\n"),
           std::string("<write_to_file>\n<path>a.c</path>\n<content>\nint "
                       "a;\n</content>\n<line_count>1</line_count>\n</write_to_file>\n"),
           std::string("```xml\n<file path=\"a.c\">\nint a;\n</file>\n```\n"),
       }) {
    CAPTURE(answer);
    Parsed parsed(answer);
    CHECK(parsed.said().empty());
    REQUIRE(parsed.plan.files.size() == 1);
    CHECK(parsed.file(0).path.str() == "a.c");
    CHECK(parsed.content(0) == "int a;\n");
  }
}

TEST_CASE("an edit in tags of its own has its texts on lines of their own") {
  for (const char* answer : {"<edit path=\"a.c\">\n<old_text>\nx\n</old_text>\n<new_text>\ny\n</new_text>\n</edit>\n",
           "<edit>\n<path>a.c</path>\n<search>x</search>\n<replace>y</replace>\n</edit>\n",
           "<file path=\"a.c\">\n<edit>\n<search>\nx\n</search>\n<replace>\ny\n</replace>\n</edit>\n</file>\n",
           "<search_and_replace>\n<path>a.c</path>\n<search>x</search>\n<replace>y</replace>\n</"
           "search_and_replace>\n"}) {
    CAPTURE(answer);
    Parsed parsed(answer);
    CHECK(parsed.said().empty());
    CHECK(parsed.file(0).path.str() == "a.c");
    CHECK(parsed.replacement(0, 0).find == "x");
    CHECK(parsed.replacement(0, 0).replace == "y");
  }
  Parsed two(
      "<edits "
      "path=\"a.c\">\n<old_text>x</old_text>\n<new_text>y</new_text>\n<old_text>z</old_text>\n<new_text>w</new_text>\n"
      "</edits>\n");
  CHECK(two.replacement(0, 1).find == "z");
  Parsed blocks(
      "<replace_in_file>\n<path>a.c</path>\n<diff>\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> "
      "REPLACE\n</diff>\n</replace_in_file>\n");
  CHECK(blocks.said().empty());
  CHECK(blocks.file(0).path.str() == "a.c");
  CHECK(Parsed("<delete_file>\n<path>a.c</path>\n</delete_file>\n").file(0).operation == Operation::remove);
  CHECK(Parsed("<delete_file path=\"a.c\"/>\n").file(0).operation == Operation::remove);
}

TEST_CASE("a tag may move a file") {
  for (const char* answer : {"<dyad-rename from=\"a.c\" to=\"b.c\"></dyad-rename>\n",
           "<lov-rename original_file_path=\"a.c\" new_file_path=\"b.c\" />\n",
           "<move_file source=\"a.c\" destination=\"b.c\"/>\n"}) {
    CAPTURE(answer);
    Parsed parsed(answer);
    CHECK(parsed.said().empty());
    CHECK(parsed.file(0).operation == Operation::rename);
    CHECK(parsed.file(0).from->str() == "a.c");
    CHECK(parsed.file(0).path.str() == "b.c");
  }
}

TEST_CASE("an edit in tags without a path is for the file that the words above name") {
  const std::string edit = "<edit>\n<search>x</search>\n<replace>y</replace>\n</edit>\n";
  for (const std::string& answer :
      {"`a.c`\n\n" + edit, "In `a.c`:\n\n```xml\n" + edit + "```\n", "`b.c`\n\n" + edit + "\n`a.c`\n\n" + edit}) {
    CAPTURE(answer);
    Parsed parsed(answer);
    CHECK(parsed.said().empty());
    REQUIRE_FALSE(parsed.plan.files.empty());
    CHECK(parsed.plan.files.back().path.str() == "a.c");
  }
  CHECK(Parsed(edit).only().starts_with("error field.missing 1:1 /input: the call names no file"));
}

TEST_CASE("tags in the code block of a file that has tags itself are its content") {
  const std::string file = "```xml\n<file>\n<path>b.c</path>\n<content>int b;</content>\n</file>\n```\n";
  CHECK(Parsed("`list.xml`\n" + file).file(0).path.str() == "list.xml");
  CHECK(Parsed(file).file(0).path.str() == "b.c");
}

TEST_CASE("tags that change no file, or stand around an edit, are none") {
  const std::string kDiff = "```diff\n--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-1\n+2\n```\n";
  for (const std::string& answer :
      {std::string("<read_file>\n<path>a.c</path>\n</read_file>\n"), std::string("<file path=\"a.c\"/>\n"),
          std::string("<think>\n<file path=\"a.c\">\nint a;\n</file>\n</think>\n"),
          std::string("<boltAction type=\"shell\">npm test</boltAction>\n"),
          std::string("<details>\n<summary>a.c</summary>\n\n</details>\n")}) {
    CAPTURE(answer);
    CHECK(Parsed(answer).plan.files.empty());
    CHECK(Parsed(answer).diagnostics.ok());
  }
  Parsed around("<file path=\"a.c\">\n" + kDiff + "</file>\n");
  CHECK(around.formats.at(0) == "diff");
}

TEST_CASE("a file in tags without its end is refused") {
  for (const char* answer : {"<file path=\"a.c\">\nint a;\n", "<write_to_file>\n<path>a.c</path>\n<content>\nint a;\n",
           "<write_to_file>\n<path>a.c</path>\n<content>\nint a;\n</content>\n",
           "<file path=\"a.c\">\nint a;\n</file>\nint b;\n</file>\n"}) {
    CAPTURE(answer);
    CHECK_FALSE(Parsed(answer).diagnostics.ok());
  }
}

TEST_CASE("a file, an old and a new text in tags that stand in a row are an edit of whole lines") {
  for (std::string_view names : {"file original patched", "path old new", "file_path old_text new_text"}) {
    CAPTURE(names);
    std::string path(names.substr(0, names.find(' '))), rest(names.substr(names.find(' ') + 1));
    std::string gone = rest.substr(0, rest.find(' ')), comes = rest.substr(rest.find(' ') + 1);
    auto field = [](const std::string& name, std::string_view text) {
      return tag(name) + std::string(text) + tag("/" + name) + "\n";
    };
    std::string row = field(path, "a.c") + field(gone, "x\n  y") + field(comes, "\nz\n");
    for (const std::string& answer : {row, "```c\n" + row + "```\n", "So:\n\n" + row + "\nThat is all.\n"}) {
      CAPTURE(answer);
      Parsed parsed(answer + (answer == row ? field(gone, "1") + field(comes, "2") : ""));
      CHECK(parsed.said().empty());
      CHECK(parsed.file(0).path.str() == "a.c");
      CHECK(parsed.file(0).contract == Contract::unique);
      REQUIRE(parsed.file(0).edits.size() == (answer == row ? 2 : 1));
      auto* block = std::get_if<TextBlock>(&parsed.file(0).edits[0].what);
      REQUIRE(block != nullptr);
      std::string lines;
      for (const diff::HunkLine& line : block->lines.lines)
        lines += (line.kind == diff::HunkLine::Kind::removed ? "-" : "+") + std::string(line.text) + "\n";
      CHECK(lines == "-x\n-  y\n+z\n");
    }
  }
}

TEST_CASE("a row of tags that was cut, or whose end is not clear, is refused") {
  std::string row = "<file>a.c</file>\n<original>x</original>\n<patched>y</patched>\n";
  for (size_t cut = row.find("x<"); cut + 1 < row.size(); ++cut) {
    CAPTURE(cut);
    Parsed parsed(row.substr(0, cut));
    CHECK((parsed.plan.files.empty() || !parsed.diagnostics.ok()));
  }
  const char* kCut =
      "error block.unterminated 1:1: the call of a tool has no closing tag: the answer may be cut short [ask for the "
      "whole answer again]";
  CHECK(Parsed(row.substr(0, row.size() - 6)).only() == kCut);
  CHECK(Parsed("<file>a.c</file>\n<original>x</original>\n<patched>y</patched>\nz</patched>\n").only() == kCut);
}

namespace {

using Arguments = std::vector<std::pair<std::string, std::string>>;

std::string as_object(const Arguments& arguments) {
  json::Writer writer;
  writer.begin_object();
  for (const auto& [key, value] : arguments) writer.field(key, value);
  writer.end_object();
  return writer.take();
}

std::string each(
    const Arguments& arguments, const std::string& open, const std::string& middle, const std::string& end) {
  std::string out;
  for (const auto& [key, value] : arguments) out += open + key + middle + value + end;
  return out;
}

std::string told(const Edit& edit) {
  if (auto* replace = std::get_if<FindReplace>(&edit.what))
    return " [" + std::string(replace->find) + "] -> [" + std::string(replace->replace) + "]";
  if (auto* whole = std::get_if<Whole>(&edit.what)) return " = [" + std::string(whole->content) + "]";
  return " other " + std::to_string(edit.what.index());
}

// What the answer asks for, in one line a file, and what was said without its place.
std::string asked(const std::string& answer) {
  Parsed parsed(answer);
  std::string out = parsed.diagnostics.ok() ? "" : "refused: " + parsed.diagnostics.errors.front().message + "\n";
  for (const FileEdit& file : parsed.plan.files) {
    out += std::to_string(static_cast<int>(file.operation)) + " " + (file.from ? file.from->str() + " " : "") +
        file.path.str();
    for (const Edit& edit : file.edits) out += told(edit);
    out += "\n";
  }
  return out;
}

}  // namespace

TEST_CASE("a call means the same as JSON and in tags") {
  const std::pair<std::string, Arguments> calls[] = {
      {"Edit", {{"file_path", "a.c"}, {"old_string", "x \"q\"\n  y"}, {"new_string", "z"}}},
      {"Edit", {{"file_path", "a.c"}, {"old_string", "x"}, {"new_string", "z"}, {"replace_all", "true"}}},
      {"str_replace_editor", {{"command", "str_replace"}, {"path", "a.c"}, {"old_str", "x"}, {"new_str", "z"}}},
      {"write_file", {{"path", "b.c"}, {"content", "one\ntwo\n"}}},
      {"delete_file", {{"path", "b.c"}}},
      {"move_file", {{"source", "b.c"}, {"destination", "d.c"}}},
      {"edit_file", {{"path", "a.c"}, {"old_text", ""}, {"new_text", "x\n"}}},
      {"edit_file", {{"path", "a.c"}, {"old_text", "x"}, {"new_text", "y"}, {"dryRun", "true"}}},
      {"append_file", {{"path", "a.c"}, {"content", "x\n"}}},
      {"Edit", {{"file_path", "../a.c"}, {"old_string", "x"}, {"new_string", "z"}}},
      {"Edit", {{"file_path", "a.c"}, {"old_string", "x"}}},
  };
  for (const auto& [tool, arguments] : calls) {
    const std::string object = as_object(arguments);
    CAPTURE(tool);
    CAPTURE(object);
    const std::string wanted = asked("{\"name\": \"" + tool + "\", \"input\": " + object + "}\n");
    CHECK_FALSE(wanted.empty());
    const std::string forms[] = {"{\"functionCall\": {\"name\": \"" + tool + "\", \"args\": " + object + "}}\n",
        "[{\"tool_name\": \"" + tool + "\", \"tool_input\": " + object + "}]\n",
        tag("invoke name=\"" + tool + "\"") + "\n" + each(arguments, "<parameter name=\"", "\">", "</parameter>\n") +
            tag("/invoke") + "\n",
        "<tool_call>\n<function=" + tool + ">\n" + each(arguments, "<parameter=", ">\n", "\n</parameter>\n") +
            "</function>\n</tool_call>\n",
        "<tool_call>" + tool + "\n" + each(arguments, "<arg_key>", "</arg_key>\n<arg_value>", "</arg_value>\n") +
            "</tool_call>\n"};
    for (const std::string& form : forms) {
      CAPTURE(form);
      CHECK(asked(form) == wanted);
      CHECK(asked("So:\n\n```\n" + form + "```\n") == wanted);
    }
  }
}
