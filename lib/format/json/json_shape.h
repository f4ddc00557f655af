// A quick look at text that may be one of our JSON documents: where it ends and what it is meant
// as. Tolerant, linear, without a tree: the strict reading is base/json.h's business.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "model/input.h"

namespace aptix::format {

enum class JsonKind : uint8_t {
  none,        // no object, or not one of ours
  bundle,      // SYS-004 §3
  patch,       // SYS-004 §4, APTIX_FILE_SPEC §2
  line_patch,  // TUL-002
  edit_tool,   // the arguments of an editing tool: old and new text
};

enum class JsonState : uint8_t {
  absent,    // does not begin with '{'
  complete,  // the braces balance
  cut,       // the text ends inside the object
  broken,    // something else than JSON stands at the top level
};

struct JsonShape {
  JsonState state = JsonState::absent;
  JsonKind kind = JsonKind::none;
  size_t begin = 0;  // of the '{'
  size_t end = 0;    // behind the object; where the look ended when it is cut or broken
};

// Looks at the first object of `text`, behind blanks and comments.
JsonShape json_shape(std::string_view text);

// The same, but may stop as soon as the kind is certain: `end` is then of no use, and the state is `cut`.
JsonShape json_glance(std::string_view text);

// The same for an array: `edit_tool` when a call is in it, `none` otherwise.
JsonShape json_array_shape(std::string_view text);

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

}  // namespace aptix::format
