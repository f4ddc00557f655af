// What the members of a JSON object say of a call of a tool, by a look at them without a tree. Pure.
#pragma once

#include <cstdint>
#include <string_view>

#include "format/json/skim.h"

namespace aptix::format {

// A set of what was seen; sets of members are joined by '|'.
using CallSigns = uint32_t;

CallSigns call_signs_of(std::string_view key, const Skimmer& value);

// Do the members make a call, or wrap one?
bool make_call(CallSigns signs);
// Nothing but paths and contents?
bool make_files_alone(CallSigns signs);
// A text to be replaced: where the object is cut, it is a call all the same.
bool hold_old_text(CallSigns signs);

// Whether a call is among the elements of the list, or stands in the string.
bool holds_call(const Skimmer& value);

}  // namespace aptix::format
