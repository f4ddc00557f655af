// Calls of tools that write, in any shape that no format reads: by the meaning of their fields, or by the name of the
// tool. A look only, so that none is lost; edit_tool.h reads those that are known. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "answer/calls/call_tags.h"
#include "base/json/json.h"

namespace aptix::answer {

struct UnreadCall {
  std::string tool;   // "" when it has no name
  std::string path;   // of the file that it writes
  size_t offset = 0;  // in the text
};

// The first such call in the value, however it is wrapped. `tool`: the name of the tool whose arguments the value
// holds.
std::optional<UnreadCall> unread_call(const json::Value& value, std::string_view tool = {});

std::optional<UnreadCall> unread_call(const MarkupCall& call);

// Does the text hold the result of a call, as a record of what was done has it?
bool holds_result(std::string_view json);

// Whether what has no keyword stands under the one that its place says, where the tool writes by its name and a file
// comes first: a path, then a content, or an old and a new text. A program may call such a function, too.
enum class Placed : uint8_t { left_out, named };

// The first that is written as code, in a text of nothing else: edit_file(path="a.c", old="x", new="y").
std::optional<UnreadCall> unread_call_as_code(std::string_view text, Placed placed);

// The same for text: JSON, one value after another; JSON that is broken; calls in tags; calls as code with keywords.
std::optional<UnreadCall> unread_call_in(std::string_view text);

// The tag there, where it names a file and a text stands in it, or moves or deletes the file: <code data-path="a.c">,
// <rename from="a.c" to="b.c"/>, <hunk for="a.c">; or where an old and a new text begin. In HTML, which has tags of its
// own, an attribute has to name it.
struct TagOfEdit {
  std::string name;
  std::string path;    // "" when none is named
  size_t end = 0;      // of the text in it
  bool moves = false;  // the file, or deletes or copies it: no text of it is needed
};
std::optional<TagOfEdit> tag_of_edit_at(std::string_view text, size_t start);

}  // namespace aptix::answer
