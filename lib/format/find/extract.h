// Finds the blocks in an answer: fenced code by CommonMark's rules, and bare documents in the
// prose. Byte-exact and pure: no byte is changed, CRLF stays.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/input.h"

namespace aptix::format {

struct Extracted {
  std::vector<Block> blocks;  // in order, those inside <think> left out
  // A refusal sentence of APTIX_FILE_SPEC in the prose, or at the start of a fence: its offset in the
  // chain of inputs.
  std::optional<size_t> refusal;
};

// An answer without a block gives none. Warnings: fence_unclosed. Errors: input_think_unclosed.
Outcome<Extracted> extract(const Input& input);

// What is said when the block at `offset` is one too many (Limits).
Error too_many_blocks(const Input& input, size_t offset);

}  // namespace aptix::format
