// Walks through the candidates forth and back, each time giving every hunk the first place that is left.
#include "edit/hunk/hunk_order.h"

#include <algorithm>
#include <utility>

#include "edit/basis/hunk_shape.h"

namespace aptix::edit {
namespace {

std::span<const diff::Place> choices(const HunkCandidate& candidate) {
  return candidate.chosen ? std::span(&*candidate.chosen, 1) : std::span(candidate.places.places);
}

// The first place of each that leaves those before it in order. Nothing when they cannot all be in order.
std::optional<std::vector<diff::Place>> first_places(const std::vector<HunkCandidate*>& known) {
  std::vector<diff::Place> result;
  std::optional<HunkRange> before;
  for (const HunkCandidate* candidate : known) {
    std::span<const diff::Place> places = choices(*candidate);
    auto fits = std::find_if(places.begin(), places.end(),
        [&](const diff::Place& place) { return !before || goes_before(*before, range_of(*candidate, place.line)); });
    if (fits == places.end()) return std::nullopt;
    before = range_of(*candidate, fits->line);
    result.push_back(*fits);
  }
  return result;
}

std::optional<std::vector<diff::Place>> last_places(const std::vector<HunkCandidate*>& known) {
  std::vector<diff::Place> result(known.size());
  std::optional<HunkRange> next;
  for (size_t i = known.size(); i-- > 0;) {
    std::span<const diff::Place> places = choices(*known[i]);
    auto fits = std::find_if(places.rbegin(), places.rend(),
        [&](const diff::Place& place) { return !next || goes_before(range_of(*known[i], place.line), *next); });
    if (fits == places.rend()) return std::nullopt;
    next = range_of(*known[i], fits->line);
    result[i] = *fits;
  }
  return result;
}

// Does the stated number speak for another of the places?
bool number_objects(const HunkCandidate& candidate, const diff::Place& place) {
  if (candidate.expected == 0) return false;
  auto away = [&](uint64_t line) {
    return line < candidate.expected ? candidate.expected - line : line - candidate.expected;
  };
  return std::any_of(candidate.places.places.begin(), candidate.places.places.end(),
      [&](const diff::Place& other) { return away(other.line) < away(place.line); });
}

}  // namespace

HunkRange range_of(const HunkCandidate& candidate, uint64_t line) {
  Extent extent = extent_of(*candidate.hunk, candidate.side);
  return {line, line + extent.lines, line + extent.lead, line + extent.lines - extent.trail};
}

bool goes_before(const HunkRange& first, const HunkRange& second) {
  return first.core_end <= second.start && first.end <= second.core_start;
}

void choose_by_order(std::vector<HunkCandidate>& candidates) {
  if (std::none_of(
          candidates.begin(), candidates.end(), [](const HunkCandidate& candidate) { return candidate.open(); }))
    return;
  std::vector<HunkCandidate*> known;
  for (HunkCandidate& candidate : candidates)
    if (!candidate.why && !candidate.places.gave_up && (candidate.chosen || candidate.listed()))
      known.push_back(&candidate);
  std::optional<std::vector<diff::Place>> first = first_places(known);
  std::optional<std::vector<diff::Place>> last = first ? last_places(known) : std::nullopt;
  if (!last) return;
  for (size_t i = 0; i < known.size(); ++i)
    if (known[i]->open() && (*first)[i] == (*last)[i] && !number_objects(*known[i], (*first)[i]))
      known[i]->chosen = (*first)[i];
}

void refuse_overlaps(std::vector<HunkCandidate>& candidates, HunkName name) {
  struct Placed {
    size_t index;
    HunkRange range;
  };
  std::vector<Placed> placed;
  placed.reserve(candidates.size());
  for (size_t i = 0; i < candidates.size(); ++i)
    if (candidates[i].chosen) placed.push_back({i, range_of(candidates[i], candidates[i].chosen->line)});
  auto is_before = [](const Placed& a, const Placed& b) {
    return std::pair(a.range.start, a.range.core_start) < std::pair(b.range.start, b.range.core_start);
  };
  if (!std::is_sorted(placed.begin(), placed.end(), is_before))
    std::stable_sort(placed.begin(), placed.end(), is_before);
  auto named = [&name](size_t index) {
    name.number = index + 1;
    return name;
  };
  auto refuse = [&](const Placed& above, const Placed& below) {
    auto [first, second] = std::minmax(above.index, below.index);
    candidates[second].why =
        std::make_unique<Diagnostic>(hunks_overlap(named(first), named(second), below.range.core_start));
  };
  // Those between which others were refused become neighbours.
  std::vector<const Placed*> left;
  for (const Placed& next : placed) {
    while (!left.empty() && !candidates[next.index].why && !goes_before(left.back()->range, next.range)) {
      refuse(*left.back(), next);
      if (candidates[left.back()->index].why) left.pop_back();
    }
    if (!candidates[next.index].why) left.push_back(&next);
  }
}

}  // namespace aptix::edit
