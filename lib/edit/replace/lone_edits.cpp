// What an edit makes of its place is looked at as it is at that time, with what the edits before it have made. A place
// of a later text that it makes holds bytes that it changed. Then they are so near to the part that the index knows
// that it is found in the text around them, or that part stood in the original with what is around it, without the rest
// of the text: it is one of the misses.
// Two threads share a large text: each searches one part of it, and looks at one part of the places.
#include "edit/replace/lone_edits.h"

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "base/text/in_common.h"
#include "edit/replace/added_lines.h"
#include "edit/replace/gram_index.h"
#include "edit/replace/line_counter.h"

namespace aptix::edit {
namespace {

constexpr size_t kReach = GramIndex::kReach;
constexpr size_t kPlacesAhead = 16;  // so far ahead what is at a place is fetched from memory
constexpr size_t kMostNear = 100;    // places near one whose texts are put together
constexpr size_t kLargeText = 4 << 20;

struct LoneEdit {
  size_t start = 0;   // of its place
  uint32_t edit = 0;  // its number
};

// Where a part of a text to find stands, at `offset` of it, without the rest.
struct Miss {
  size_t position = 0;
  uint32_t edit = 0;
  uint32_t offset = 0;
};

// What the search for all texts came upon.
struct Found {
  std::vector<LoneEdit> places;
  std::vector<Miss> misses;
};

// Does it for what is numbered from 0 to `count`: where the text is large, for one half on a thread of its own.
void for_halves(std::string_view text, size_t count, const std::function<void(size_t first, size_t end)>& work) {
  size_t half = text.size() < kLargeText ? 0 : count / 2;
  Background other;
  if (half != 0) other.plan(Background::When::now, [&] { work(half, count); });
  work(0, half != 0 ? half : count);
  other.finish();
}

// In the original, up to where it is plain that the edits are not lone: then there are more places than edits, or more
// misses than are kept.
class Search {
 public:
  Search(std::string_view text, std::span<const FindReplace> edits, GramIndex& index)
      : text_(text),
        edits_(edits),
        index_(index) {}

  Found part(size_t first, size_t end) const {
    Found found;
    found.places.reserve(edits_.size());  // room that is not used is never touched
    size_t from = first - std::min(first, kReach);
    auto look = [&](const GramIndex::Anchor& anchor, size_t position) {
      bool is_here = from + position >= first && from + position < end;
      return is_here && !add(found, from + position, anchor) ? GramIndex::Next::stop : GramIndex::Next::go_on;
    };
    index_.scan(text_.substr(from, std::min(end + kReach, text_.size()) - from), std::ref(look));
    return found;
  }

 private:
  bool add(Found& found, size_t position, const GramIndex::Anchor& anchor) const {
    std::string_view find = edits_[anchor.pattern].find;
    bool stands = position >= anchor.offset && text_.substr(position - anchor.offset).starts_with(find);
    if (stands) found.places.push_back({position - anchor.offset, anchor.pattern});
    else found.misses.push_back({position, anchor.pattern, anchor.offset});
    return found.places.size() <= edits_.size() && found.misses.size() <= 1024 + edits_.size();
  }

  std::string_view text_;
  std::span<const FindReplace> edits_;
  GramIndex& index_;
};

// The place of each edit, from the start of the text, and the misses; nothing where they are not lone.
std::optional<Found> find_places(std::string_view text, std::span<const FindReplace> edits, GramIndex& index) {
  Found found, second;
  for_halves(text, text.size(),
      [&](size_t first, size_t end) { (first == 0 ? found : second) = Search(text, edits, index).part(first, end); });
  found.places.insert(found.places.end(), second.places.begin(), second.places.end());
  found.misses.insert(found.misses.end(), second.misses.begin(), second.misses.end());
  if (found.places.size() != edits.size() || found.misses.size() > 1024 + edits.size()) return {};
  auto by_start = [](const LoneEdit& a, const LoneEdit& b) { return a.start < b.start; };
  if (!std::is_sorted(found.places.begin(), found.places.end(), by_start))
    std::sort(found.places.begin(), found.places.end(), by_start);
  std::sort(
      found.misses.begin(), found.misses.end(), [](const Miss& a, const Miss& b) { return a.position < b.position; });
  std::vector<bool> seen(edits.size());
  size_t end = 0;
  for (const LoneEdit& place : found.places) {
    if (place.start < end || seen[place.edit]) return {};
    end = place.start + edits[place.edit].find.size();
    seen[place.edit] = true;
  }
  return found;
}

// Looks at the places one after the other.
class LoneEdits {
 public:
  LoneEdits(std::string_view text, std::span<const FindReplace> edits, GramIndex& index, const Found& found)
      : text_(text),
        edits_(edits),
        index_(index),
        places_(found.places),
        misses_(found.misses) {
    for (const FindReplace& edit : edits) longest_ = std::max(longest_, edit.find.size());
  }

  bool are_lone(size_t first, size_t end);  // of the places
  FindReplaceResult result() const;

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
  GramIndex& index_;
  std::span<const LoneEdit> places_;
  std::span<const Miss> misses_;
  size_t longest_ = 0;     // of the texts to find
  size_t first_miss_ = 0;  // that may be near the place that is looked at, or one after it
  std::string before_, after_, part_;
};

bool LoneEdits::are_lone(size_t first, size_t end) {
  for (size_t k = first; k < end; ++k) {
    // Not in a function of its own: the compiler would take it for one that does nothing.
    if (size_t next = k + kPlacesAhead; next < places_.size()) {
      __builtin_prefetch(text_.data() + places_[next].start - std::min(places_[next].start, kReach));
      __builtin_prefetch(text_.data() + std::min(end_of(next) + kReach, text_.size()));
    }
    if (stands_in_replacement(k) || makes_place(k)) return false;
  }
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
  auto look = [&](const GramIndex::Anchor& anchor, size_t position) {
    ptrdiff_t start = base + static_cast<ptrdiff_t>(position) - ptrdiff_t{anchor.offset};
    found = found ||
        (anchor.pattern > places_[k].edit && !is_place_near(k, anchor.pattern, start) &&
            may_stand_at(k, anchor.pattern, start));
    return found ? GramIndex::Next::stop : GramIndex::Next::go_on;
  };
  index_.scan(std::string_view(part_).substr(skipped, end - skipped), std::ref(look));
  return found || completes_miss(k, change);
}

// Does a miss near place k become a place?
bool LoneEdits::completes_miss(size_t k, const Change& change) {
  while (first_miss_ < misses_.size() && misses_[first_miss_].position + longest_ < change.start) ++first_miss_;
  for (size_t i = first_miss_; i < misses_.size() && misses_[i].position < change.end + longest_; ++i) {
    const Miss& miss = misses_[i];
    ptrdiff_t start = static_cast<ptrdiff_t>(miss.position) - ptrdiff_t{miss.offset};
    ptrdiff_t end = start + static_cast<ptrdiff_t>(edits_[miss.edit].find.size());
    bool is_replaced = miss.position >= change.start && miss.position < change.end;
    bool touches = start < static_cast<ptrdiff_t>(change.end) && end > static_cast<ptrdiff_t>(change.start);
    if (miss.edit <= places_[k].edit || is_replaced || !touches) continue;
    // What stands after the change has moved.
    ptrdiff_t from = start - static_cast<ptrdiff_t>(places_[k].start);
    if (miss.position >= change.end)
      from += static_cast<ptrdiff_t>(edit(k).replace.size()) - static_cast<ptrdiff_t>(edit(k).find.size());
    if (may_stand_at(k, miss.edit, from)) return true;
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
  std::string_view wanted = edits_[number].find, replace = edit(k).replace;
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

FindReplaceResult LoneEdits::result() const {
  auto feeds = [](std::string_view text, const Change& change) {
    text.remove_prefix(change.same_before);
    return std::count(text.begin(), text.end() - static_cast<ptrdiff_t>(change.same_after), '\n');
  };
  FindReplaceResult out;
  out.once.resize(edits_.size(), {.count = 1});
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

std::optional<FindReplaceResult> made_at_once(
    std::string_view text, std::span<const FindReplace> edits, uint64_t most_size, size_t longest) {
  auto is_plain = [longest](
                      const FindReplace& edit) { return edit.limit == Limit::once && edit.find.size() <= longest; };
  if (edits.size() < 2 || !std::all_of(edits.begin(), edits.end(), is_plain)) return {};
  if (largest_size(text.size(), edits) > most_size) return {};
  GramIndex index(edits.size(), [edits](uint32_t i) { return SoughtText{edits[i].find, edits[i].find}; });
  std::optional<Found> found = find_places(text, edits, index);
  if (!found) return {};
  bool lone[2] = {true, true};
  for_halves(text, edits.size(), [&](size_t first, size_t end) {
    lone[first == 0 ? 0 : 1] = LoneEdits(text, edits, index, *found).are_lone(first, end);
  });
  if (!lone[0] || !lone[1]) return {};
  LoneEdits all(text, edits, index, *found);
  index = {};  // its room is for the result
  return all.result();
}

}  // namespace aptix::edit
