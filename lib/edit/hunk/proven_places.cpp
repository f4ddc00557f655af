// A walk through the places of each hunk: first in the order of the hunks, then in any in which they leave each other
// room.
#include "edit/hunk/proven_places.h"

#include <algorithm>
#include <vector>

#include "diff/find/locate.h"
#include "edit/basis/hunk_shape.h"
#include "edit/hunk/hunk_order.h"

namespace aptix::edit {
namespace {

constexpr uint64_t kMostPlacesToTry = 1000;  // of one hunk
constexpr uint64_t kMostSteps = 1'000'000;

class Walk {
 public:
  Walk(std::string_view text, std::span<const diff::Hunk* const> hunks, PlaceOptions options, uint64_t most,
      const IsResult& is_result)
      : text_(text),
        hunks_(hunks),
        options_(options),
        left_(most),
        is_result_(is_result),
        candidates_(hunks.size()) {}

  std::optional<PlacedHunks> run() {
    if (!list_places()) return std::nullopt;
    for (Order order : {Order::of_hunks, Order::any}) {
      order_ = order;
      steps_ = 0;
      if (try_all()) break;
    }
    return std::move(found_);
  }

 private:
  enum class Order : uint8_t { of_hunks, any };

  bool list_places() {
    diff::Locator locator(text_);
    for (size_t i = 0; i < hunks_.size(); ++i) {
      candidates_[i].hunk = hunks_[i];
      diff::Places places =
          hunks_[i]->old_count() == 0 ? gaps(locator.lines()) : locator.find(*hunks_[i], kMostPlacesToTry);
      if (places.count == 0 && !places.gave_up) places = locator.find_but_for_blanks(*hunks_[i], kMostPlacesToTry);
      if (places.gave_up || places.count == 0 || places.count > kMostPlacesToTry) return false;
      blanks_ = blanks_ || places.places.front().blanks;
      candidates_[i].places = std::move(places);
    }
    return !hunks_.empty();
  }

  // Lines alone may be added anywhere.
  static diff::Places gaps(diff::LineTable& lines) {
    diff::Places places;
    for (uint64_t line = 1; line == 1 || lines.has(line - 2); ++line) {
      if (++places.count > kMostPlacesToTry) break;
      places.places.push_back({line, false, false});
    }
    return places;
  }

  // True when the walk is over.
  bool try_all() {
    told_.clear();
    std::vector<size_t> next = {0};  // to be tried, of the hunks so far and of the one that follows
    while (true) {
      if (told_.size() == hunks_.size()) {
        if (is_it(AddedBlanks::as_in_text) || (blanks_ && is_it(AddedBlanks::as_given))) return true;
      } else if (const diff::Place* place = next_place(next.back())) {
        told_.push_back(*place);
        next.push_back(0);
        continue;
      }
      if (told_.empty() || left_ == 0 || steps_ > kMostSteps) return left_ == 0;
      told_.pop_back();
      next.pop_back();
    }
  }

  // Of the hunk that follows, from that number on.
  const diff::Place* next_place(size_t& number) {
    const HunkCandidate& candidate = candidates_[told_.size()];
    while (number < candidate.places.places.size() && steps_ <= kMostSteps) {
      const diff::Place& place = candidate.places.places[number++];
      if (has_room(range_of(candidate, place.line))) return &place;
    }
    return nullptr;
  }

  bool has_room(const HunkRange& range) {
    for (size_t i = told_.size(); i-- > 0;) {
      ++steps_;
      HunkRange other = range_of(candidates_[i], told_[i].line);
      if (order_ == Order::of_hunks) return goes_before(other, range);
      if (!goes_before(other, range) && !goes_before(range, other)) return false;
    }
    return true;
  }

  bool is_it(AddedBlanks added_blanks) {
    if (left_ == 0) return false;
    --left_;
    options_.told = told_;
    options_.added_blanks = added_blanks;
    PlacedHunks placed = place_uniquely(text_, hunks_, options_);
    bool fits = std::none_of(
        placed.hunks.begin(), placed.hunks.end(), [](const PlacedHunk& hunk) { return hunk.why != nullptr; });
    if (!fits || !is_result_(placed)) return false;
    found_ = std::move(placed);
    return true;
  }

  std::string_view text_;
  std::span<const diff::Hunk* const> hunks_;
  PlaceOptions options_;
  uint64_t left_;
  const IsResult& is_result_;
  std::vector<HunkCandidate> candidates_;
  std::vector<diff::Place> told_;  // of the hunks so far
  std::optional<PlacedHunks> found_;
  Order order_ = Order::of_hunks;
  uint64_t steps_ = 0;
  bool blanks_ = false;
};

}  // namespace

bool are_as_stated(std::span<const diff::Hunk* const> hunks, const PlacedHunks& placed) {
  int64_t grown = 0;
  for (size_t i = 0; i < hunks.size(); ++i) {
    const diff::Hunk& hunk = *hunks[i];
    const PlacedHunk& at = placed.hunks[i];
    if (at.why || at.status != EditStatus::applied || at.offset != 0 || at.blanks || !hunk.has_numbers) return false;
    if (static_cast<int64_t>(stated_line(hunk, diff::Side::after)) !=
        static_cast<int64_t>(stated_line(hunk, diff::Side::before)) + grown)
      return false;
    grown += static_cast<int64_t>(hunk.new_count()) - static_cast<int64_t>(hunk.old_count());
  }
  return true;
}

std::optional<PlacedHunks> place_as_proven(std::string_view text, std::span<const diff::Hunk* const> hunks,
    PlaceOptions options, uint64_t most, const IsResult& is_result) {
  return Walk(text, hunks, options, most, is_result).run();
}

}  // namespace aptix::edit
