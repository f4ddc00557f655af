// Line-patch batches as the arguments of tool calls: {"name": "workspace_write_patch", "arguments": {...}}, whatever an
// interface wraps around that, a value a line too. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/input.h"

namespace aptix::format {

struct WrappedBatch {
  std::optional<std::string> text;  // the JSON, where a string holds it; nothing: it stands in the body as it is
  size_t offset = 0;                // in the body: of the batch, or of the string
  size_t size = 0;                  // there
  std::string pointer;              // in the JSON of the block: "/arguments"
};

// All in the block, in order; none when its JSON has faults.
std::vector<WrappedBatch> wrapped_batches(const Block& block);

// Whether calls of other tools that edit stand beside those batches, which are all of the block's.
bool holds_other_calls(const Block& block, const std::vector<WrappedBatch>& batches);

}  // namespace aptix::format
