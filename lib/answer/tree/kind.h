// What JSON is meant as: one of our documents, a call of an edit tool, or something else, even if it has faults. Also
// finds documents inside of other JSON: in a list, a member or a string. Pure.
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
  broken,    // it is not valid JSON from some place on
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
  bool only_files = false;  // a call that only lists paths and contents
  bool certain = false;     // its entries are those of one of our documents
  bool open = false;        // it has one of our lists and no root, but the entries are not ours
  size_t begin = 0;         // of the bracket
  size_t end = 0;           // after the value, or where reading stopped if it is cut or broken
};

// Looks at the value at the start of `text`, after white space and comments. A list is an `edit_tool` if it contains a
// call, `none` otherwise.
JsonShape json_shape(std::string_view text);

// The next place where text that need not be JSON has one of our lists as a key, in quotes of any kind.
struct KeyMention {
  size_t at = static_cast<size_t>(-1);
  JsonKind kind = JsonKind::none;
};
KeyMention next_key_mention(std::string_view text, size_t from);

// A mention this close to its '{' makes a broken object one of ours.
inline constexpr size_t kNearStart = 4096;

// What a block is meant as, even if its JSON has faults.
JsonKind meant_as(const Block& block);

// Could it be a line-patch batch? True for these JSON documents:
// - one whose 'files' does not tell it from a bundle;
// - one that is broken and has a field that only a batch has;
// - one that names the file by 'path' and has such a field, but none of a bundle.
bool may_be_line_patch(const Block& block);

// Does JSON that is not one of our documents contain one? Looks for combinations of keys that only an edit has, in
// letters of any case. `is_answer` tells whether a string of several lines is an answer with an edit, of any form.
bool holds_inner_document(std::string_view text, bool (*is_answer)(std::string_view text));

// Does the value contain a line-patch batch, or an entry of one?
bool holds_inner_batch(const json::Value& value);

// A line-patch batch as arguments of a call: {"name": "workspace_write_patch", "arguments": {...}}, however an
// interface wraps that, or one value a line.
struct WrappedBatch {
  std::optional<std::string> text;  // the JSON, if it is in a string; nothing: it is in the body as it is
  size_t offset = 0;                // of the batch, or of the string, in the body
  size_t size = 0;                  // of the same
  std::string pointer;              // into the JSON of the block: "/arguments"
};

// All batches in the block, in order; none if its JSON has faults.
std::vector<WrappedBatch> wrapped_batches(const Block& block);

// Are there calls of other edit tools beside `batches`? REQUIRES: these are all batches of the block.
bool holds_other_calls(const Block& block, const std::vector<WrappedBatch>& batches);

}  // namespace aptix::answer
