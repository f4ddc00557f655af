// Documents inside of JSON that is not ours, or a call: in a list, as a member of something, in a string. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/json.h"
#include "model/input.h"

namespace aptix::answer {

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
