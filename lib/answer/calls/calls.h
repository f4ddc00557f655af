// Calls of tools: their readers in the rows of kFormats[], each in a file of its own, the fields of a call, and calls
// that no reader knows. Pure.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answer/basis/block_reading.h"
#include "answer/forms/forms.h"
#include "answer/tree/vocabulary.h"
#include "base/json/json.h"
#include "model/input.h"
#include "model/plan.h"

namespace aptix::answer {

// How far from a tag that may only be mentioned its closing tag is looked for, in bytes.
inline constexpr size_t kNearClosing = 16384;

// Calls and files in tags: <invoke name="..."> with a <parameter name="..."> for each argument, <function=...> with
// <parameter=...>, and tags named after the tool: <write_to_file> with <path> and <content> inside, <file path="a.c">
// around a content, <file>, <original> and <patched> in a row. These functions read only the tags, not what they mean.

// One opening tag in a text.
struct Tag {
  std::string_view name;    // also in its closing tag
  std::string_view word;    // the name without a prefix: "invoke" in <x:invoke>
  std::string_view called;  // "edit" in <function=edit> and <invoke name="edit">
  std::string_view attributes;
  size_t end = 0;      // after the '>'
  bool empty = false;  // "<a/>"
};

// The tag that begins at `at`; nothing for a closing tag, or one longer than 1 KB.
std::optional<Tag> tag_at(std::string_view text, size_t at);

// Does the closing tag "</name>" begin at `at`? And the offset after it.
bool closes(std::string_view text, size_t at, std::string_view name);
size_t after_closing(size_t at, std::string_view name);

// The names and values in path="a.c", filePath='a.c', path=a.c, without quotes.
std::vector<std::pair<std::string_view, std::string_view>> attributes_of(std::string_view text);

// A tag around the content of a file. Its attributes "name" and "title" may be the path.
bool holds_file(const Tag& tag);

// The text without the line ends next to its tags.
std::string_view without_feeds(std::string_view text);
// The content of a file between tags; nothing if it is an edit of another form.
std::optional<std::string> file_content(std::string_view text, std::string_view path);
// The value of a field in tags: a path or flag without white space around it, a text without the lines of its tags.
std::string_view value_in_tags(std::string_view raw, Meaning meaning);

// A call in tags.
struct MarkupCall {
  std::string_view name;
  std::vector<std::pair<std::string_view, std::string>> arguments;  // the content of a file is under "content"
  size_t start = 0;                                                 // of its first tag
  bool own_tags = false;                                            // tags named after the tool: <write_to_file>
  bool lines = false;             // its texts are whole lines, as in a SEARCH/REPLACE block
  std::vector<MarkupCall> edits;  // a list of arguments in tags of their own: <edit>
};

// The same call as JSON: {"name": ..., "input": {...}}. Only this form of a call is interpreted.
std::string as_json(const MarkupCall& call);

struct MarkupCalls {
  std::vector<MarkupCall> calls;
  size_t end = 0;    // after the last tag; text.size() if it was cut off
  bool cut = false;  // a tag is not closed; then there may be no call
};

// The call that the line at `start` begins, or all in a list of calls. Nothing in these cases:
// - the tag contains neither a path nor a field of a call, also not right below it;
// - a code block inside of it is an edit.
std::optional<MarkupCalls> markup_calls(std::string_view text, size_t start);

// The text inside a tag around all of it: "<tool_call>{...}</tool_call>"; else the text.
std::string_view inside_wrapper(std::string_view text);

// Does the text end inside its first tag?
bool is_cut_tag(std::string_view text);

// Place of the JSON of a call in the block. Values are at an offset from `base`; if the JSON is inside another text,
// all are at `base`.
struct CallText {
  size_t base = 0;
  bool inside = false;
  bool tags = false;   // tags named after the tool: texts in them end with a line
  bool lines = false;  // old and new texts are whole lines

  size_t at(const json::Value& value) const { return inside ? base : base + value.offset(); }
};

// The name of the called tool; "" if unknown.
struct CallName {
  std::string_view tool;
  bool alone = true;  // no other call is next to it, so it must be an edit; otherwise one without an edit is skipped
};

struct CallFields {
  std::array<std::optional<json::Value>, kMeanings> values;

  const std::optional<json::Value>& operator[](Meaning meaning) const { return values[static_cast<size_t>(meaning)]; }
  bool has(Meaning meaning) const { return (*this)[meaning].has_value(); }
  std::string_view text(Meaning meaning) const { return has(meaning) ? (*this)[meaning]->text() : std::string_view(); }

  // The content of a whole file, under either meaning.
  const std::optional<json::Value>& whole() const {
    return has(Meaning::content) ? (*this)[Meaning::content] : (*this)[Meaning::plain_content];
  }
};

// A call that is being read.
struct CallReading {
  BlockReading& reading;
  const CallText& text;
  const CallName& name;
  std::deque<json::Document>& documents;  // owns JSON that was parsed on the way

  std::string subject() const;  // "the call of 'Edit'", "the call"
  void error(Code code, const json::Value& at, const std::string& pointer, std::string message, std::string hint) const;
};

// The fields of a call, by meaning. Nothing if one cannot be read; reports why.
std::optional<CallFields> read_call_fields(
    const CallReading& call, const json::Value& object, const std::string& pointer);

// Appends the edits of the call in `json` to the plan. Reports faults at the place of `text`.
void read_tool_call(BlockReading& reading, std::string_view json, const CallText& text, const CallName& name);
void parse_edit_tool(BlockReading& reading);

// Appends the edits of a call with these arguments to the plan. Skips a call that only looks at files, with a warning.
void read_call_arguments(const CallReading& call, const json::Value& arguments, const std::string& pointer);

// Appends the edits of the V4A patch or the unified diff in a string, which names its files itself.
void read_call_patch(BlockReading& reading, const json::Value& patch, const std::string& pointer, const CallText& text);

bool detect_tool_markup(const Block& block);
std::optional<BareText> bare_markup(const BareStart& start);
void parse_tool_markup(BlockReading& reading);

bool detect_shell(const Block& block);
void parse_shell(BlockReading& reading);
// The first file that one of the commands writes, removes, moves or edits; "" if there is none.
std::string changed_by_commands(std::string_view commands);

// The first call in the value that writes, in a shape that no format reads and however it is wrapped. Found by the
// meaning of its fields or by the name of the tool, so that no call is lost. `tool`: whose arguments the value is.
std::optional<FoundCall> unread_call(const json::Value& value, std::string_view tool = {});

std::optional<FoundCall> unread_call(const MarkupCall& call);

inline constexpr const char* kIsResult = "this is the result of a tool call: its edit was already made";

// Does the text contain the result of a call, as a record of a session has it?
bool holds_result(std::string_view json);

// The same for text: JSON, one value after another; broken JSON; calls in tags; calls as code with keywords.
std::optional<FoundCall> unread_call_in(std::string_view text);

// The tag at `start`, if it is an edit: it names a file and contains a text, or moves or deletes the file (<code
// data-path="a.c">, <rename from="a.c" to="b.c"/>, <hunk for="a.c">), or an old and a new text begin there. A tag of
// HTML must name the file in an attribute.
struct TagOfEdit {
  std::string name;
  std::string path;    // "" if none is named
  size_t end = 0;      // of the text inside
  bool moves = false;  // moves, copies or deletes the file, so it needs no text
};
std::optional<TagOfEdit> tag_of_edit_at(std::string_view text, size_t start);

}  // namespace aptix::answer
