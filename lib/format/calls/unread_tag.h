// Tags that hold an edit and that no reader takes: by what their names, their attributes and what is inside them say. A
// look only, so that none is lost; element.h reads those that are known. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace aptix::format {

// The tag there, where it says
// - in an attribute, or in a tag in it, which file it is for, and a text stands in it: <code data-path="a.c">;
// - by its name that it edits: <find_and_edit glob="*.c">, <rename from="a.c" to="b.c"/>, <delete>a.c</delete>;
// - with the next one an old and a new text: <old>1</old> <new>2</new>.
// HTML has tags of its own, for which only the first counts.
struct TagOfEdit {
  std::string_view name;
  std::string path;    // "" when none is named
  size_t end = 0;      // of the text in it
  bool moves = false;  // the file, or deletes or copies it: no text of it is needed
};
std::optional<TagOfEdit> tag_of_edit_at(std::string_view text, size_t start);

}  // namespace aptix::format
