// An edit of another form in a string of a call: all its faults stand where the string does. Pure.
#pragma once

#include <cstddef>
#include <string>

#include "base/json/json.h"
#include "format/calls/call_fields.h"
#include "format/json/json_support.h"

namespace aptix::format {

using ParseText = void (*)(BlockReading& reading);

void read_inner(BlockReading& reading, Block block, ParseText parse, size_t offset, const std::string& pointer);

// One that names its files itself: a V4A patch or a unified diff.
void read_call_patch(BlockReading& reading, const json::Value& patch, const std::string& pointer, const CallText& text);

}  // namespace aptix::format
