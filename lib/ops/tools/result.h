// Turns the --json output of a command into the result of a tool, limited to the rows of the tool and to what a model
// may get in one call. Pure. Only this module knows the shape of a result.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "ops/tools/tool.h"

namespace aptix::ops {

struct ToolResult {
  bool success = true;
  std::string facts{};     // a JSON object; for a failure it matches the schema only if has_schema
  std::string text{};      // the same for a reader
  bool has_schema = true;  // `facts` matches the result of the row
  std::string approval{};  // id of the change that waits for a person; "": none
  bool interrupted = false;
  int exit_code = 0;  // that of the command
};

// What a command printed.
struct CommandSaid {
  std::string_view envelope;       // its JSON object
  std::string_view proposal = {};  // after a conflict: what a dry run without the base printed; or ""
  uint64_t max_tokens = UINT64_MAX;
};
ToolResult tool_result(const ToolRow& tool, const ToolCall& call, const CommandSaid& said);
// True if the file is not the one that the edit was made for.
bool tells_of_conflict(std::string_view envelope);

// The result of a call whose command was not run: wrong arguments, unknown names.
ToolResult failed_call(const ToolRow& tool, const Diagnostics& said);

// The result of a change for which a person was asked and did not agree.
ToolResult held_call(const ToolRow& tool, std::string_view approval);

}  // namespace aptix::ops
