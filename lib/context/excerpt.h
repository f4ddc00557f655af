// What of a file is given where all of it is too much. An excerpt: its beginning, then the lines that define or head
// something. Chunks: pieces that a model can take one by one, cut at definitions, else at empty lines, never inside a
// line. A summary: what is in it, in a few lines, without a model. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
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

struct Summary {
  std::string text;                  // without credentials; each line ends with a line feed
  std::vector<OutlineItem> items{};  // those that are in it
  uint64_t redactions = 0;
  bool truncated = false;  // there is more than the budget lets in; the last line says so
};

// Makes room for a last line that says so.
void end_cut(std::string& text, uint64_t most_bytes);

// The text costs at most `max_tokens`. Of code the definitions, of a document the headings, of settings the keys, the
// inner ones only where all outer ones fit; of a log its first and last lines; of other text its first ones; of a
// binary its kind and size.
Summary summarize(const Outline& outline, const SourceText& text, uint64_t max_tokens);

// Of a binary its kind and size.
Summary summarize_binary(std::string_view content, uint64_t max_tokens);

}  // namespace aptix::context
