// The lines of a file that are given where all of it is too much. An excerpt: its beginning, then the lines that define
// or head something. Chunks: pieces that a model can take one by one, cut at definitions, else at empty lines, never
// inside a line. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "context/outline.h"
#include "context/source_text.h"

namespace aptix::context {

struct ExcerptLimits {
  uint64_t lines = 80;
  uint64_t tokens = UINT64_MAX;  // of the literal lines
};

// In their order; they neither overlap nor touch. All of a file that keeps to the limits.
std::vector<LineSpan> choose_excerpt(const SourceText& text, std::span<const OutlineItem> items, ExcerptLimits limits);

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
