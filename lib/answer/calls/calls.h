// The readers of calls in the rows of kFormats[], each in a file of its own; the members of one call, by what they
// mean, and the reader of its arguments.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "answer/basis/block_reading.h"
#include "answer/calls/call_tags.h"
#include "answer/forms/forms.h"
#include "answer/tree/vocabulary.h"
#include "base/json/json.h"
#include "model/input.h"
#include "model/plan.h"

namespace aptix::answer {

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
  bool alone = true;  // no other call stands next to it, so it must be an edit
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

enum class CallNumber : uint8_t {
  only,        // it must be an edit
  of_several,  // one that changes nothing is passed over
};

// Appends the edits of the call in `json` to the plan; what is wrong is said where `text` stands in the block.
void read_tool_call(BlockReading& reading, std::string_view json, const CallText& text, CallNumber number);
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

// Calls of tools that write, in any shape that no format reads: by the meaning of their fields, or by the name of the
// tool. A look only, so that none is lost.
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
