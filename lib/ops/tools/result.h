// What a command said under --json, as the result of a tool: held to the rows of the tool and to what a model may get
// in one call. Pure. The one place that knows the shape of a result.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "ops/tools/tool.h"

namespace aptix::ops {

struct ToolResult {
  bool success = true;
  std::string facts{};     // a JSON object; of a failure one that keeps to the schema only where has_schema
  std::string text{};      // the same for a reader
  bool has_schema = true;  // `facts` keeps to the result of the row
  std::string approval{};  // of the change that waits for a person; "": none does
  bool interrupted = false;
  int exit_code = 0;  // as the command's
};

// What a command said.
struct CommandSaid {
  std::string_view envelope;       // the one object that it printed
  std::string_view proposal = {};  // after a conflict: what a dry run without the base printed; or ""
  uint64_t max_tokens = UINT64_MAX;
};
ToolResult tool_result(const ToolRow& tool, const ToolCall& call, const CommandSaid& said);
// Whether the file is another one than the edit was made for.
bool tells_of_conflict(std::string_view envelope);

// Of a call that never came to its command: errors of its arguments, unknown names.
ToolResult failed_call(const ToolRow& tool, const Diagnostics& said);

// Of a change that waits for a person, who was asked and did not agree.
ToolResult held_call(const ToolRow& tool, std::string_view approval);

}  // namespace aptix::ops
