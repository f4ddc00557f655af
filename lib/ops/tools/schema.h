// The tools as JSON, for whoever offers them to a model. Pure.
#pragma once

#include <string>
#include <string_view>

#include "base/json/json_writer.h"
#include "ops/tools/tool.h"

namespace aptix::ops {

// openai: strict, so that every property is required and an optional one may be null.
enum class ToolFamily : uint8_t { mcp, openai, anthropic };
inline constexpr std::string_view kToolFamilies[] = {"mcp", "openai", "anthropic"};  // in the order of ToolFamily

// An object at the root, no other property allowed, every field described; no '$ref' and no union of types, which some
// clients answer by refusing the whole list.
void write_fields_schema(json::Writer& w, std::span<const ToolField> fields, ToolFamily family);

// What the protocol of the revision has room for.
enum class ToolDetail : uint8_t { all, without_output };  // without_output: 2025-03-26 and older
void write_tool(json::Writer& w, const ToolRow& tool, ToolFamily family, ToolDetail detail);

}  // namespace aptix::ops
