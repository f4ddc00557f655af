// The table of tools: every row keeps to what clients take, and its example is a call.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "base/json/json.h"
#include "base/text/trim.h"
#include "ops/tools/arguments.h"
#include "ops/tools/schema.h"

namespace aptix::ops {
namespace {

constexpr std::string_view kExample = "Example: ";

std::string_view example_of(const ToolRow& tool) {
  size_t at = tool.description.find(kExample);
  return at == std::string_view::npos ? std::string_view() : tool.description.substr(at + kExample.size());
}

TEST_CASE("a tool has a short name, a title, and an example within the first 600 bytes of its description") {
  std::set<std::string_view> names;
  for (const ToolRow& tool : tool_rows()) {
    CAPTURE(tool.name);
    CHECK(names.insert(tool.name).second);
    CHECK(tool.name.size() <= 40);
    CHECK(tool.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos);
    CHECK_FALSE(tool.title.empty());
    CHECK(tool.description.size() <= 2048);
    CHECK_FALSE(example_of(tool).empty());
    CHECK(tool.description.size() <= 600);
    CHECK((tool.call != nullptr));
    CHECK((tool.result.size() != 0));
  }
  CHECK(names.size() == 17);
}

TEST_CASE("eight tools are offered by default, and four of them are always loaded") {
  std::vector<std::string_view> offered, loaded;
  for (const ToolRow& tool : tool_rows()) {
    if (tool.offered == Offered::by_default) offered.push_back(tool.name);
    if (tool.always_loaded) loaded.push_back(tool.name);
  }
  CHECK((offered ==
      std::vector<std::string_view>{
          "list_files", "read_file", "search_files", "get_diff", "write_file", "apply_patch", "apply_answer", "undo"}));
  CHECK((loaded == std::vector<std::string_view>{"read_file", "search_files", "apply_patch", "apply_answer"}));
}

TEST_CASE("the example of a tool is taken by the tool") {
  for (const ToolRow& tool : tool_rows()) {
    CAPTURE(tool.name);
    std::string example(example_of(tool));
    json::ReadResult read = json::read(example);
    REQUIRE(read.document);
    auto arguments = ToolArguments::check(tool, read.document->root());
    REQUIRE(arguments.ok());
    CHECK(tool.call(arguments.value).has_value());
  }
}

void check_schema(const json::Value& schema, bool openai) {
  static const std::set<std::string_view> kKnown = {
      "type", "properties", "required", "additionalProperties", "description", "enum", "items", "minimum"};
  for (auto it = schema.begin(); it != schema.end(); ++it)
    CHECK_MESSAGE(kKnown.contains(it.member().key), it.member().key);
  auto type = schema.find("type");
  REQUIRE(type);
  CHECK((openai || type->type() == json::Type::string));
  auto properties = schema.find("properties");
  bool object = type->text() == "object" || (type->type() == json::Type::array && (*type->begin()).text() == "object");
  CHECK(properties.has_value() == object);
  if (auto items = schema.find("items")) check_schema(*items, openai);
  if (!properties) return;
  CHECK(properties->size() <= 64);
  CHECK_FALSE(schema.find("additionalProperties")->boolean());
  if (openai) CHECK(schema.find("required")->size() == properties->size());
  for (auto it = properties->begin(); it != properties->end(); ++it) {
    CHECK_FALSE((*it).find("description")->text().empty());
    check_schema(*it, openai);
  }
}

TEST_CASE("the schemas hold to what all families take: objects that are closed, no unions, every field described") {
  for (ToolFamily family : {ToolFamily::mcp, ToolFamily::anthropic, ToolFamily::openai})
    for (const ToolRow& tool : tool_rows())
      for (auto fields : {tool.arguments, tool.result}) {
        CAPTURE(tool.name);
        json::Writer w;
        write_fields_schema(w, fields, family);
        std::string text = w.take();
        json::ReadResult read = json::read(text);
        REQUIRE(read.document);
        check_schema(read.document->root(), family == ToolFamily::openai);
      }
}

Diagnostics faults(std::string_view tool, const std::string& text) {
  json::ReadResult read = json::read(text);
  return ToolArguments::check(*find_tool(tool), read.document->root()).diagnostics;
}

TEST_CASE("arguments that break the schema are all named, with what is taken") {
  Diagnostics said = faults("read_file", R"({"path": "a", "start": "3"})");
  REQUIRE(said.errors.size() == 3);
  CHECK(said.errors[0].message == "read_file: there is no argument 'path'");
  CHECK(said.errors[0].hint == "it takes 'filepath', 'start', 'end', 'max_tokens'");
  CHECK(said.errors[1].message == "read_file: 'start' must be a whole number from 0 up");
  CHECK(said.errors[2].message == "read_file: 'filepath' is missing");
  CHECK(faults("write_file", R"({"filepath": "a", "content": "", "mode": "over"})").errors.front().message ==
      "write_file: 'over' is not a value of 'mode'");
  CHECK(faults("list_files", "[]").errors.front().message == "list_files: the arguments must be an object");
}

TEST_CASE("an optional argument may be null") { CHECK(faults("list_files", R"({"globs": null, "limit": null})").ok()); }

ToolCall call_of(std::string_view tool, const std::string& text) {
  json::ReadResult read = json::read(text);
  auto arguments = ToolArguments::check(*find_tool(tool), read.document->root());
  return find_tool(tool)->call(arguments.value).value_or(ToolCall{});
}

TEST_CASE("a tool is a run of its command") {
  ToolCall read = call_of("read_file", R"({"filepath": "a b", "start": 3, "end": 9})");
  CHECK(read.command == "read");
  CHECK((read.options == std::vector<std::string>{"--lines=3:9"}));
  CHECK((read.operands == std::vector<std::string>{"a b"}));
  ToolCall search = call_of("search_files", R"({"query": "-x", "word": true, "globs": ["*.c"], "cursor": "20"})");
  CHECK((search.options == std::vector<std::string>{"--word", "--max=20", "--skip=20"}));
  CHECK((search.operands == std::vector<std::string>{"-x", "*.c"}));
  ToolCall batch = call_of("workspace_write_patch", R"({"files": [{"docPath": "r/a", "n": [1, true, null]}]})");
  CHECK(batch.input == R"({"files":[{"docPath":"r/a","n":[1,true,null]}]})");
}

TEST_CASE("a base is at least twelve hexadecimal digits") {
  json::ReadResult read = json::read(std::string_view(R"({"patch": "x", "base_sha256": "abc"})"));
  auto arguments = ToolArguments::check(*find_tool("apply_patch"), read.document->root());
  auto call = find_tool("apply_patch")->call(arguments.value);
  REQUIRE_FALSE(call.has_value());
  CHECK(call.error().message == "'abc' is not a SHA-256");
  CHECK(call_of("apply_patch", R"({"patch": "x", "base_sha256": "ABCDEF012345"})").base_sha == "abcdef012345");
}

}  // namespace
}  // namespace aptix::ops
