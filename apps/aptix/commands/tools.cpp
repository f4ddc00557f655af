// aptix tools and aptix tool call: the functions of aptix as tools for agents.
#include <unistd.h>

#include <algorithm>

#include "base/json/record.h"
#include "ops/tools/schema.h"
#include "render/json.h"
#include "tools/roots.h"
#include "tools/toolbox.h"

namespace aptix::app {
namespace {

Result<Answer> run_tools(Session& session) {
  ops::ToolFamily family = ops::ToolFamily::mcp;
  std::string_view word = session.arguments.value("for").value_or("mcp");
  for (size_t i = 0; i < std::size(ops::kToolFamilies); ++i)
    if (ops::kToolFamilies[i] == word) family = static_cast<ops::ToolFamily>(i);
  bool as_json = session.arguments.has("for");
  json::Writer list;
  list.begin_array();
  Said said;
  for (const ops::ToolRow& tool : ops::tool_rows()) {
    ops::write_tool(list, tool, family, ops::ToolDetail::all);
    std::string_view first = tool.description.substr(0, tool.description.find("\n\n"));
    said.text +=
        fmt::format("{:<22} {:<6} {}{}\n", tool.name, tool.permission == ops::Permission::read ? "reads" : "writes",
            first.substr(0, first.find(". ")), tool.offered == ops::Offered::by_default ? "" : "  (--tools)");
  }
  list.end_array();
  std::string schemas = list.take();
  said.json = json::object([&](json::Writer& w) { w.field("for", word).key("tools").raw(schemas); });
  if (as_json) said.text = schemas + "\n";
  return make_answer(session, said);
}

Result<const ops::ToolRow*> tool_named(const std::string& name) {
  if (const ops::ToolRow* tool = ops::find_tool(name)) return tool;
  std::vector<std::string_view> known;
  for (const ops::ToolRow& row : ops::tool_rows()) known.push_back(row.name);
  std::string_view guess = nearest_word(name, known);
  return fail(Code::usage, fmt::format("there is no tool '{}'", escape_for_display(name)),
      guess.empty() ? "'aptix tools' lists them" : fmt::format("did you mean '{}'?", guess));
}

Result<std::string> arguments_text(const Session& session) {
  if (auto given = session.arguments.value("args")) return std::string(*given);
  return read_all(STDIN_FILENO, "<stdin>", 256u << 20, session.environment.interrupted);
}

Result<ops::ToolResult> call_tool(const Session& session, const ops::ToolRow& tool) {
  TRY_ASSIGN(roots, tool_roots(session));
  TRY_ASSIGN(text, arguments_text(session));
  json::ReadResult read = json::read(text.empty() ? std::string_view("{}") : std::string_view(text));
  if (!read.document || !read.errors.empty())
    return fail(read.errors.empty() ? Code::json_syntax : read.errors.front().code,
        fmt::format("the arguments of '{}' are not JSON: {}", tool.name,
            read.errors.empty() ? "" : read.errors.front().message),
        "give one JSON object");
  ToolboxOptions options{.roots = std::move(roots),
      .words = session.arguments.words_of({"state-dir", "wait"}),
      .session = session.environment.session,
      .no_sync = session.flag("no-sync")};
  Toolbox toolbox(session.environment, std::move(options));
  return toolbox.run(tool, read.document->root(),
      {.interrupted = session.environment.interrupted, .committed = session.environment.committed});
}

// One object, whatever happens.
Result<Answer> run_tool_call(Session& session) {
  static const ops::ToolRow kNone{};
  auto tool = tool_named(session.arguments.operands().front());
  auto result = tool ? call_tool(session, **tool) : Result<ops::ToolResult>(fail(std::move(tool).error()));
  if (!result) result = ops::failed_call(tool ? **tool : kNone, Diagnostics{.errors = {std::move(result).error()}});
  return Answer{.out = result->facts + "\n", .exit_code = result->exit_code};
}

}  // namespace

extern constexpr Command kTools = {
    .name = "tools",
    .summary = "list the tools that agents may call, with their schemas",
    .description =
        "Lists the tools that 'aptix mcp' offers and 'aptix tool call' runs: what each does, and whether it writes. "
        "Those marked '(--tools)' are offered only where 'aptix mcp --tools' names them. With --for it prints their "
        "schemas as an array: 'mcp' as the Model Context Protocol lists them, 'openai' and 'anthropic' as these "
        "families of models take functions.",
    .options = {option("for", "mcp|openai|anthropic", "print the schemas for this family")},
    .examples = {{"aptix tools", "what there is"},
        {"aptix tools --for openai > tools.json", "the functions for a strict function call"}},
    .run = run_tools,
};

extern constexpr Command kToolCall = {
    .name = "tool call",
    .summary = "run a tool with arguments as JSON",
    .operands = "NAME",
    .description =
        "Runs the tool NAME with the JSON object on standard input as its arguments, and prints its result as one JSON "
        "object. It is the same as a call through 'aptix mcp', for agents that run programs: what it writes into a "
        "sensitive file waits for a person, and what it reads is in the audit. The exit code is that of the command "
        "that the tool runs.",
    .shared = kNoSync | kEverywhere,
    .options = {option("args", "JSON", "the arguments, instead of standard input")},
    .examples = {{"aptix tool call read_file --args '{\"filepath\": \"src/main.c\"}'", "a file with its SHA-256"},
        {"aptix tool call apply_patch < call.json", "a patch, held to the SHA-256 that it states"}},
    .run = run_tool_call,
    .is_json = true,
};

}  // namespace aptix::app
