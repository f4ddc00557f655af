// Parts of a file that is too long to be given whole. An excerpt: its beginning, then lines that define or head
// something. Chunks: pieces for a model, cut at definitions, else at empty lines, never inside a line. A summary: a few
// lines about its content, made without a model. Pure.
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

// The spans in order, neither overlapping nor adjacent. All of a file that is within the limits.
std::vector<LineSpan> choose_excerpt(const SourceText& text, std::span<const OutlineItem> items, ExcerptLimits limits);

struct Chunk {
  LineSpan span;
  std::string id;  // the first 12 digits of the SHA-256 of its bytes in the file
};

struct ChunkLimits {
  uint64_t tokens = 1'000;  // except for a single line that is longer
  uint64_t lines = UINT64_MAX;
};

// All lines, in order.
std::vector<Chunk> cut_into_chunks(const SourceText& text, std::span<const OutlineItem> items, ChunkLimits limits);

struct Summary {
  std::string text;                  // without credentials; each line ends with a line feed
  std::vector<OutlineItem> items{};  // the items in the text
  uint64_t redactions = 0;
  bool truncated = false;  // the budget cut something off; the last line says so
};

// Cuts the text to make room for a last line that says that more was cut off.
void end_cut(std::string& text, uint64_t most_bytes);

// At most `max_tokens`. Lists the definitions of code, the headings of a document, the keys of settings; inner ones
// only if all outer ones fit. Gives the first and last lines of a log, the first lines of other text, kind and size of
// a binary.
Summary summarize(const Outline& outline, const SourceText& text, uint64_t max_tokens);

// The kind and size of a binary.
Summary summarize_binary(std::string_view content, uint64_t max_tokens);

}  // namespace aptix::context
