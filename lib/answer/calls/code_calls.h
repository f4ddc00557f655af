// Calls of tools that are written as code: edit_file(path="a.c", old="x", new="y"). Only what is called and with what
// is read here, not what it means. Pure.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "answer/calls/call_tags.h"

namespace aptix::answer {

// Whether what has no keyword stands under the one that its place says, where the tool writes by its name and a file
// comes first: a path, then a content, or an old and a new text. A program may call such a function, too.
enum class Placed : uint8_t { left_out, named };

// The calls of a text that is nothing else, one after the other; none of other text. Of one that only passes on
// another, "print(edit_file(...))", that other. A string is told without its quotes, as it is written.
std::vector<MarkupCall> calls_in_code(std::string_view text, Placed placed);

}  // namespace aptix::answer
