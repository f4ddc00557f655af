#include "edit/hunk/applied_before.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "diff/find/likeness.h"
#include "diff/lines/pattern.h"
#include "edit/basis/hunk_shape.h"
#include "edit/basis/unremoved.h"

namespace aptix::edit {
namespace {

std::optional<diff::Place> result_at(const HunkCandidate& candidate, uint64_t line, diff::Locator& locator) {
  if (!candidate.chosen->blanks) return locator.at(*candidate.hunk, line, diff::Side::after);
  if (!locator.blanks_at(*candidate.hunk, line, diff::Side::after)) return std::nullopt;
  return diff::Place{line, false, true};
}

bool stands_in(const diff::Pattern& before, const diff::Pattern& after, uint64_t skipped, bool but_for_blanks) {
  if (skipped + before.size() > after.size()) return false;
  for (size_t i = 0; i < before.size(); ++i)
    if (std::string_view a = before.lines[i]->text, b = after.lines[i + skipped]->text;
        but_for_blanks ? !diff::same_but_for_blanks(a, b) : a != b)
      return false;
  return true;
}

// Of what the result has above and below the `count` lines after the first `skipped` ones.
size_t telling_bytes_around(const diff::Pattern& after, uint64_t skipped, size_t count) {
  size_t bytes = 0;
  for (size_t i = 0; i < after.size(); ++i)
    if (i < skipped || i >= skipped + count) bytes += telling_bytes(after.lines[i]->text);
  return bytes;
}

// A hunk that adds lines to lines that stay finds the latter also where it was applied before.
void settle_addition(HunkCandidate& candidate, diff::Locator& locator) {
  if (!candidate.chosen || candidate.side == diff::Side::after) return;
  uint64_t old_count = candidate.hunk->old_count();
  if (old_count == 0 || candidate.hunk->new_count() <= old_count) return;
  diff::Pattern before = diff::pattern_of(*candidate.hunk, diff::Side::before);
  diff::Pattern after = diff::pattern_of(*candidate.hunk, diff::Side::after);
  Extent extent = extent_of(*candidate.hunk, diff::Side::after);
  size_t least = extent.lead != 0 && extent.trail != 0 ? kProof : 1;
  for (uint64_t skipped = 0; skipped <= after.size() - before.size(); ++skipped) {
    // A hunk that stands where it says it does would stand there as well after it was applied.
    if (skipped != 0 && candidate.at_home) continue;
    if (skipped >= candidate.chosen->line || !stands_in(before, after, skipped, candidate.chosen->blanks)) continue;
    if (telling_bytes_around(after, skipped, before.size()) < least) continue;
    std::optional<diff::Place> place = result_at(candidate, candidate.chosen->line - skipped, locator);
    if (!place) continue;
    candidate.side = diff::Side::after;
    candidate.chosen = place;
    return;
  }
}

// In a text where a part of the patch stands already, lines that a hunk is for may still stand
// somewhere else; where its result stands once, it has been applied.
void settle_second_run(std::vector<HunkCandidate>& candidates, diff::Locator& locator) {
  auto in_place = [](const HunkCandidate& candidate) {
    return candidate.chosen && candidate.side == diff::Side::after;
  };
  if (std::none_of(candidates.begin(), candidates.end(), in_place)) return;
  for (HunkCandidate& candidate : candidates) {
    if (candidate.why || candidate.at_home || candidate.side == diff::Side::after || !can_be_already(*candidate.hunk))
      continue;
    diff::Places there = locator.find(*candidate.hunk, 1, diff::Side::after);
    if (there.count != 1) continue;
    candidate.side = diff::Side::after;
    candidate.chosen = there.places.front();
  }
}

LinesOf texts_of(const diff::Pattern& pattern) {
  LinesOf texts;
  for (const diff::HunkLine* line : pattern.lines) texts.push_back(line->text);
  return texts;
}

// The result that stands at `line`, with as many lines above and below as the hunk could have taken away.
Surroundings surroundings_of(uint64_t line, uint64_t count, uint64_t reach, diff::LineTable& lines) {
  uint64_t from = line - std::min(line - 1, reach);
  Surroundings around{{}, static_cast<size_t>(line - from), static_cast<size_t>(line - from + count)};
  for (uint64_t at = from; at < line + count + reach && lines.has(at - 1); ++at)
    around.lines.push_back(lines.line(at - 1));
  return around;
}

}  // namespace

void settle_applied(std::vector<HunkCandidate>& candidates, diff::Locator& locator) {
  for (HunkCandidate& candidate : candidates) settle_addition(candidate, locator);
  settle_second_run(candidates, locator);
}

bool stands_unapplied(const HunkCandidate& candidate, diff::Locator& locator) {
  diff::Pattern before = diff::pattern_of(*candidate.hunk, diff::Side::before);
  diff::Pattern after = diff::pattern_of(*candidate.hunk, diff::Side::after);
  if (after.size() == 0 || before.size() == 0) return false;
  diff::LineTable& lines = locator.lines();
  uint64_t line = candidate.chosen->line;
  if (stand_unchanged(texts_of(before), texts_of(after), surroundings_of(line, after.size(), before.size() + 2, lines)))
    return true;
  auto same = [](const diff::HunkLine* a, const diff::HunkLine* b) { return a->text == b->text; };
  auto part = std::search(before.lines.begin(), before.lines.end(), after.lines.begin(), after.lines.end(), same);
  if (part == before.lines.end() || after.size() >= before.size()) return false;
  auto next = part + static_cast<std::ptrdiff_t>(after.size());
  bool above = part != before.lines.begin() && line > 1 && is_unremoved(lines.line(line - 2), (*std::prev(part))->text);
  return above || (next != before.lines.end() && is_unremoved(lines.line(line + after.size() - 1), (*next)->text));
}

}  // namespace aptix::edit
