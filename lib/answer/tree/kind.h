// What JSON is meant as: one of our documents, a call of an edit tool, or something else, as far as it can be read; and
// documents inside of JSON that is not ours, or a call: in a list, as a member of something, in a string. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/json.h"
#include "model/input.h"

namespace aptix::answer {

enum class JsonState : uint8_t {
  absent,    // no object, list or string begins there
  complete,  // the value ends
  cut,       // the text ends inside it
  broken,    // it is no JSON from some place on
};

enum class JsonKind : uint8_t {
  none,        // no object, or not one of ours
  bundle,      // SYS-004 §3
  patch,       // SYS-004 §4, APTIX_FILE_SPEC §2
  line_patch,  // TUL-002
  edit_tool,   // the arguments of an editing tool: old and new text, a content, a diff
};

struct JsonShape {
  JsonState state = JsonState::absent;
  JsonKind kind = JsonKind::none;
  bool only_files = false;  // it is a call as a list of paths and contents alone
  bool certain = false;     // its entries say that it is one of our documents
  bool open = false;        // it may be: it has a list of that name, whose entries are not of ours
  size_t begin = 0;         // of the bracket
  size_t end = 0;           // after the value; how far it could be read when it is cut or broken
};

// Looks at the value that `text` begins with, after white space and comments. A list is an `edit_tool` when a call is
// in it, and `none` otherwise.
JsonShape json_shape(std::string_view text);

// Where text that is not even JSON names one of our lists as a key, in quotes of any kind.
struct KeyMention {
  size_t at = static_cast<size_t>(-1);
  JsonKind kind = JsonKind::none;
};
KeyMention next_key_mention(std::string_view text, size_t from);

// So far from its '{' a mention makes a broken object one of ours.
inline constexpr size_t kNearStart = 4096;

// What a block is meant as, also when its JSON is faulty.
JsonKind meant_as(const Block& block);

// Whether JSON that is not one of our documents holds one, or is one whose keys have no quotes. A look only, for the
// combinations of keys that only an edit has, in letters of any case. `is_answer` says of a string with several lines
// whether it is an answer with an edit, of any form.
bool holds_inner_document(std::string_view text, bool (*is_answer)(std::string_view text));

// The same of a line-patch batch alone, or of an entry of one.
bool holds_inner_batch(const json::Value& value);

// A line-patch batch as the arguments of a tool call: {"name": "workspace_write_patch", "arguments": {...}}, whatever
// an interface wraps around that, a value a line too.
struct WrappedBatch {
  std::optional<std::string> text;  // the JSON, where a string holds it; nothing: it stands in the body as it is
  size_t offset = 0;                // in the body: of the batch, or of the string
  size_t size = 0;                  // there
  std::string pointer;              // in the JSON of the block: "/arguments"
};

// All in the block, in order; none when its JSON has faults.
std::vector<WrappedBatch> wrapped_batches(const Block& block);

// Whether calls of other tools that edit stand next to those batches, which are all of the block's.
bool holds_other_calls(const Block& block, const std::vector<WrappedBatch>& batches);

}  // namespace aptix::answer
