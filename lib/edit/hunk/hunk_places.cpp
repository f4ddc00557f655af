// Places the hunks of an answer. Never by nearness: a hunk is placed where its lines occur once, or where its number,
// its section or the order of the hunks leaves one place; otherwise it fails.
#include "edit/hunk/hunk_places.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "edit/hunk/new_lines.h"
#include "edit/hunk/sections.h"
#include "edit/rung/ladder.h"

namespace aptix::edit {
namespace {

using diff::Side;

constexpr uint64_t kMostPlaces = 1000;  // of one hunk, to choose from
constexpr uint64_t kMostPlacesInAll = 500'000;
constexpr uint64_t kMostLinesToTell = 500'000;  // read to say how places differ

class Placer {
 public:
  Placer(std::string_view text, std::span<const diff::Hunk* const> given, const PlaceOptions& options)
      : text_(text),
        locator_(text),
        given_(given),
        options_(options),
        section_(text),
        ladder_(text, options.original) {}

  PlacedHunks place() {
    hunks_.resize(given_.size());
    for (size_t i = 0; i < given_.size(); ++i) hunks_[i].hunk = given_[i];
    for (size_t i = 0; i < given_.size(); ++i) place_alone(i);
    for (size_t i = 0; i < hunks_.size(); ++i) {
      if (hunks_[i].open()) choose_by_section(hunks_[i]);
      if (hunks_[i].open() && options_.choose && hunks_[i].listed() && !hunks_[i].places.gave_up)
        hunks_[i].chosen = options_.choose(i, hunks_[i].places.places, locator_.lines());
    }
    if (options_.in_order) choose_by_order(hunks_);
    hold_all_to_proofs(out_, name(0));
    settle_applied(hunks_, locator_);
    for (size_t i = 0; i < hunks_.size(); ++i) {
      if (hunks_[i].why || !is_doubtful_result(hunks_[i])) continue;
      hunks_[i].chosen.reset();
      hunks_[i].fail(hunk_not_found(name(i), *hunks_[i].hunk, locator_));
    }
    if (!text_.empty() && options_.noun == HunkNoun::hunk)
      refuse_unproven_insertions(hunks_, options_.numbers, name(0), locator_.lines());
    for (size_t i = 0; i < hunks_.size(); ++i)
      if (hunks_[i].open()) refuse_open(i);
    refuse_overlaps(hunks_, name(0));
    for (PlacedHunk& hunk : hunks_)
      if (!hunk.why) tell(hunk);
    drop_surplus_blanks(text_, out_);
    give_tabs_of_text(text_, out_, name(0));
    return std::move(out_);
  }

 private:
  HunkName name(size_t i) const { return {i + 1, given_.size(), options_.noun, options_.file}; }

  // Places a hunk by itself, and by how far those before it have moved.
  void place_alone(size_t i) {
    PlacedHunk& hunk = hunks_[i];
    if (hunk.hunk->has_numbers) hunk.expected = moved(hunk.hunk->old_start);
    if (hunk.hunk->old_count() == 0) return place_insertion(i);
    bool stands = try_home(hunk, Side::before) || try_all(hunk);
    if (stands && is_doubtful_result(hunk)) {
      stands = false;
      hunk.hunk = given_[i];
      hunk.side = Side::before;
      hunk.chosen.reset();
    }
    if (!stands && !try_ladder(i)) return;
    doubt_place_away_from_home(hunk);
    if (auto places = places_against_number(i))
      return hunk.fail(hunk_ambiguous(name(i), *hunk.hunk, *places, locator_, Detail::how_they_differ));
    refuse_beside_result(i);
    refuse_away_from_near_home(i);
    // The lines after this hunk have moved like its end.
    if (!hunk.chosen || !hunk.hunk->has_numbers) return;
    drift_ = static_cast<int64_t>(hunk.chosen->line + extent_of(*hunk.hunk, hunk.side).lines) -
        static_cast<int64_t>(hunk.hunk->old_start + hunk.hunk->old_count());
  }

  // A hunk of only '+' lines applies to an empty text; in any other, only its stated line can say where.
  void place_insertion(size_t i) {
    PlacedHunk& hunk = hunks_[i];
    const diff::Hunk& lines = *hunk.hunk;
    if (text_.empty()) {
      hunk.chosen = diff::Place{1, false};
      return;
    }
    if (options_.numbers != StatedNumbers::hold && can_be_already(lines)) {
      diff::Places there = locator_.find(lines, 1, Side::after);
      if (there.count == 1) {
        hunk.side = Side::after;
        hunk.chosen = there.places.front();
        return;
      }
    }
    bool at_top = lines.has_numbers && lines.old_start == 0 && lines.new_start == 1;
    bool numbered = lines.has_numbers && hunk.expected != 0 && lines.old_start != 0;
    if (at_top) hunk.chosen = diff::Place{1, false};
    else if (numbered && locator_.lines().has(hunk.expected - 1)) hunk.chosen = diff::Place{hunk.expected + 1, false};
    else if (!numbered) hunk.fail(hunk_without_place(name(i)));
    else
      hunk.fail(hunk_error(name(i), Code::match_not_found,
          fmt::format("adds lines after line {}, which is beyond the end{}", lines.old_start, with_file("of", name(i))),
          "count the lines of the file as it is, or add the lines before the place as context"));
  }

  bool try_all(PlacedHunk& hunk) {
    const diff::Hunk* whole = hunk.hunk;
    std::optional<diff::Hunk> bare = without_bare_edges(*whole);
    // The rest of a block has no line number, so its lines must prove the place: several of them, or a removed one.
    bool tells = bare &&
        (options_.noun == HunkNoun::hunk ||
            (old_telling_bytes(*bare) >= kProof &&
                (bare->old_count() > 1 || telling_bytes(*bare, LineKind::removed) != 0)));
    const diff::Hunk* trimmed = tells ? &out_.rewritten.emplace_back(std::move(*bare)) : nullptr;
    bool already = can_be_already(*whole);
    return (already && try_home(hunk, Side::after)) || try_everywhere(hunk, whole, Side::before) ||
        try_everywhere(hunk, trimmed, Side::before) ||
        (already && (try_everywhere(hunk, whole, Side::after) || try_everywhere(hunk, trimmed, Side::after))) ||
        try_but_for_blanks(hunk, whole, trimmed);
  }

  bool try_home(PlacedHunk& hunk, Side side) {
    std::optional<diff::Place> home = at_home(*hunk.hunk, side);
    if (!home) return false;
    hunk.side = side;
    hunk.chosen = home;
    hunk.at_home = true;
    return true;
  }

  // False if this side of the hunk matches nowhere.
  bool try_everywhere(PlacedHunk& hunk, const diff::Hunk* lines, Side side) {
    return lines != nullptr && take(hunk, lines, side, locator_.find(*lines, most_places(), side));
  }

  // Ignores white space: matches at the stated line, or else anywhere.
  bool try_but_for_blanks(PlacedHunk& hunk, const diff::Hunk* whole, const diff::Hunk* trimmed) {
    if (!options_.but_for_blanks) return false;
    hunk.chosen = home_but_for_blanks(hunk);
    hunk.at_home = hunk.chosen.has_value();
    if (hunk.at_home) return true;
    for (Side side : {Side::before, Side::after}) {
      if (side == Side::after && !can_be_already(*whole)) return false;
      for (const diff::Hunk* lines : {whole, trimmed})
        if (lines != nullptr && take(hunk, lines, side, locator_.find_but_for_blanks(*lines, most_places(), side)))
          return true;
    }
    return false;
  }

  std::optional<diff::Place> home_but_for_blanks(const PlacedHunk& hunk) {
    if (!options_.but_for_blanks || hunk.expected == 0 || !locator_.blanks_at(*hunk.hunk, hunk.expected))
      return std::nullopt;
    return diff::Place{hunk.expected, false, true};
  }

  uint64_t most_places() const { return stored_ < kMostPlacesInAll ? kMostPlaces : 100; }

  bool take(PlacedHunk& hunk, const diff::Hunk* lines, Side side, diff::Places places) {
    if (places.count == 0 && !places.gave_up) return false;
    hunk.hunk = lines;
    hunk.side = side;
    if (lines->has_numbers) hunk.expected = moved(lines->old_start);  // of the part that matches
    stored_ += places.count == 1 ? 0 : places.places.size();
    if (places.count == 1) hunk.chosen = places.places.front();
    else hunk.places = std::move(places);
    return true;
  }

  // Tries the lower rungs. False: the hunk has failed.
  bool try_ladder(size_t i) {
    PlacedHunk& hunk = hunks_[i];
    RefitResult found = options_.ladder ? ladder_.find(*hunk.hunk, *options_.ladder) : RefitResult();
    if (found.only) hunk.chosen = locator_.at(found.only->hunk, found.only->line, found.only->side);
    if (hunk.chosen) {
      hunk.side = found.only->side;
      hunk.expected = 0;
      hunk.rule = found.only->rule;
      hunk.differs = std::move(found.only->differs);
      hunk.bare = std::move(found.only->bare);
      rewrite(hunk, std::move(found.only->hunk), found.only->texts);
      return true;
    }
    bool none = found.lines.empty();
    hunk.fail(none ? hunk_not_found(name(i), *hunk.hunk, locator_) : hunk_nearly_fits(name(i), found.lines));
    std::string hint = std::move(found.untold);
    if (none && hint.empty() && options_.ladder) hint = ladder_.hint(*hunk.hunk, *options_.ladder);
    if (!hint.empty()) hunk.why->hint = std::move(hint);
    return false;
  }

  void rewrite(PlacedHunk& hunk, diff::Hunk lines, std::list<std::string>& texts) {
    out_.texts.splice(out_.texts.end(), texts);
    hunk.hunk = &out_.rewritten.emplace_back(std::move(lines));
  }

  // Refuses a place elsewhere if the result is at the stated line: a second run would change a copy of the lines.
  void refuse_beside_result(size_t i) {
    PlacedHunk& hunk = hunks_[i];
    if (!hunk.chosen || hunk.at_home || hunk.side == Side::after || telling_bytes(*hunk.hunk, LineKind::added) == 0)
      return;
    std::optional<diff::Place> home = at_home(*given_[i], Side::after);
    for (uint64_t line : {given_[i]->old_start, moved(given_[i]->old_start)})
      if (!home && options_.but_for_blanks && given_[i]->has_numbers && line != 0 &&
          locator_.blanks_at(*given_[i], line, Side::after))
        home = diff::Place{line, false, true};
    if (!home) return;
    diff::Places places{{*home, *hunk.chosen}, 2, false};
    hunk.chosen.reset();
    hunk.fail(hunk_ambiguous(name(i), *hunk.hunk, places, locator_, Detail::places));
    hunk.why->notes.push_back(
        "its new lines stand at line " + std::to_string(home->line) + " already, its old ones elsewhere");
  }

  // Refuses a place elsewhere if the lines at the stated one differ only in some context.
  void refuse_away_from_near_home(size_t i) {
    PlacedHunk& hunk = hunks_[i];
    if (!hunk.chosen || hunk.at_home || hunk.side == Side::after || hunk.expected == 0) return;
    uint64_t line = hunk.chosen->line, home = hunk.expected, count = hunk.hunk->old_count();
    if (std::max(line, home) - std::min(line, home) < 2 * count) return;
    size_t start = locator_.lines().start_of(home - std::min(home, count + 1));
    size_t end = locator_.lines().start_of(home + 2 * count - 1);
    if (!nearly_stands(text_.substr(start, end - start), *hunk.hunk)) return;
    hunk.chosen.reset();
    hunk.fail(hunk_error(name(i), Code::match_ambiguous,
        fmt::format("fits line {}{}, and nearly line {}, where its header says", line, with_file("of", name(i)), home),
        "give its context lines as they stand at the place that is meant"));
  }

  // If the stated line matches except for white space, exact places elsewhere are no better: none is chosen yet.
  void doubt_place_away_from_home(PlacedHunk& hunk) {
    bool in_place = !hunk.chosen && hunk.side == Side::after;
    if (hunk.at_home || in_place || !(hunk.chosen || hunk.listed())) return;
    std::vector<diff::Place> places = hunk.chosen ? std::vector{*hunk.chosen} : hunk.places.places;
    std::optional<diff::Place> home = home_but_for_blanks(hunk);
    auto speaks_for_itself = [&](const diff::Place& place) { return place.blanks || place.line == home->line; };
    if (!home || std::any_of(places.begin(), places.end(), speaks_for_itself)) return;
    auto next =
        std::find_if(places.begin(), places.end(), [&](const diff::Place& place) { return place.line > home->line; });
    places.insert(next, *home);
    hunk.places = {std::move(places), std::max<uint64_t>(hunk.places.count, 1) + 1, hunk.places.gave_up};
    hunk.side = Side::before;
    hunk.chosen.reset();
  }

  bool is_in_section(const PlacedHunk& hunk, const diff::Place& place) {
    return section_.holds(hunk.hunk->section, locator_.lines().start_of(place.line - 1));
  }

  // All places, if the section or the anchors select another one than the stated line.
  std::optional<diff::Places> places_against_number(size_t i) {
    const PlacedHunk& hunk = hunks_[i];
    if (!hunk.at_home || hunk.side == Side::after) return std::nullopt;
    size_t home_end = locator_.lines().start_of(hunk.chosen->line - 1 + extent_of(*hunk.hunk, Side::before).lines);
    bool doubtful = !hunk.hunk->section.empty() && !is_in_section(hunk, *hunk.chosen) &&
        !section_.stands_before(hunk.hunk->section, home_end);
    if (!doubtful && !options_.choose) return std::nullopt;
    diff::Places all = locator_.find(*hunk.hunk, kMostPlaces);
    if (all.gave_up || all.count != all.places.size()) return std::nullopt;
    std::optional<diff::Place> asked =
        options_.choose ? options_.choose(i, all.places, locator_.lines()) : std::nullopt;
    bool other = (asked && asked->line != hunk.chosen->line) ||
        (doubtful && std::any_of(all.places.begin(), all.places.end(), [&](const diff::Place& place) {
          return is_in_section(hunk, place);
        }));
    return other ? std::optional(std::move(all)) : std::nullopt;
  }

  void choose_by_section(PlacedHunk& hunk) {
    if (hunk.hunk->section.empty() || !hunk.listed() || hunk.places.gave_up) return;
    std::optional<diff::Place> only;
    for (const diff::Place& place : hunk.places.places) {
      if (!is_in_section(hunk, place)) continue;
      if (only) return;
      only = place;
    }
    hunk.chosen = only;
  }

  // The place at the stated line; if that does not match and hunks before it moved, at the line moved like them.
  std::optional<diff::Place> at_home(const diff::Hunk& hunk, Side side) {
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

  // Its result is there, but its old lines seem to be as well.
  bool is_doubtful_result(const PlacedHunk& hunk) { return hunk.is_done() && stands_unapplied(hunk, locator_); }

  void refuse_open(size_t i) {
    PlacedHunk& hunk = hunks_[i];
    if (hunk.side == Side::after && !hunk.places.places.empty()) {
      hunk.fail(hunk_not_found(name(i), *hunk.hunk, locator_));
      hunk.why->notes.push_back(
          "its new lines stand in the file " + std::to_string(hunk.places.count) + " times already");
      return;
    }
    uint64_t lines = kLinesToTell * hunk.places.places.size();
    bool all = lines <= lines_to_tell_;
    if (all) lines_to_tell_ -= lines;
    hunk.fail(
        hunk_ambiguous(name(i), *hunk.hunk, hunk.places, locator_, all ? Detail::how_they_differ : Detail::places));
  }

  void tell(PlacedHunk& hunk) {
    hunk.status = hunk.side == Side::before ? EditStatus::applied : EditStatus::already;
    hunk.line = hunk.chosen->line;
    hunk.start = locator_.lines().start_of(hunk.line - 1);
    hunk.line_ends = hunk.chosen->line_ends;
    uint64_t stated = hunk.side == Side::after ? hunk.hunk->new_start : stated_line(*hunk.hunk, Side::before);
    if (hunk.hunk->has_numbers) hunk.offset = static_cast<int64_t>(hunk.line) - static_cast<int64_t>(stated);
    if (hunk.chosen->blanks) hunk.blanks = locator_.blanks_at(*hunk.hunk, hunk.line, hunk.side);
    if (hunk.rule != Rule::exact) return;
    if (hunk.offset != 0) hunk.rule = Rule::moved;
    if (hunk.line_ends) hunk.rule = Rule::line_ends;
    if (!hunk.blanks || !hunk.blanks->any()) return;
    hunk.rule = Rule::whitespace;
    hunk.differs = hunk.blanks->describe();
  }

  std::string_view text_;
  diff::Locator locator_;
  std::span<const diff::Hunk* const> given_;
  const PlaceOptions& options_;
  SectionFinder section_;
  Ladder ladder_;
  PlacedHunks out_;
  std::vector<PlacedHunk>& hunks_ = out_.hunks;
  int64_t drift_ = 0;
  uint64_t stored_ = 0;  // places in all hunks
  uint64_t lines_to_tell_ = kMostLinesToTell;
};

}  // namespace

PlacedHunks place_uniquely(
    std::string_view text, std::span<const diff::Hunk* const> hunks, const PlaceOptions& options) {
  return Placer(text, hunks, options).place();
}

}  // namespace aptix::edit
