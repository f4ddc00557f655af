// The tools as JSON schemas for model APIs. Pure.
#pragma once

#include <string>
#include <string_view>

#include "base/json/json_writer.h"
#include "ops/tools/tool.h"

namespace aptix::ops {

// openai: strict, so every property is required and an optional one may be null.
enum class ToolFamily : uint8_t { mcp, openai, anthropic };
inline constexpr std::string_view kToolFamilies[] = {"mcp", "openai", "anthropic"};  // by ToolFamily

// An object at the root, no additional properties, every field described. No '$ref' and no union types: some clients
// reject the whole list for one.
void write_fields_schema(json::Writer& w, std::span<const ToolField> fields, ToolFamily family);

// What the protocol revision allows.
enum class ToolDetail : uint8_t { all, without_output };  // without_output: 2025-03-26 and older
void write_tool(json::Writer& w, const ToolRow& tool, ToolFamily family, ToolDetail detail);

}  // namespace aptix::ops
