// A call or a file in tags of its own name: <write_to_file> with <path> and <content> in it, <file path="a.c"> around a
// content, <delete_file path="a.c"/>. Only the tags are read here, not what they mean. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "format/calls/markup_call.h"

namespace aptix::format {

struct Element {
  MarkupCall call;  // the content of a file stands under "content"
  size_t end = 0;   // after the last tag; the end of the text when it was cut
  bool cut = false;
};

// The one that begins at `start` with '<'; nothing where no file and no field of a call stands in the tag or right
// below it, and where a code block in it is an edit: the tag only stands around that.
std::optional<Element> element_at(std::string_view text, size_t start);

}  // namespace aptix::format
