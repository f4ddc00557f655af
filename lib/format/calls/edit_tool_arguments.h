// The arguments of one call of an edit tool, as edits of a file. Pure.
#pragma once

#include <cstddef>
#include <deque>
#include <string>

#include "base/json/json.h"
#include "format/json/json_support.h"

namespace aptix::format {

// Where the JSON of a call stands in the block: its values have an offset from `base`, or, inside of another text, all
// the same one.
struct CallText {
  size_t base = 0;
  bool inside = false;

  size_t at(const json::Value& value) const { return inside ? base : base + value.offset(); }
};

// What is called: the name of the tool, "" when nothing says it.
struct CallName {
  std::string_view tool;
  bool alone = true;  // no other call stands next to it, so it must be an edit
};

// Appends the edits that the object asks for to the plan. One that only looks at files is passed over, with a warning.
// `documents` keeps what is read on the way.
void read_call_arguments(JsonReading& reading, const json::Value& call, const std::string& pointer,
    const CallText& text, const CallName& name, std::deque<json::Document>& documents);

// A V4A patch in a string of a call; all its faults stand where the string does.
void read_call_patch(JsonReading& reading, const json::Value& patch, const std::string& pointer, const CallText& text);

}  // namespace aptix::format
