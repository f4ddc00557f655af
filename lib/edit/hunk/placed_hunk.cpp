#include "edit/hunk/placed_hunk.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "diff/find/likeness.h"
#include "diff/lines/pattern.h"
#include "edit/replace/place_signs.h"

namespace aptix::edit {
namespace {

HunkRange range_of(const PlacedHunk& hunk, uint64_t line) {
  Extent extent = extent_of(*hunk.hunk, hunk.side);
  return {line, line + extent.lines, line + extent.lead, line + extent.lines - extent.trail};
}

// A place for each hunk, so that all are in order: the first possible ones (down), or the last (up). Or nothing.
enum class Way : uint8_t { down, up };
std::optional<std::vector<diff::Place>> places_in_order(const std::vector<PlacedHunk*>& hunks, Way way) {
  std::vector<diff::Place> result(hunks.size());
  std::optional<HunkRange> last;
  for (size_t n = 0; n < hunks.size(); ++n) {
    size_t i = way == Way::down ? n : hunks.size() - 1 - n;
    const PlacedHunk& hunk = *hunks[i];
    std::vector<diff::Place> places = hunk.chosen ? std::vector{*hunk.chosen} : hunk.places.places;
    if (way == Way::up) std::reverse(places.begin(), places.end());
    auto fits = std::find_if(places.begin(), places.end(), [&](const diff::Place& place) {
      HunkRange range = range_of(hunk, place.line);
      return !last || (way == Way::down ? goes_before(*last, range) : goes_before(range, *last));
    });
    if (fits == places.end()) return std::nullopt;
    last = range_of(hunk, fits->line);
    result[i] = *fits;
  }
  return result;
}

// Is another of the places closer to the stated line?
bool number_objects(const PlacedHunk& hunk, const diff::Place& place) {
  auto away = [&](uint64_t line) { return std::max(line, hunk.expected) - std::min(line, hunk.expected); };
  return hunk.expected != 0 &&
      std::any_of(hunk.places.places.begin(), hunk.places.places.end(),
          [&](const diff::Place& other) { return away(other.line) < away(place.line); });
}

bool is_by_number(const PlacedHunk& hunk) {
  return hunk.chosen && hunk.side == diff::Side::before && hunk.hunk->old_count() == 0;
}

std::optional<diff::Place> result_at(const PlacedHunk& hunk, uint64_t line, diff::Locator& locator) {
  if (!hunk.chosen->blanks) return locator.at(*hunk.hunk, line, diff::Side::after);
  if (!locator.blanks_at(*hunk.hunk, line, diff::Side::after)) return std::nullopt;
  return diff::Place{line, false, true};
}

size_t telling_bytes_of(std::span<const diff::HunkLine* const> lines) {
  size_t bytes = 0;
  for (const diff::HunkLine* line : lines) bytes += telling_bytes(line->text);
  return bytes;
}

// The old lines of a hunk that only adds around them also match within its result: if that is there, it was applied.
void settle_addition(PlacedHunk& hunk, diff::Locator& locator) {
  if (!hunk.chosen || hunk.side == diff::Side::after) return;
  uint64_t old_count = hunk.hunk->old_count();
  if (old_count == 0 || hunk.hunk->new_count() <= old_count) return;
  std::vector<const diff::HunkLine*> before = diff::pattern_of(*hunk.hunk, diff::Side::before).lines;
  std::vector<const diff::HunkLine*> after = diff::pattern_of(*hunk.hunk, diff::Side::after).lines;
  auto same = [&](const diff::HunkLine* a, const diff::HunkLine* b) {
    return hunk.chosen->blanks ? diff::same_but_for_blanks(a->text, b->text) : a->text == b->text;
  };
  size_t all = telling_bytes_of(after);
  Extent extent = extent_of(*hunk.hunk, diff::Side::after);
  size_t least = extent.lead != 0 && extent.trail != 0 ? kProof : 1;
  for (size_t skipped = 0; skipped <= after.size() - before.size() && skipped < hunk.chosen->line; ++skipped) {
    // If a hunk at its stated line were applied, its result would begin there as well, not above.
    if (skipped != 0 && hunk.at_home) return;
    std::span<const diff::HunkLine* const> there = std::span(after).subspan(skipped, before.size());
    if (!std::equal(before.begin(), before.end(), there.begin(), same) || all - telling_bytes_of(there) < least)
      continue;
    std::optional<diff::Place> place = result_at(hunk, hunk.chosen->line - skipped, locator);
    if (!place) continue;
    hunk.side = diff::Side::after;
    hunk.chosen = place;
    return;
  }
}

std::vector<std::string_view> texts_of(std::span<const diff::HunkLine* const> lines) {
  std::vector<std::string_view> texts;
  for (const diff::HunkLine* line : lines) texts.push_back(line->text);
  return texts;
}

}  // namespace

bool goes_before(const HunkRange& first, const HunkRange& second) {
  return first.core_end <= second.start && first.end <= second.core_start;
}

void choose_by_order(std::vector<PlacedHunk>& hunks) {
  if (std::none_of(hunks.begin(), hunks.end(), [](const PlacedHunk& hunk) { return hunk.open(); })) return;
  std::vector<PlacedHunk*> known;
  for (PlacedHunk& hunk : hunks)
    if (!hunk.why && !hunk.places.gave_up && (hunk.chosen || hunk.listed())) known.push_back(&hunk);
  std::optional<std::vector<diff::Place>> first = places_in_order(known, Way::down);
  std::optional<std::vector<diff::Place>> last = first ? places_in_order(known, Way::up) : std::nullopt;
  if (!last) return;
  for (size_t i = 0; i < known.size(); ++i)
    if (known[i]->open() && (*first)[i] == (*last)[i] && !number_objects(*known[i], (*first)[i]))
      known[i]->chosen = (*first)[i];
}

void refuse_overlaps(std::vector<PlacedHunk>& hunks, HunkName name) {
  struct Covered {
    size_t index;
    HunkRange range;
  };
  std::vector<Covered> covered;
  covered.reserve(hunks.size());
  for (size_t i = 0; i < hunks.size(); ++i)
    if (hunks[i].chosen) covered.push_back({i, range_of(hunks[i], hunks[i].chosen->line)});
  std::ranges::stable_sort(
      covered, {}, [](const Covered& one) { return std::pair(one.range.start, one.range.core_start); });
  auto named = [&name](size_t index) {
    name.number = index + 1;
    return name;
  };
  // When a hunk between two others is refused, these become neighbours.
  std::vector<const Covered*> left;
  for (const Covered& next : covered) {
    while (!left.empty() && !hunks[next.index].why && !goes_before(left.back()->range, next.range)) {
      auto [first, second] = std::minmax(left.back()->index, next.index);
      hunks[second].fail(make_error(Code::diff_syntax,
          fmt::format("{} and {} contradict each other at line {}{}", to_string(named(first)), to_string(named(second)),
              next.range.core_start, with_file("of", name)),
          fmt::format("make one {} of the two", word(name.noun))));
      if (hunks[left.back()->index].why) left.pop_back();
    }
    if (!hunks[next.index].why) left.push_back(&next);
  }
}

bool are_where_they_say(std::span<const PlacedHunk> hunks) {
  uint64_t end = 1;
  int64_t added = 0;
  for (const PlacedHunk& placed : hunks) {
    const diff::Hunk& hunk = *placed.hunk;
    uint64_t begin = stated_line(hunk, diff::Side::before), old_count = hunk.old_count();
    bool stands = old_count == 0 ||
        (placed.chosen && placed.side == diff::Side::before && !placed.chosen->blanks &&
            placed.chosen->line == hunk.old_start);
    if (!stands || !hunk.has_numbers || begin < end ||
        static_cast<int64_t>(stated_line(hunk, diff::Side::after)) != static_cast<int64_t>(begin) + added)
      return false;
    end = begin + old_count;
    added += static_cast<int64_t>(hunk.new_count()) - static_cast<int64_t>(old_count);
  }
  return true;
}

void refuse_unproven_insertions(
    std::vector<PlacedHunk>& hunks, StatedNumbers numbers, HunkName name, diff::LineTable& lines) {
  if (numbers == StatedNumbers::hold || std::none_of(hunks.begin(), hunks.end(), is_by_number)) return;
  bool agree = are_where_they_say(hunks);
  size_t below = 0;  // telling bytes of old lines, from this hunk on
  for (size_t i = hunks.size(); i-- > 0;) {
    if (agree) below += old_telling_bytes(*hunks[i].hunk);
    bool proven = agree && (below >= kProof || !lines.has(hunks[i].hunk->old_start));
    if (!is_by_number(hunks[i]) || proven) continue;
    hunks[i].chosen.reset();
    name.number = i + 1;
    hunks[i].fail(hunk_without_place(name, "nothing but its number"));
  }
}

// In a text with a part of the patch applied, the old lines of a hunk may still occur elsewhere.
void settle_applied(std::vector<PlacedHunk>& hunks, diff::Locator& locator) {
  for (PlacedHunk& hunk : hunks) settle_addition(hunk, locator);
  if (std::none_of(hunks.begin(), hunks.end(), [](const PlacedHunk& hunk) { return hunk.is_done(); })) return;
  for (PlacedHunk& hunk : hunks) {
    if (hunk.why || hunk.at_home || hunk.side == diff::Side::after || !can_be_already(*hunk.hunk)) continue;
    diff::Places there = locator.find(*hunk.hunk, 1, diff::Side::after);
    if (there.count != 1) continue;
    hunk.side = diff::Side::after;
    hunk.chosen = there.places.front();
  }
}

bool stands_unapplied(const PlacedHunk& hunk, diff::Locator& locator) {
  std::vector<const diff::HunkLine*> before = diff::pattern_of(*hunk.hunk, diff::Side::before).lines;
  std::vector<const diff::HunkLine*> after = diff::pattern_of(*hunk.hunk, diff::Side::after).lines;
  if (after.empty() || before.empty()) return false;
  // The result, with the lines above and below that the hunk could have removed.
  diff::LineTable& lines = locator.lines();
  uint64_t line = hunk.chosen->line, reach = before.size() + 2, from = line - std::min(line - 1, reach);
  Surroundings around{{}, static_cast<size_t>(line - from), static_cast<size_t>(line - from + after.size())};
  for (uint64_t at = from; at < line + after.size() + reach && lines.has(at - 1); ++at)
    around.lines.push_back(lines.line(at - 1));
  if (stand_unchanged(texts_of(before), texts_of(after), around)) return true;
  auto same = [](const diff::HunkLine* a, const diff::HunkLine* b) { return a->text == b->text; };
  auto part = std::search(before.begin(), before.end(), after.begin(), after.end(), same);
  if (part == before.end() || after.size() >= before.size()) return false;
  auto next = part + static_cast<std::ptrdiff_t>(after.size());
  bool above = part != before.begin() && line > 1 && is_unremoved(lines.line(line - 2), (*std::prev(part))->text);
  return above || (next != before.end() && is_unremoved(lines.line(line + after.size() - 1), (*next)->text));
}

}  // namespace aptix::edit
