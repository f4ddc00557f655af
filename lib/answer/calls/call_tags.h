// Calls of tools and files in tags: <invoke name="..."> with a <parameter name="..."> for each argument, <function=...>
// with <parameter=...>, and tags of their own names: <write_to_file> with <path> and <content> in it, <file path="a.c">
// around a content, <file>, <original> and <patched> in a row. Only the tags are read here, not what they mean. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answer/tree/vocabulary.h"

namespace aptix::answer {

// One tag in a text, as answers write them.
struct Tag {
  std::string_view name;    // as its closing tag has it
  std::string_view word;    // the same without a prefix: "invoke" of <x:invoke>
  std::string_view called;  // "edit" of <function=edit> and of <invoke name="edit">
  std::string_view attributes;
  size_t end = 0;      // after the '>'
  bool empty = false;  // "<a/>"
};

// The one that begins at `at` with '<' and a letter; nothing for a closing one, and for one that is very long.
std::optional<Tag> tag_at(std::string_view text, size_t at);

// Whether "</name>" stands there, and the offset after it.
bool closes(std::string_view text, size_t at, std::string_view name);
size_t after_closing(size_t at, std::string_view name);

// path="a.c", filePath='a.c', path=a.c: names and values, without quotes.
std::vector<std::pair<std::string_view, std::string_view>> attributes_of(std::string_view text);

// Tags around the content of a file, whose name may stand in "name" or "title".
bool holds_file(const Tag& tag);

// Without the line ends next to its tags.
std::string_view without_feeds(std::string_view text);
// The content of a file as it stands between tags; nothing where it is an edit of another form.
std::optional<std::string> file_content(std::string_view text, std::string_view path);
// A path or a flag without white space, a text without the lines of its tags.
std::string_view value_in_tags(std::string_view raw, Meaning meaning);

// A call, as its tags say it.
struct MarkupCall {
  std::string_view name;
  std::vector<std::pair<std::string_view, std::string>> arguments;  // the content of a file stands under "content"
  size_t start = 0;                                                 // of its first tag
  bool own_tags = false;                                            // of names of their own: <write_to_file>
  bool lines = false;             // its texts are whole lines, as those of a SEARCH/REPLACE block
  std::vector<MarkupCall> edits;  // a list of arguments in tags of their own: <edit>
};

// The same call as JSON: {"name": ..., "input": {...}}. What calls mean is asked of that alone.
std::string as_json(const MarkupCall& call);

struct MarkupCalls {
  std::vector<MarkupCall> calls;
  size_t end = 0;    // after the last tag; the end of the text when it was cut
  bool cut = false;  // a tag that was opened is not closed; then there may be no call
};

// The calls that the line at `start` begins: one, or all that stand in a list of calls. Nothing when it begins none: no
// file and no field of a call stands in the tag or right below it, or a code block in it is an edit.
std::optional<MarkupCalls> markup_calls(std::string_view text, size_t start);

// What stands in a tag around all of the text: "<tool_call>{...}</tool_call>"; else the text.
std::string_view inside_wrapper(std::string_view text);

// Does the text end inside its first tag?
bool is_cut_tag(std::string_view text);

}  // namespace aptix::answer
