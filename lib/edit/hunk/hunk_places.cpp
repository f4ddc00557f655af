// Places the hunks of an answer. Never by nearness: a hunk goes where its lines stand once, or where
// its number, its section or the order of the hunks leaves one place; otherwise nowhere.
#include "edit/hunk/hunk_places.h"

#include <algorithm>
#include <utility>

#include "edit/basis/hunk_shape.h"
#include "edit/hunk/applied_before.h"
#include "edit/hunk/hunk_order.h"
#include "edit/hunk/hunk_refits.h"
#include "edit/hunk/hunk_white_space.h"
#include "edit/hunk/insertion.h"
#include "edit/hunk/sections.h"
#include "edit/rung/context.h"

namespace aptix::edit {
namespace {

constexpr uint64_t kMostPlaces = 1000;  // of one hunk, to choose from
constexpr uint64_t kMostPlacesInAll = 500'000;
constexpr uint64_t kMostLinesToTell = 500'000;  // read to say how places differ

class Placer {
 public:
  Placer(std::string_view text, std::span<const diff::Hunk* const> hunks, const PlaceOptions& options)
      : text_(text),
        locator_(text),
        given_(hunks),
        options_(options),
        section_(text),
        refits_(text, options.original, options.ladder) {}

  PlacedHunks place() {
    candidates_.resize(given_.size());
    for (size_t i = 0; i < given_.size(); ++i) candidates_[i].hunk = given_[i];
    for (size_t i = 0; i < given_.size(); ++i) place_alone(i);
    for (size_t i = 0; i < candidates_.size(); ++i) {
      if (candidates_[i].open()) choose_by_section(candidates_[i]);
      if (candidates_[i].open()) choose_as_asked(i);
    }
    if (options_.in_order) choose_by_order(candidates_);
    refits_.hold_all_to_proofs(candidates_, name(0));
    settle_applied(candidates_, locator_);
    for (size_t i = 0; i < candidates_.size(); ++i) doubt_applied(i);
    if (!text_.empty() && options_.noun == HunkNoun::hunk)
      refuse_unproven_insertions(candidates_, options_.numbers, name(0), locator_.lines());
    refuse_open();
    refuse_overlaps(candidates_, name(0));
    return finish();
  }

 private:
  HunkName name(size_t i) const { return {i + 1, given_.size(), options_.noun, options_.file}; }

  static void fail(HunkCandidate& candidate, Error error) {
    candidate.why = std::make_unique<Diagnostic>(std::move(error));
  }

  // What the hunk alone, and the numbers of those before it, say.
  void place_alone(size_t i) {
    HunkCandidate& candidate = candidates_[i];
    if (candidate.hunk->has_numbers) candidate.expected = moved(candidate.hunk->old_start);
    if (candidate.hunk->old_count() == 0) return place_insertion(i);
    bool stands = try_home(candidate, candidate.hunk, diff::Side::before) || try_all(candidate);
    if (stands && is_doubtful_result(candidate)) {
      stands = false;
      candidate.hunk = given_[i];
      candidate.side = diff::Side::before;
      candidate.chosen.reset();
    }
    if (!stands && !refits_.place(candidate, name(i), locator_)) return;
    doubt_place_away_from_home(candidate);
    if (auto places = places_against_number(i))
      return fail(candidate, hunk_ambiguous(name(i), *candidate.hunk, *places, locator_, Detail::how_they_differ));
    refuse_beside_result(i);
    refuse_away_from_near_home(i);
    note_drift(candidate);
  }

  // Lines that stand elsewhere, while what the hunk leaves stands at its line: a second run would change a twin.
  void refuse_beside_result(size_t i) {
    HunkCandidate& candidate = candidates_[i];
    if (!candidate.chosen || candidate.at_home || candidate.side == diff::Side::after ||
        telling_bytes(*candidate.hunk, LineKind::added) == 0)
      return;
    std::optional<diff::Place> home = at_home(*given_[i], diff::Side::after);
    for (uint64_t line : {given_[i]->old_start, moved(given_[i]->old_start)})
      if (!home && options_.but_for_blanks && given_[i]->has_numbers && line != 0 &&
          locator_.blanks_at(*given_[i], line, diff::Side::after))
        home = diff::Place{line, false, true};
    if (!home) return;
    diff::Places places{{*home, *candidate.chosen}, 2, false};
    candidate.chosen.reset();
    fail(candidate, hunk_ambiguous(name(i), *candidate.hunk, places, locator_, Detail::places));
    candidate.why->notes.push_back(
        "its new lines stand at line " + std::to_string(home->line) + " already, its old ones elsewhere");
  }

  // Lines that stand elsewhere, while those at the stated line differ in some context alone.
  void refuse_away_from_near_home(size_t i) {
    HunkCandidate& candidate = candidates_[i];
    uint64_t count = candidate.hunk->old_count();
    if (!candidate.chosen || candidate.at_home || candidate.side == diff::Side::after || candidate.expected == 0)
      return;
    uint64_t line = candidate.chosen->line;
    uint64_t home = candidate.expected;
    if (std::max(line, home) - std::min(line, home) < 2 * count) return;
    size_t start = locator_.lines().start_of(home - std::min(home, count + 1));
    size_t end = locator_.lines().start_of(home + 2 * count - 1);
    if (!nearly_stands(text_.substr(start, end - start), *candidate.hunk)) return;
    candidate.chosen.reset();
    fail(candidate, hunk_fits_elsewhere(name(i), line, home));
  }

  bool try_all(HunkCandidate& candidate) {
    const diff::Hunk* whole = candidate.hunk;
    std::optional<diff::Hunk> bare = without_bare_edges(*whole);
    // What is left of a block has no line number to speak for it, nor one line for what comes beside it.
    bool tells = bare &&
        (options_.noun == HunkNoun::hunk ||
            (old_telling_bytes(*bare) >= kProof &&
                (bare->old_count() > 1 || telling_bytes(*bare, LineKind::removed) != 0)));
    const diff::Hunk* trimmed = tells ? &rewritten_.emplace_back(std::move(*bare)) : nullptr;
    bool already = can_be_already(*whole);
    return (already && try_home(candidate, whole, diff::Side::after)) ||
        try_everywhere(candidate, whole, diff::Side::before) ||
        try_everywhere(candidate, trimmed, diff::Side::before) ||
        (already &&
            (try_everywhere(candidate, whole, diff::Side::after) ||
                try_everywhere(candidate, trimmed, diff::Side::after))) ||
        try_but_for_blanks(candidate, whole, trimmed);
  }

  // At the stated line, or where it fits but for white space.
  bool try_but_for_blanks(HunkCandidate& candidate, const diff::Hunk* whole, const diff::Hunk* trimmed) {
    if (!options_.but_for_blanks) return false;
    if (std::optional<diff::Place> home = home_but_for_blanks(candidate)) {
      candidate.chosen = home;
      candidate.at_home = true;
      return true;
    }
    for (diff::Side side : {diff::Side::before, diff::Side::after}) {
      if (side == diff::Side::after && !can_be_already(*whole)) return false;
      for (const diff::Hunk* hunk : {whole, trimmed}) {
        if (hunk == nullptr) continue;
        if (take(candidate, hunk, side, locator_.find_but_for_blanks(*hunk, most_places(), side))) return true;
      }
    }
    return false;
  }

  std::optional<diff::Place> home_but_for_blanks(const HunkCandidate& candidate) {
    if (!options_.but_for_blanks || candidate.expected == 0 || !locator_.blanks_at(*candidate.hunk, candidate.expected))
      return std::nullopt;
    return diff::Place{candidate.expected, false, true};
  }

  // Places that fit exactly, while the stated line fits but for white space: they are no likelier than that.
  void doubt_place_away_from_home(HunkCandidate& candidate) {
    bool in_place = !candidate.chosen && candidate.side == diff::Side::after;
    if (candidate.at_home || in_place || !(candidate.chosen || candidate.listed())) return;
    std::vector<diff::Place> places = candidate.chosen ? std::vector{*candidate.chosen} : candidate.places.places;
    std::optional<diff::Place> home = home_but_for_blanks(candidate);
    auto speaks_for_itself = [&](const diff::Place& place) { return place.blanks || place.line == home->line; };
    if (!home || std::any_of(places.begin(), places.end(), speaks_for_itself)) return;
    auto next =
        std::find_if(places.begin(), places.end(), [&](const diff::Place& place) { return place.line > home->line; });
    places.insert(next, *home);
    candidate.places = {std::move(places), std::max<uint64_t>(candidate.places.count, 1) + 1, candidate.places.gave_up};
    candidate.side = diff::Side::before;
    candidate.chosen.reset();
  }

  // All places, when what the header names besides the stated line, a section or anchors, stands for another one.
  std::optional<diff::Places> places_against_number(size_t i) {
    const HunkCandidate& candidate = candidates_[i];
    if (!candidate.at_home || candidate.side == diff::Side::after) return std::nullopt;
    auto in_section = [&](const diff::Place& place) {
      return section_.holds(candidate.hunk->section, locator_.lines().start_of(place.line - 1));
    };
    size_t home_end =
        locator_.lines().start_of(candidate.chosen->line - 1 + extent_of(*candidate.hunk, diff::Side::before).lines);
    bool doubtful = !candidate.hunk->section.empty() && !in_section(*candidate.chosen) &&
        !section_.stands_before(candidate.hunk->section, home_end);
    if (!doubtful && !options_.choose) return std::nullopt;
    diff::Places all = locator_.find(*candidate.hunk, kMostPlaces);
    if (all.gave_up || all.count != all.places.size()) return std::nullopt;
    std::optional<diff::Place> asked =
        options_.choose ? options_.choose(i, all.places, locator_.lines()) : std::nullopt;
    bool other = (asked && asked->line != candidate.chosen->line) ||
        (doubtful && std::any_of(all.places.begin(), all.places.end(), in_section));
    return other ? std::optional(std::move(all)) : std::nullopt;
  }

  bool try_home(HunkCandidate& candidate, const diff::Hunk* hunk, diff::Side side) {
    std::optional<diff::Place> home = at_home(*hunk, side);
    if (!home) return false;
    candidate.side = side;
    candidate.chosen = home;
    candidate.at_home = true;
    return true;
  }

  // False when this side of the hunk stands nowhere.
  bool try_everywhere(HunkCandidate& candidate, const diff::Hunk* hunk, diff::Side side) {
    if (hunk == nullptr) return false;
    return take(candidate, hunk, side, locator_.find(*hunk, most_places(), side));
  }

  uint64_t most_places() const { return stored_ < kMostPlacesInAll ? kMostPlaces : 100; }

  bool take(HunkCandidate& candidate, const diff::Hunk* hunk, diff::Side side, diff::Places places) {
    if (places.count == 0 && !places.gave_up) return false;
    candidate.hunk = hunk;
    candidate.side = side;
    if (hunk->has_numbers) candidate.expected = moved(hunk->old_start);  // of the part of it that fits
    if (places.count == 1) {
      candidate.chosen = places.places.front();
    } else {
      stored_ += places.places.size();
      candidate.places = std::move(places);
    }
    return true;
  }

  // The stated line, exactly; or moved as the hunks before it were proven to be, when it does not fit at both.
  std::optional<diff::Place> at_home(const diff::Hunk& hunk, diff::Side side) {
    if (!hunk.has_numbers || hunk.old_start == 0) return std::nullopt;
    std::optional<diff::Place> stated = locator_.at(hunk, hunk.old_start, side);
    if (drift_ == 0) return stated;
    uint64_t line = moved(hunk.old_start);
    return stated || line == 0 ? std::nullopt : locator_.at(hunk, line, side);
  }

  uint64_t moved(uint64_t line) const {
    int64_t sum = static_cast<int64_t>(line) + drift_;
    return sum < 1 ? 0 : static_cast<uint64_t>(sum);
  }

  // The lines after this hunk have moved by as much as its end has.
  void note_drift(const HunkCandidate& candidate) {
    if (!candidate.chosen || !candidate.hunk->has_numbers) return;
    uint64_t found_end = candidate.chosen->line + extent_of(*candidate.hunk, candidate.side).lines;
    uint64_t stated_end = candidate.hunk->old_start + candidate.hunk->old_count();
    drift_ = static_cast<int64_t>(found_end) - static_cast<int64_t>(stated_end);
  }

  // Only '+' lines: an empty text takes them, otherwise only the stated number can say where.
  void place_insertion(size_t i) {
    HunkCandidate& candidate = candidates_[i];
    if (text_.empty()) {
      candidate.chosen = diff::Place{1, false};
      return;
    }
    if (options_.numbers != StatedNumbers::hold && can_be_already(*candidate.hunk)) {
      diff::Places there = locator_.find(*candidate.hunk, 1, diff::Side::after);
      if (there.count == 1) {
        candidate.side = diff::Side::after;
        candidate.chosen = there.places.front();
        return;
      }
    }
    bool at_top = is_for_top(*candidate.hunk);
    bool inside = candidate.hunk->has_numbers && candidate.expected != 0 && candidate.hunk->old_start != 0 &&
        locator_.lines().has(candidate.expected - 1);
    if (inside || at_top) candidate.chosen = diff::Place{at_top ? 1 : candidate.expected + 1, false};
    else if (candidate.hunk->has_numbers && candidate.expected != 0 && candidate.hunk->old_start != 0)
      fail(candidate, hunk_beyond_end(name(i), candidate.hunk->old_start));
    else fail(candidate, hunk_without_place(name(i)));
  }

  void choose_by_section(HunkCandidate& candidate) {
    if (candidate.hunk->section.empty() || !candidate.listed() || candidate.places.gave_up) return;
    std::optional<diff::Place> only;
    for (const diff::Place& place : candidate.places.places) {
      if (!section_.holds(candidate.hunk->section, locator_.lines().start_of(place.line - 1))) continue;
      if (only) return;
      only = place;
    }
    if (only) candidate.chosen = only;
  }

  void choose_as_asked(size_t i) {
    HunkCandidate& candidate = candidates_[i];
    if (options_.choose && candidate.listed() && !candidate.places.gave_up)
      candidate.chosen = options_.choose(i, candidate.places.places, locator_.lines());
  }

  // What a hunk leaves may stand in the text before as well, above all where it only takes lines away: with those
  // beside it, but for how they are written, it has not been applied.
  bool is_doubtful_result(const HunkCandidate& candidate) {
    return candidate.chosen && !candidate.why && candidate.side == diff::Side::after &&
        stands_unapplied(candidate, locator_);
  }

  void doubt_applied(size_t i) {
    HunkCandidate& candidate = candidates_[i];
    if (!is_doubtful_result(candidate)) return;
    candidate.chosen.reset();
    fail(candidate, hunk_not_found(name(i), *candidate.hunk, locator_));
  }

  void refuse_open() {
    for (size_t i = 0; i < candidates_.size(); ++i) {
      HunkCandidate& candidate = candidates_[i];
      if (!candidate.open()) continue;
      bool result_stands = candidate.side == diff::Side::after && !candidate.places.places.empty();
      fail(candidate,
          result_stands ? hunk_not_found(name(i), *candidate.hunk, locator_)
                        : hunk_ambiguous(name(i), *candidate.hunk, candidate.places, locator_, detail_of(candidate)));
      if (result_stands)
        candidate.why->notes.push_back(
            "its new lines stand in the file " + std::to_string(candidate.places.count) + " times already");
    }
  }

  Detail detail_of(const HunkCandidate& candidate) {
    uint64_t lines = kLinesToTell * candidate.places.places.size();
    if (lines > lines_to_tell_) return Detail::places;
    lines_to_tell_ -= lines;
    return Detail::how_they_differ;
  }

  PlacedHunks finish() {
    PlacedHunks result;
    result.hunks.reserve(candidates_.size());
    for (HunkCandidate& candidate : candidates_) {
      PlacedHunk& placed = result.hunks.emplace_back();
      placed.hunk = candidate.hunk;
      placed.why = std::move(candidate.why);
      if (!placed.why) tell(candidate, placed);
    }
    result.rewritten = std::move(rewritten_);
    refits_.move_to(result, candidates_);
    drop_surplus_blanks(text_, result);
    give_tabs_of_text(text_, result, options_.file);
    return result;
  }

  void tell(const HunkCandidate& candidate, PlacedHunk& placed) {
    placed.status = candidate.side == diff::Side::before ? EditStatus::applied : EditStatus::already;
    placed.line = candidate.chosen->line;
    placed.start = locator_.lines().start_of(placed.line - 1);
    placed.line_ends = candidate.chosen->line_ends;
    uint64_t stated = candidate.side == diff::Side::after ? candidate.hunk->new_start
                                                          : stated_line(*candidate.hunk, diff::Side::before);
    if (candidate.hunk->has_numbers) placed.offset = static_cast<int64_t>(placed.line) - static_cast<int64_t>(stated);
    if (placed.offset != 0) placed.rule = Rule::moved;
    if (placed.line_ends) placed.rule = Rule::line_ends;
    if (candidate.chosen->blanks) placed.blanks = locator_.blanks_at(*candidate.hunk, placed.line, candidate.side);
    if (!placed.blanks || !placed.blanks->any()) return;
    placed.rule = Rule::whitespace;
    placed.differs = placed.blanks->describe();
  }

  std::string_view text_;
  diff::Locator locator_;
  std::span<const diff::Hunk* const> given_;
  const PlaceOptions& options_;
  SectionFinder section_;
  std::vector<HunkCandidate> candidates_;
  std::deque<diff::Hunk> rewritten_;
  HunkRefits refits_;
  int64_t drift_ = 0;
  uint64_t stored_ = 0;  // places in all candidates
  uint64_t lines_to_tell_ = kMostLinesToTell;
};

}  // namespace

PlacedHunks place_uniquely(
    std::string_view text, std::span<const diff::Hunk* const> hunks, const PlaceOptions& options) {
  return Placer(text, hunks, options).place();
}

}  // namespace aptix::edit
