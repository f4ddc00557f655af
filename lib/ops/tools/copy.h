// Copies parsed JSON to a writer. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/json/json.h"
#include "base/json/json_writer.h"
#include "ops/tools/tool.h"

namespace aptix::ops {

void write_value(json::Writer& w, const json::Value& value);

// The members that the rows name, if `object` has them with their type. Other members and nulls are left out, so the
// output always matches the schema of the rows. Writes no braces.
void write_fields(json::Writer& w, const json::Value& object, std::span<const ToolField> fields,
    size_t most_objects = SIZE_MAX,  // per list
    size_t most_inner = SIZE_MAX);   // per list within a member

}  // namespace aptix::ops
