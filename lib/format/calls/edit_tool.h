// Calls of edit tools as JSON, in whatever an interface wraps around them. Pure.
#pragma once

#include <string_view>

#include "format/calls/call_fields.h"
#include "format/json/json_support.h"

namespace aptix::format {

enum class CallNumber : uint8_t {
  only,        // it must be an edit
  of_several,  // one that changes nothing is passed over
};

// Appends the edits of the call in `json` to the plan; what is wrong is said where `text` stands in the block.
void read_tool_call(BlockReading& reading, std::string_view json, const CallText& text, CallNumber number);

}  // namespace aptix::format
