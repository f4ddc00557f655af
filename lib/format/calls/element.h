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

// A tag with a text up to its closing tag that no reader takes, and that says in an attribute which file it is for, or
// by its name that it edits: <code data-path="a.c">, <find_and_edit glob="*.c">.
struct TagOfEdit {
  std::string_view name;
  std::string_view path;  // "" when none is named
  size_t end = 0;         // of the text in it
};
std::optional<TagOfEdit> tag_of_edit_at(std::string_view text, size_t start);

}  // namespace aptix::format
