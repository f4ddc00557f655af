// The tags around what a model thought before it answered. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "format/basis/line.h"

namespace aptix::format {

struct Thoughts {
  size_t begin = 0, end = 0;  // of their opening tag, and after their closing one
  std::string_view missing;   // the closing tag, when it is not there; they go to the end of the answer then
  bool from_start = false;    // all before is thoughts, too: the opening tag is not part of the answer
};

// The thoughts that begin with `line`, a line of `text`, or end in it; nothing when it is about something else.
std::optional<Thoughts> thoughts_at(std::string_view text, const Line& line);

// What is to be said where the closing tag is missing.
Error thoughts_unclosed(const Thoughts& thoughts);

}  // namespace aptix::format
