// Fuzzes the messages of the Model Context Protocol and the arguments of tools: whatever comes is one of the kinds that
// are known, and what is taken for the arguments of a tool can be said as a run of a command.
#include <cstdlib>
#include <string>
#include <string_view>

#include "mcp/message.h"
#include "ops/tools/arguments.h"
#include "ops/tools/result.h"
#include "ops/tools/tool.h"

using namespace aptix;
using app::mcp::Message;

static void check(bool holds) {
  if (!holds) std::abort();
}

static void call_all(const Message& message) {
  auto arguments = app::mcp::param(message, "arguments");
  for (const ops::ToolRow& tool : ops::tool_rows()) {
    auto checked = ops::ToolArguments::check(tool, arguments);
    if (!checked.ok()) {
      check(!ops::failed_call(tool, checked.diagnostics).success);
      continue;
    }
    auto call = tool.call(checked.value);
    if (call) check(!call->command.empty());
    else check(!call.error().message.empty());
  }
}

static void take(const Message& message) {
  switch (message.kind) {
    case Message::Kind::request: check(!message.id.empty()); break;
    case Message::Kind::notification: check(message.id.empty()); break;
    case Message::Kind::response: check(!message.id.empty()); return;
    case Message::Kind::invalid: check(message.code != 0 && !message.fault.empty()); return;
  }
  (void)app::mcp::meta(message, "io.modelcontextprotocol/protocolVersion");
  if (message.method == "tools/call") call_all(message);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  auto incoming = app::mcp::read_message(std::string(text));
  check(!incoming->messages.empty());
  for (const Message& message : incoming->messages) take(message);
  ops::ToolCall call;
  call.operands.emplace_back();
  for (const ops::ToolRow& tool : ops::tool_rows())
    check(!ops::tool_result(tool, call, {.envelope = text, .proposal = text, .max_tokens = 20}).facts.empty());
  return 0;
}
