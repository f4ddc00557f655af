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

namespace aptix::answer {

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
