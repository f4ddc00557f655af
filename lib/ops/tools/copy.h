// JSON that was read, written once more. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/json/json.h"
#include "base/json/json_writer.h"
#include "ops/tools/tool.h"

namespace aptix::ops {

void write_value(json::Writer& w, const json::Value& value);

// The members that the rows name, where `object` has them with their type; the others and null are left out, so that
// what is written always keeps to the schema of the rows. Without the brackets of the object.
void write_fields(json::Writer& w, const json::Value& object, std::span<const ToolField> fields,
    size_t most_objects = SIZE_MAX,  // of each list
    size_t most_inner = SIZE_MAX);   // of each list within a member

}  // namespace aptix::ops
