// A file cut into pieces that a model can take one by one: at definitions, else at empty lines, never inside a line.
// Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "context/outline.h"
#include "context/source_text.h"

namespace aptix::context {

struct Chunk {
  LineSpan span;
  std::string id;  // the first 12 digits of the SHA-256 of its bytes, as they are in the file
};

struct ChunkLimits {
  uint64_t tokens = 1'000;  // but for a line that is longer alone
  uint64_t lines = UINT64_MAX;
};

// All lines, in their order.
std::vector<Chunk> cut_into_chunks(const SourceText& text, std::span<const OutlineItem> items, ChunkLimits limits);

}  // namespace aptix::context
