#include <doctest/doctest.h>

#include "unit/format/parsed.h"

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
  CHECK(
      parsed.only() == "warning block.passed_over 2:1 /input: the call of 'Read' changes no file; it was passed over");
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
