#include "context/chunks.h"

#include <algorithm>

#include "base/hash/sha256.h"
#include "base/text/trim.h"
#include "context/tokens.h"

namespace aptix::context {
namespace {

// How good it is to begin a chunk with a line: 0 in the middle of something, more after an empty line, most before a
// definition that stands outermost, with the comment over it.
using ChunkRank = uint8_t;
constexpr ChunkRank kAfterEmpty = 1, kInner = 2, kOuter = 3;

bool is_lead(std::string_view line) {
  line = trim(line);
  for (std::string_view sign : {"//", "/*", "*", "#", "@", "--", ";", "\"\"\"", "[", "template"})
    if (line.starts_with(sign)) return true;
  return false;
}

std::vector<ChunkRank> ranks_of(const SourceText& text, std::span<const OutlineItem> items) {
  const LineIndex& lines = text.lines();
  std::vector<ChunkRank> ranks(lines.count() + 2);
  for (uint64_t line = 2; line <= lines.count(); ++line)
    if (is_blank(lines.line(line - 1)) && !is_blank(lines.line(line))) ranks[line] = kAfterEmpty;
  uint64_t after = 0;  // the line of the item before
  for (const OutlineItem& item : items) {
    uint64_t line = item.line;
    while (line > after + 1 && is_lead(lines.line(line - 1))) --line;
    ranks[line] = std::max(ranks[line], item.level == 0 ? kOuter : kInner);
    after = item.line;
  }
  return ranks;
}

// The last line at which a chunk that begins at `first` may end, and must where no better one is before it.
uint64_t farthest(const SourceText& text, uint64_t first, ChunkLimits limits) {
  const LineIndex& lines = text.lines();
  uint64_t last = first, most_bytes = bytes_for(limits.tokens);
  while (last < lines.count() && last - first + 1 < limits.lines &&
      lines.start_of(last + 2) - lines.start_of(first) <= most_bytes)
    ++last;
  return last;
}

// The best place to end in the last two thirds; the later of two that are as good.
uint64_t best_end(std::span<const ChunkRank> ranks, uint64_t first, uint64_t farthest) {
  uint64_t best = farthest;
  for (uint64_t last = farthest; last > first + (farthest - first) / 3; --last)
    if (ranks[last + 1] > ranks[best + 1]) best = last;
  return best;
}

}  // namespace

std::vector<Chunk> cut_into_chunks(const SourceText& text, std::span<const OutlineItem> items, ChunkLimits limits) {
  std::vector<Chunk> chunks;
  std::vector<ChunkRank> ranks = ranks_of(text, items);
  for (uint64_t first = 1, count = text.lines().count(); first <= count;) {
    uint64_t last = farthest(text, first, limits);
    if (last < count) last = best_end(ranks, first, last);
    LineSpan span{first, last};
    chunks.push_back({span, sha256(text.bytes(span)).hex().substr(0, 12)});
    first = last + 1;
  }
  return chunks;
}

}  // namespace aptix::context
