// Checks JSON against the part of JSON Schema 2020-12 that our schemas use; any other keyword fails the test.
#pragma once

#include "base/json/json.h"

namespace aptix::test {

bool conforms(const json::Value& value, const json::Value& schema);

// Whether the schema is one for constrained decoding: an object at the root, every object closed, every property
// required, no keyword but those that conforms() knows.
bool is_strict(const json::Value& schema);

}  // namespace aptix::test
