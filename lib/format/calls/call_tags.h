// Calls of tools written in tags: <invoke name="..."> with a <parameter name="..."> for each argument, <function=...>
// with <parameter=...>, and tags of other names (element.h). Only the tags are read here, not what the arguments mean.
// Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "format/calls/markup_call.h"

namespace aptix::format {

struct MarkupCalls {
  std::vector<MarkupCall> calls;
  size_t end = 0;    // after the last tag; the end of the text when it was cut
  bool cut = false;  // a tag that was opened is not closed; then there may be no call
};

// The calls that the line at `start` begins: one, or all that stand in a list of calls. Nothing when it begins none.
std::optional<MarkupCalls> markup_calls(std::string_view text, size_t start);

// What stands in a tag around all of the text: "<tool_call>{...}</tool_call>"; else the text.
std::string_view inside_wrapper(std::string_view text);

// Does the text end inside its first tag?
bool is_cut_tag(std::string_view text);

}  // namespace aptix::format
