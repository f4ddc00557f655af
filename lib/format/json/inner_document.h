// Whether JSON that is none of our documents holds one: in a list, as a member of something, or in a string, where it
// may be of any form; or is one whose keys have no quotes. A look only, for the combinations of keys that only an edit
// has, in letters of any case. Pure.
#pragma once

#include <string_view>

#include "base/json/json.h"

namespace aptix::format {

bool holds_inner_document(std::string_view text);

// The same of a line-patch batch alone, or of an entry of one.
bool holds_inner_batch(const json::Value& value);

}  // namespace aptix::format
