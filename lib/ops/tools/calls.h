// Translates each tool call to a run of a command. Pure. Part of the table: only rows.cpp includes it.
#pragma once

#include "ops/tools/arguments.h"
#include "ops/tools/tool.h"

namespace aptix::ops {

Result<ToolCall> call_list_files(const ToolArguments& arguments);
Result<ToolCall> call_read_file(const ToolArguments& arguments);
Result<ToolCall> call_get_excerpt(const ToolArguments& arguments);
Result<ToolCall> call_summarize_file(const ToolArguments& arguments);
Result<ToolCall> call_search_files(const ToolArguments& arguments);
Result<ToolCall> call_get_diff(const ToolArguments& arguments);
Result<ToolCall> call_file_history(const ToolArguments& arguments);
Result<ToolCall> call_write_file(const ToolArguments& arguments);
Result<ToolCall> call_apply_patch(const ToolArguments& arguments);
Result<ToolCall> call_apply_answer(const ToolArguments& arguments);
Result<ToolCall> call_undo(const ToolArguments& arguments);
Result<ToolCall> call_workspace_read(const ToolArguments& arguments);
Result<ToolCall> call_workspace_write(const ToolArguments& arguments);
Result<ToolCall> call_active_sha(const ToolArguments& arguments);
Result<ToolCall> call_list_active(const ToolArguments& arguments);
Result<ToolCall> call_patch_change(const ToolArguments& arguments);

}  // namespace aptix::ops
