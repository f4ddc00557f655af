// The readers of calls in the rows of kFormats[], each in a file of its own, and of the arguments of one call.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "answer/basis/block_reading.h"
#include "answer/calls/call_fields.h"
#include "answer/forms/bare.h"
#include "model/input.h"

namespace aptix::answer {

enum class CallNumber : uint8_t {
  only,        // it must be an edit
  of_several,  // one that changes nothing is passed over
};

// Appends the edits of the call in `json` to the plan; what is wrong is said where `text` stands in the block.
void read_tool_call(BlockReading& reading, std::string_view json, const CallText& text, CallNumber number);
void parse_edit_tool(BlockReading& reading);

// Appends the edits that the object asks for to the plan. One that only looks at files is passed over, with a warning.
// `documents` keeps what is read on the way.
void read_call_arguments(const CallReading& call, const json::Value& arguments, const std::string& pointer);

// Those of the V4A patch or the unified diff in a string, which names its files itself.
void read_call_patch(BlockReading& reading, const json::Value& patch, const std::string& pointer, const CallText& text);

bool detect_tool_markup(const Block& block);
std::optional<BareText> bare_markup(const BareStart& start);
void parse_tool_markup(BlockReading& reading);

bool detect_shell(const Block& block);
void parse_shell(BlockReading& reading);

}  // namespace aptix::answer
