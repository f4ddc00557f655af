// The arguments of one call of an edit tool, as edits of a file. Pure.
#pragma once

#include <deque>
#include <string>

#include "answer/calls/call_fields.h"
#include "answer/tree/json_support.h"
#include "base/json/json.h"

namespace aptix::answer {

// Appends the edits that the object asks for to the plan. One that only looks at files is passed over, with a warning.
// `documents` keeps what is read on the way.
void read_call_arguments(const CallReading& call, const json::Value& arguments, const std::string& pointer);

// Those of the V4A patch or the unified diff in a string, which names its files itself.
void read_call_patch(BlockReading& reading, const json::Value& patch, const std::string& pointer, const CallText& text);

}  // namespace aptix::answer
