// The readers of calls in the rows of kFormats[], each in a file of its own; the members of one call, by what they
// mean, and the reader of its arguments. Pure.
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

// Calls of tools and files in tags: <invoke name="..."> with a <parameter name="..."> for each argument, <function=...>
// with <parameter=...>, and tags of their own names: <write_to_file> with <path> and <content> in it, <file path="a.c">
// around a content, <file>, <original> and <patched> in a row. These read only the tags, not what they mean.

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

// Where the JSON of a call stands in the block: its values have an offset from `base`, or, inside of another text, all
// the same one.
struct CallText {
  size_t base = 0;
  bool inside = false;
  bool tags = false;   // of their own names: texts in them end with a line
  bool lines = false;  // old and new texts are whole lines

  size_t at(const json::Value& value) const { return inside ? base : base + value.offset(); }
};

// What is called: the name of the tool, "" when nothing says it.
struct CallName {
  std::string_view tool;
  bool alone = true;  // no other call stands next to it, so it must be an edit; else one of nothing is passed over
};

struct CallFields {
  std::array<std::optional<json::Value>, kMeanings> values;

  const std::optional<json::Value>& operator[](Meaning meaning) const { return values[static_cast<size_t>(meaning)]; }
  bool has(Meaning meaning) const { return (*this)[meaning].has_value(); }
  std::string_view text(Meaning meaning) const { return has(meaning) ? (*this)[meaning]->text() : std::string_view(); }

  // The text of a whole file, under any name.
  const std::optional<json::Value>& whole() const {
    return has(Meaning::content) ? (*this)[Meaning::content] : (*this)[Meaning::plain_content];
  }
};

// A call that is being read.
struct CallReading {
  BlockReading& reading;
  const CallText& text;
  const CallName& name;
  std::deque<json::Document>& documents;  // keeps what is read on the way

  std::string subject() const;  // "the call of 'Edit'", "the call"
  void error(Code code, const json::Value& at, const std::string& pointer, std::string message, std::string hint) const;
};

// Nothing when a member cannot be read; what is wrong is said.
std::optional<CallFields> read_call_fields(
    const CallReading& call, const json::Value& object, const std::string& pointer);

// Appends the edits of the call in `json` to the plan; what is wrong is said where `text` stands in the block.
void read_tool_call(BlockReading& reading, std::string_view json, const CallText& text, const CallName& name);
void parse_edit_tool(BlockReading& reading);

// Appends the edits that the object asks for to the plan. One that only looks at files is passed over, with a warning.
// `documents` keeps what is read on the way.
void read_call_arguments(const CallReading& call, const json::Value& arguments, const std::string& pointer);

// Those of the V4A patch or the unified diff in a string, which names its files itself.
void read_call_patch(BlockReading& reading, const json::Value& patch, const std::string& pointer, const CallText& text);

bool detect_tool_markup(const Block& block);
std::optional<BareText> bare_markup(const BareStart& start);
void parse_tool_markup(BlockReading& reading);

bool detect_shell(const Block& block);
void parse_shell(BlockReading& reading);
// Is a code block of that language one of commands? One without a language may be.
bool is_shell(std::string_view language);
// The file that one of the commands writes, removes, moves or edits; "" when there is not one.
std::string changed_by_commands(std::string_view commands);

// The first call of a tool that writes in the value, in any shape that no format reads and however it is wrapped: by
// the meaning of its fields, or by the name of the tool. A look only, so that none is lost. `tool`: the name of the
// tool whose arguments the value holds.
std::optional<FoundCall> unread_call(const json::Value& value, std::string_view tool = {});

std::optional<FoundCall> unread_call(const MarkupCall& call);

// Does the text hold the result of a call, as a record of what was done has it?
bool holds_result(std::string_view json);

// The same for text: JSON, one value after another; JSON that is broken; calls in tags; calls as code with keywords.
std::optional<FoundCall> unread_call_in(std::string_view text);

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
