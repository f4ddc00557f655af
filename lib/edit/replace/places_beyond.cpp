// The places of a text in the original that search() did not write down: each by a search for that text alone.
#include <algorithm>

#include "base/text/find_bytes.h"
#include "edit/replace/occurrences.h"

namespace aptix::edit {

std::optional<size_t> Occurrences::next_in_original(Needle& needle, PlaceKind kind) {
  size_t& resume = later(needle, kind).resume;
  std::optional<size_t> next = kind == PlaceKind::exact ? next_exact(needle, resume) : next_tolerant(needle);
  work_ += (next ? *next : text_->original().size()) - std::min(resume, text_->original().size());
  lane(needle, kind).complete = !next;
  if (next) resume = *next + 1;
  return next;
}

std::optional<size_t> Occurrences::next_exact(const Needle& needle, size_t from) {
  size_t lead = needle.pattern.lead();
  size_t found = find_bytes(text_->original(), needle.pattern.text, from - std::min(from, lead));
  if (found == std::string_view::npos) return {};
  return found + lead;
}

// The next place that fits but for its line ends. In a text of one kind of line ends that is a text like
// any other.
std::optional<size_t> Occurrences::next_tolerant(Needle& needle) {
  LineEnds ends = line_ends_of_original();
  if (ends.dominant() == LineEnd::none) return {};
  if (ends.mixed()) return next_folded(needle);
  bool crlf = ends.dominant() == LineEnd::crlf;
  std::string variant =
      crlf ? with_line_ends(needle.pattern.normal, LineEnd::crlf) : std::string(needle.pattern.normal);
  if (variant == needle.pattern.text) return {};  // then every place is an exact one
  size_t lead = variant.starts_with("\r\n") ? 1 : 0;
  size_t from = later(needle, PlaceKind::tolerant).resume;
  for (from -= std::min(from, lead);; ++from) {
    from = find_bytes(text_->original(), variant, from);
    if (from == std::string_view::npos) return {};
    if (!needle.pattern.is_exact(text_->original(), from + lead)) return from + lead;
  }
}

std::optional<size_t> Occurrences::next_folded(Needle& needle) {
  Later& one = later(needle, PlaceKind::tolerant);
  if (!folded_original_) folded_original_ = std::make_unique<FoldedText>(text_->original());
  std::string_view text = folded_original_->text();
  if (one.folded_resume == 0 && one.resume != 0) {
    size_t low = 0;
    for (size_t high = text.size(); low < high;) {
      size_t middle = low + (high - low) / 2;
      if (folded_original_->original(middle) < one.resume) low = middle + 1;
      else high = middle;
    }
    one.folded_resume = low - std::min<size_t>(low, 1);
  }
  for (size_t from = one.folded_resume;; ++from) {
    from = find_bytes(text, needle.pattern.normal, from);
    if (from == std::string_view::npos) return {};
    one.folded_resume = from + 1;
    size_t place = folded_original_->original(from);
    if (text[from] == '\n' && text_->original()[place] == '\r') ++place;
    if (place >= one.resume && !needle.pattern.is_exact(text_->original(), place)) return place;
  }
}

void Occurrences::each_in_original(uint32_t number, PlaceKind kind, const Visit& visit) {
  Needle& needle = needles_[number];
  size_t end = 0;
  if (kind == PlaceKind::exact) {
    const SoughtText& pattern = needle.pattern;
    std::string_view original = text_->original();
    bool takes_return = options_.whole_line_ends && pattern.text.starts_with('\n');
    for (size_t at = find_bytes(original, pattern.text, 0); at != std::string_view::npos;
         at = find_bytes(original, pattern.text, end)) {
      size_t more = takes_return && at > end && original[at - 1] == '\r' ? 1 : 0;
      visit(at - more, pattern.text.size() + more);
      end = at + pattern.text.size();
    }
    work_ += original.size();
    return;
  }
  Lane kept = std::exchange(lane(needle, kind), Lane{});
  Later& from_start = later(needle, kind);
  Later kept_later = std::exchange(from_start, Later{});
  while (std::optional<size_t> place = needle.pattern.tolerant ? next_in_original(needle, kind) : std::nullopt) {
    std::optional<Occurrence> found = occurrence(needle, {*place, 0}, {end, 0});
    if (!found || found->start.base < end) continue;
    visit(found->start.base, found->size);
    end = found->start.base + found->size;
    from_start.resume = std::max(from_start.resume, end);
  }
  lane(needle, kind) = kept;
  from_start = std::move(kept_later);
}

LineEnds Occurrences::line_ends_of_original() {
  if (!line_ends_) {
    line_ends_ = line_ends(text_->original());
    work_ += text_->original().size();
  }
  return *line_ends_;
}

}  // namespace aptix::edit
