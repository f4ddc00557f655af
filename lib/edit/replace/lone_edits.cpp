// What an edit makes of its place is looked at as it is at that time, with what the edits before it have made. A place
// of a later text that it makes holds bytes that it changed. So does the part of it that the index knows, which is then
// found in the text around them, or that part stood in the original, without the rest: it is one of the misses.
#include "edit/replace/lone_edits.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/text/in_common.h"
#include "edit/replace/added_lines.h"
#include "edit/replace/line_counter.h"

namespace aptix::edit {
namespace {

constexpr size_t kReach = 16;        // bytes around a change in which parts of texts that hold some of it are found
constexpr size_t kPlacesAhead = 16;  // so far ahead what is at a place is fetched from memory
constexpr size_t kMostNear = 100;    // places near one whose texts are put together

struct LoneEdit {
  size_t start = 0;   // of its place
  uint32_t edit = 0;  // its number
};

class LoneEdits {
 public:
  LoneEdits(std::string_view text, std::span<const FindReplace> edits, Occurrences& occurrences)
      : text_(text),
        edits_(edits),
        occurrences_(occurrences) {}

  bool are_lone();
  MadeAtOnce result() const;

 private:
  // What an edit changes: its texts but for what they begin and end with alike. Offsets in the original.
  struct Change {
    size_t start, end;
    size_t same_before, same_after;  // bytes
  };

  const FindReplace& edit(size_t k) const { return edits_[places_[k].edit]; }
  size_t end_of(size_t k) const { return places_[k].start + edit(k).find.size(); }
  // The text between place k - 1 and place k.
  std::string_view gap(size_t k) const {
    size_t start = k == 0 ? 0 : end_of(k - 1);
    return text_.substr(start, (k == places_.size() ? text_.size() : places_[k].start) - start);
  }
  // What stands at place k after edit `now`.
  std::string_view standing(size_t k, uint32_t now) const {
    return places_[k].edit <= now ? edit(k).replace : edit(k).find;
  }

  bool take_places();
  bool take_misses();
  std::optional<std::string_view> before(size_t k, size_t count);
  std::optional<std::string_view> after(size_t k, size_t count);
  bool stands_in_replacement(size_t k);
  bool makes_place(size_t k);
  Change change_of(size_t k) const;
  bool completes_miss(size_t k, const Change& change);
  bool is_place_near(size_t k, uint32_t number, ptrdiff_t start) const;
  bool may_stand_at(size_t k, uint32_t number, ptrdiff_t start) const;

  std::string_view text_;
  std::span<const FindReplace> edits_;
  Occurrences& occurrences_;
  std::vector<LoneEdit> places_;
  std::vector<Occurrences::Trace> misses_;  // by position
  size_t first_miss_ = 0;                   // that may be near the place that is looked at, or one after it
  std::string before_, after_, part_;
};

bool LoneEdits::are_lone() {
  if (!take_places() || !take_misses()) return false;
  for (size_t k = 0; k < places_.size(); ++k) {
    // Not in a function of its own: the compiler would take it for one that does nothing.
    if (size_t next = k + kPlacesAhead; next < places_.size()) {
      __builtin_prefetch(text_.data() + places_[next].start - std::min(places_[next].start, kReach));
      __builtin_prefetch(text_.data() + std::min(end_of(next) + kReach, text_.size()));
    }
    if (stands_in_replacement(k) || makes_place(k)) return false;
  }
  return true;
}

bool LoneEdits::take_places() {
  places_.reserve(edits_.size());
  for (uint32_t i = 0; i < edits_.size(); ++i) {
    std::optional<size_t> place = occurrences_.only_place(i);
    if (!place) return false;
    places_.push_back({*place, i});
  }
  auto by_start = [](const LoneEdit& a, const LoneEdit& b) { return a.start < b.start; };
  if (!std::is_sorted(places_.begin(), places_.end(), by_start)) std::sort(places_.begin(), places_.end(), by_start);
  for (size_t k = 1; k < places_.size(); ++k)
    if (end_of(k - 1) > places_[k].start) return false;
  return true;
}

bool LoneEdits::take_misses() {
  std::optional<std::span<const Occurrences::Trace>> misses = occurrences_.misses();
  if (!misses) return false;
  misses_.assign(misses->begin(), misses->end());
  std::sort(misses_.begin(), misses_.end(), [](const auto& a, const auto& b) { return a.position < b.position; });
  return true;
}

// The bytes before place k at the time of its edit, at most `count`; nothing: too many others are near.
std::optional<std::string_view> LoneEdits::before(size_t k, size_t count) {
  auto last = [count](std::string_view text) { return text.substr(text.size() - std::min(text.size(), count)); };
  if (k == 0 || gap(k).size() >= count) return last(gap(k));
  uint32_t now = places_[k].edit;
  size_t first = k;
  for (size_t size = gap(k).size(); first > 0 && size < count; size += standing(first, now).size() + gap(first).size())
    if (k - --first > kMostNear) return {};
  before_.clear();
  for (; first < k; ++first) before_.append(last(gap(first))).append(standing(first, now));
  return last(before_.append(gap(k)));
}

std::optional<std::string_view> LoneEdits::after(size_t k, size_t count) {
  std::string_view follows = gap(k + 1);
  if (k + 1 == places_.size() || follows.size() >= count) return follows.substr(0, count);
  after_ = follows;
  for (size_t next = k + 1; next < places_.size() && after_.size() < count; ++next) {
    if (next - k > kMostNear) return {};
    after_.append(standing(next, places_[k].edit)).append(gap(next + 1).substr(0, count));
  }
  return std::string_view(after_).substr(0, count);
}

bool LoneEdits::stands_in_replacement(size_t k) {
  if (edit(k).replace.size() <= edit(k).find.size()) return false;
  AddedLines added(edit(k).find, edit(k).replace);
  if (added.none()) return false;
  std::optional<std::string_view> above = before(k, added.reach()), below = after(k, added.reach());
  return !above || !below || added.stand_around(*above, *below);
}

LoneEdits::Change LoneEdits::change_of(size_t k) const {
  std::string_view find = edit(k).find, replace = edit(k).replace;
  size_t front = common_prefix(find, replace);
  size_t back = common_suffix(find.substr(front), replace.substr(front));
  return {places_[k].start + front, end_of(k) - back, front, back};
}

// Whether the edit at place k makes a place of a text that is still to be found; true where it is not plain.
bool LoneEdits::makes_place(size_t k) {
  Change change = change_of(k);
  std::string_view replace = edit(k).replace;
  if (change.same_before + change.same_after == replace.size() && change.start == change.end) return false;
  std::optional<std::string_view> left = before(k, kReach), right = after(k, kReach);
  if (!left || !right) return true;
  size_t skipped = left->size() + change.same_before - std::min(kReach, left->size() + change.same_before);
  part_.assign(*left).append(replace).append(*right);
  size_t end = left->size() + replace.size() - change.same_after + kReach;
  // Where the part begins, from the start of the place.
  ptrdiff_t base = static_cast<ptrdiff_t>(skipped) - static_cast<ptrdiff_t>(left->size());
  bool found = false;
  auto look = [&](const Occurrences::Trace& trace) {
    ptrdiff_t start = base + static_cast<ptrdiff_t>(trace.position) - ptrdiff_t{trace.offset};
    found = found || (!is_place_near(k, trace.number, start) && may_stand_at(k, trace.number, start));
  };
  occurrences_.scan(std::string_view(part_).substr(skipped, end - skipped), places_[k].edit, std::ref(look));
  return found || completes_miss(k, change);
}

// Does a miss near place k become a place?
bool LoneEdits::completes_miss(size_t k, const Change& change) {
  size_t reach = occurrences_.longest();
  while (first_miss_ < misses_.size() && misses_[first_miss_].position + reach < change.start) ++first_miss_;
  for (size_t i = first_miss_; i < misses_.size() && misses_[i].position < change.end + reach; ++i) {
    const Occurrences::Trace& miss = misses_[i];
    ptrdiff_t start = static_cast<ptrdiff_t>(miss.position) - ptrdiff_t{miss.offset};
    ptrdiff_t end = start + static_cast<ptrdiff_t>(occurrences_.text_of(miss.number).size());
    bool is_replaced = miss.position >= change.start && miss.position < change.end;
    bool touches = start < static_cast<ptrdiff_t>(change.end) && end > static_cast<ptrdiff_t>(change.start);
    if (miss.number <= places_[k].edit || is_replaced || !touches) continue;
    // What stands behind the change has moved.
    ptrdiff_t from = start - static_cast<ptrdiff_t>(places_[k].start);
    if (miss.position >= change.end)
      from += static_cast<ptrdiff_t>(edit(k).replace.size()) - static_cast<ptrdiff_t>(edit(k).find.size());
    if (may_stand_at(k, miss.number, from)) return true;
  }
  return false;
}

// Is it the place of the text itself, near place k? `start`: from the start of place k, once its edit is made.
bool LoneEdits::is_place_near(size_t k, uint32_t number, ptrdiff_t start) const {
  auto size = [](std::string_view text) { return static_cast<ptrdiff_t>(text.size()); };
  uint32_t now = places_[k].edit;
  ptrdiff_t at = size(edit(k).replace) + size(gap(k + 1));
  for (size_t next = k + 1; next < std::min(places_.size(), k + kMostNear) && at <= start; ++next) {
    if (places_[next].edit == number) return at == start;
    at += size(standing(next, now)) + size(gap(next + 1));
  }
  at = 0;
  for (size_t last = k; last > k - std::min(k, kMostNear) && at > start; --last) {
    at -= size(gap(last)) + size(standing(last - 1, now));
    if (places_[last - 1].edit == number) return at == start;
  }
  return false;
}

// Whether a text stands at an offset from the start of place k, once its edit is made; true where others are near,
// which may still complete it.
bool LoneEdits::may_stand_at(size_t k, uint32_t number, ptrdiff_t start) const {
  std::string_view wanted = occurrences_.text_of(number), replace = edit(k).replace;
  std::string_view left = gap(k), right = gap(k + 1);
  bool alone = (k == 0 || left.size() >= wanted.size()) && (k + 1 == places_.size() || right.size() >= wanted.size());
  if (!alone) return true;
  for (auto [part, from] : {std::pair(left, -static_cast<ptrdiff_t>(left.size())), std::pair(replace, ptrdiff_t{0}),
           std::pair(right, static_cast<ptrdiff_t>(replace.size()))}) {
    ptrdiff_t at = start - from;
    if (at < 0) return false;  // before the text begins
    if (static_cast<size_t>(at) >= part.size()) continue;
    size_t size = std::min(wanted.size(), part.size() - static_cast<size_t>(at));
    if (part.substr(static_cast<size_t>(at), size) != wanted.substr(0, size)) return false;
    wanted.remove_prefix(size);
    start += static_cast<ptrdiff_t>(size);
    if (wanted.empty()) return true;
  }
  return false;
}

MadeAtOnce LoneEdits::result() const {
  auto feeds = [](std::string_view text, const Change& change) {
    text.remove_prefix(change.same_before);
    return std::count(text.begin(), text.end() - static_cast<ptrdiff_t>(change.same_after), '\n');
  };
  MadeAtOnce out;
  out.outcomes.resize(edits_.size());
  out.pieces.reserve(2 * edits_.size() + 1);
  out.size = text_.size();
  LineCounter lines(edits_.size());
  for (size_t k = 0; k < places_.size(); ++k) {
    auto [start, number] = places_[k];
    out.outcomes[number] = {.status = EditStatus::applied, .places = 1, .why = {}};
    lines.ask(start, number, 0, &out.outcomes[number].line);
    Change change = change_of(k);
    lines.changed(start, number, feeds(edit(k).replace, change) - feeds(edit(k).find, change));
    out.pieces.push_back(gap(k));
    out.pieces.push_back(edit(k).replace);
    out.size = out.size + edit(k).replace.size() - edit(k).find.size();
  }
  out.pieces.push_back(gap(places_.size()));
  lines.answer(text_);
  return out;
}

// Edit after edit.
uint64_t largest_size(uint64_t size, std::span<const FindReplace> edits) {
  uint64_t largest = size;
  for (const FindReplace& edit : edits)
    largest = std::max(largest, size = size + edit.replace.size() - edit.find.size());
  return largest;
}

}  // namespace

std::optional<MadeAtOnce> made_at_once(
    std::string_view text, std::span<const FindReplace> edits, Occurrences& occurrences, uint64_t most_size) {
  LoneEdits lone(text, edits, occurrences);
  if (!lone.are_lone() || largest_size(text.size(), edits) > most_size) return {};
  occurrences = Occurrences({}, 0);  // its room is for the result
  return lone.result();
}

}  // namespace aptix::edit
