#include "context/excerpt.h"

#include <algorithm>

#include "base/hash/sha256.h"
#include "base/text/trim.h"

namespace aptix::context {
namespace {

// Selects lines as long as the limits of lines and bytes allow.
class Taken {
 public:
  Taken(const SourceText& text, ExcerptLimits limits)
      : text_(text),
        taken_(static_cast<size_t>(text.lines().count()) + 1),
        lines_(limits.lines),
        bytes_(bytes_for(limits.tokens)) {}

  bool take(uint64_t line) {
    if (taken_[line]) return true;
    uint64_t size = shown_size(text_.bytes({line, line}));
    if (lines_ == 0 || size > bytes_) return false;
    taken_[line] = true;
    --lines_;
    bytes_ -= size;
    return true;
  }

  // Takes at most `most` consecutive lines from `first` on. Returns the first line that was not taken.
  uint64_t take_on(uint64_t first, uint64_t most) {
    while (most > 0 && first < taken_.size() && take(first)) ++first, --most;
    return first;
  }

  std::vector<LineSpan> spans() const {
    std::vector<LineSpan> spans;
    for (uint64_t line = 1; line < taken_.size(); ++line) {
      if (!taken_[line]) continue;
      if (!spans.empty() && spans.back().last + 1 == line) spans.back().last = line;
      else spans.push_back({line, line});
    }
    return spans;
  }

 private:
  const SourceText& text_;
  std::vector<bool> taken_;
  uint64_t lines_, bytes_;
};

// How well a chunk can begin with a line: 0 in the middle of something, more after an empty line, most at an outermost
// definition or the comment above it.
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
  uint64_t after = 0;  // line of the previous item
  for (const OutlineItem& item : items) {
    uint64_t line = item.line;
    while (line > after + 1 && is_lead(lines.line(line - 1))) --line;
    ranks[line] = std::max(ranks[line], item.level == 0 ? kOuter : kInner);
    after = item.line;
  }
  return ranks;
}

// The last line that fits into a chunk that begins at `first`.
uint64_t farthest(const SourceText& text, uint64_t first, ChunkLimits limits) {
  const LineIndex& lines = text.lines();
  uint64_t last = first, most_bytes = bytes_for(limits.tokens);
  while (last < lines.count() && last - first + 1 < limits.lines &&
      lines.start_of(last + 2) - lines.start_of(first) <= most_bytes)
    ++last;
  return last;
}

// The line in the last two thirds after which a chunk begins best; the later one of equals.
uint64_t best_end(std::span<const ChunkRank> ranks, uint64_t first, uint64_t farthest) {
  uint64_t best = farthest;
  for (uint64_t last = farthest; last > first + (farthest - first) / 3; --last)
    if (ranks[last + 1] > ranks[best + 1]) best = last;
  return best;
}

}  // namespace

std::vector<LineSpan> choose_excerpt(const SourceText& text, std::span<const OutlineItem> items, ExcerptLimits limits) {
  uint64_t count = text.lines().count();
  if (count == 0) return {};
  if (count <= limits.lines && estimated_tokens(shown_size(text.content())) <= limits.tokens) return {text.all()};
  Taken taken(text, limits);
  uint64_t next = taken.take_on(1, items.empty() ? limits.lines : std::max<uint64_t>(1, limits.lines / 4));
  std::vector<const OutlineItem*> outermost_first;
  for (const OutlineItem& item : items) outermost_first.push_back(&item);
  std::stable_sort(outermost_first.begin(), outermost_first.end(),
      [](const OutlineItem* a, const OutlineItem* b) { return a->level < b->level; });
  for (const OutlineItem* item : outermost_first) taken.take(item->line);
  taken.take_on(next, limits.lines);  // the remaining lines come from the beginning
  return taken.spans();
}

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
