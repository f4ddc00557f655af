// Calls of tools written in tags: <invoke name="..."> with a <parameter name="..."> for each argument, and
// <function=...> with <parameter=...>. Only the tags are read here, not what the arguments mean. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace aptix::format {

struct MarkupCall {
  std::string_view name;
  std::vector<std::pair<std::string_view, std::string_view>> arguments;  // as they stand in the text
  size_t start = 0;                                                      // of its first tag
};

struct MarkupCalls {
  std::vector<MarkupCall> calls;
  size_t end = 0;    // after the last tag; the end of the text when it was cut
  bool cut = false;  // a tag that was opened is not closed; then there may be no call
};

// The calls that the line at `start` begins: one, or all that stand in a list of calls. Nothing when it begins none.
std::optional<MarkupCalls> markup_calls(std::string_view text, size_t start);

// Does the text end inside its first tag?
bool is_cut_tag(std::string_view text);

}  // namespace aptix::format
