#include "context/excerpt.h"

#include <algorithm>

#include "context/tokens.h"

namespace aptix::context {
namespace {

// Lines that are taken as long as lines and bytes are left.
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

  // From `first` on, one after the other, at most `most` lines. Returns the first line that was not taken.
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
  taken.take_on(next, limits.lines);  // what is left goes to the beginning
  return taken.spans();
}

}  // namespace aptix::context
