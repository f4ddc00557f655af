#include "edit/replace/occurrences.h"

#include <algorithm>
#include <functional>

namespace aptix::edit {
namespace {

constexpr uint64_t kComparedAtOnce = 64;  // bytes that one unit of failed comparing stands for

// How many bytes of `text` from `place` on the pattern takes; nothing when it does not stand there.
std::optional<size_t> size_at(const SoughtText& pattern, std::string_view text, size_t place) {
  std::string_view rest = text.substr(place);
  if (pattern.normal.starts_with('\n') && !rest.starts_with('\n')) return {};  // the place is that of the LF
  if (pattern.tolerant) return prefix_fits(rest, pattern.normal);
  if (!rest.starts_with(pattern.text)) return {};
  return pattern.text.size();
}

// Where the pattern begins whose byte at `offset` stands at `position`.
std::optional<size_t> place_before(const SoughtText& pattern, std::string_view text, size_t offset, size_t position) {
  if (!pattern.tolerant || offset == 0) {
    if (position < offset) return {};
    return position - offset;
  }
  std::optional<size_t> size = suffix_fits(text.substr(0, position), pattern.normal.substr(0, offset));
  if (!size) return {};
  size_t place = position - *size;
  return pattern.normal.starts_with('\n') && text[place] == '\r' ? place + 1 : place;
}

}  // namespace

// One search of the original.
struct Occurrences::Scan {
  struct Hit {
    uint32_t lane;  // twice the number, and the kind
    size_t place;
  };
  uint32_t now = 0;
  std::vector<Hit> hits;
  std::vector<uint32_t> found;     // by number and kind
  std::vector<uint64_t> failures;  // by number
  std::vector<size_t> given_up;    // by number: where; npos: not
};

// The slot of a text; a free one when it has none.
uint64_t& Occurrences::slot_of(std::string_view text, uint64_t hash) {
  for (uint64_t at = hash;; ++at) {
    uint64_t& slot = slots_[at & (slots_.size() - 1)];
    bool may_be_it = (slot ^ hash) >> 32 == 0 && slot != kFree;
    if (slot == kFree || (may_be_it && needles_[static_cast<uint32_t>(slot)].pattern.text == text)) return slot;
  }
}

uint32_t Occurrences::add(std::string_view text, Wanted wanted, uint32_t last_use) {
  std::hash<std::string_view> hash_of;
  auto with_number = [](uint64_t hash, size_t number) { return (hash >> 32 << 32) | number; };
  if (2 * needles_.size() >= slots_.size()) {
    slots_.assign(2 * slots_.size(), kFree);
    for (size_t i = 0; i < needles_.size(); ++i) {
      uint64_t hash = hash_of(needles_[i].pattern.text);
      slot_of(needles_[i].pattern.text, hash) = with_number(hash, i);
    }
  }
  uint64_t hash = hash_of(text);
  uint64_t& slot = slot_of(text, hash);
  if (slot == kFree) {
    slot = with_number(hash, needles_.size());
    Needle& needle = needles_.emplace_back();
    needle.pattern = {text, text, !options_.no_returns && has_line_end_variants(text)};
    if (needle.pattern.tolerant && text.find('\r') != std::string_view::npos)
      needle.pattern.normal = folded_.emplace_back(folded(text));
    std::string_view normal = needle.pattern.normal;
    needle.longest = normal.size();
    if (needle.pattern.tolerant) needle.longest += static_cast<size_t>(std::count(normal.begin(), normal.end(), '\n'));
    needle.too_long = needle.longest > options_.longest_context;
    needle.lanes[1].complete = !needle.pattern.tolerant;
  }
  auto number = static_cast<uint32_t>(slot);
  Needle& needle = needles_[number];
  // Nobody looked for it around the splices after its last use.
  if (last_use > needle.last_use && text_ != nullptr && !text_->untouched()) needle.searched = false;
  needle.last_use = std::max(needle.last_use, last_use);
  needle.every = needle.every || wanted == Wanted::every;
  ++needle.uses;
  return number;
}

void Occurrences::start(const SplicedText& text, uint32_t now) {
  text_ = &text;
  made_.clear();
  stored_.clear();
  later_.clear();
  folded_original_.reset();
  line_ends_.reset();
  for (Needle& needle : needles_) {
    for (Lane& one : needle.lanes) one = Lane{};
    needle.lanes[1].complete = !needle.pattern.tolerant;
  }
  for (size_t i = 0; i < indexes_.size(); ++i) search_original(i, now);
}

void Occurrences::search(std::vector<uint32_t> numbers, uint32_t now) {
  for (uint32_t number : numbers)
    if (!needles_[number].too_long) context_ = std::max(context_, needles_[number].longest);
  indexes_.emplace_back(numbers.size(), [&](uint32_t i) { return needles_[numbers[i]].pattern; });
  indexed_.push_back(std::move(numbers));
  search_original(indexes_.size() - 1, now);
}

void Occurrences::search_original(size_t index, uint32_t now) {
  const std::vector<uint32_t>& numbers = indexed_[index];
  std::string_view original = text_->original();
  Scan scan;
  scan.now = now;
  scan.hits.reserve(numbers.size());
  scan.found.resize(2 * needles_.size());
  scan.failures.resize(needles_.size());
  scan.given_up.assign(needles_.size(), std::string_view::npos);
  indexes_[index].scan(original, [&](const GramIndex::Anchor& anchor, size_t position) {
    bool wanted = found_in_original(scan, numbers[anchor.pattern], anchor.offset, position);
    return wanted ? GramIndex::Next::go_on : GramIndex::Next::drop_pattern;
  });
  work_ += original.size();
  store(scan, numbers);
}

// False when enough places are known, or when comparing costs too much: then the rest is searched by itself.
bool Occurrences::found_in_original(Scan& scan, uint32_t number, size_t offset, size_t position) {
  const Needle& needle = needles_[number];
  std::string_view original = text_->original();
  if (needle.last_use < scan.now) return false;
  std::optional<size_t> place = place_before(needle.pattern, original, offset, position);
  std::optional<size_t> size = place ? size_at(needle.pattern, original, *place) : std::nullopt;
  if (!size) {
    size_t most = 1024 + original.size() / 256;
    bool long_one = needle.longest > kComparedAtOnce &&
        original.substr(position).starts_with(needle.pattern.normal.substr(offset).substr(0, kComparedAtOnce));
    scan.failures[number] += long_one ? 1 + needle.longest / kComparedAtOnce : 1;
    if (scan.failures[number] <= most) return true;
    scan.given_up[number] = position - std::min(position, needle.longest);
    return false;
  }
  PlaceKind kind = needle.pattern.is_exact(original, *place) ? PlaceKind::exact : PlaceKind::tolerant;
  uint32_t lane = 2 * number + static_cast<uint32_t>(kind);
  scan.hits.push_back({lane, *place});
  size_t enough = needle.every ? 1024 + original.size() / 256 : needle.uses + kListed;
  if (++scan.found[lane] < enough) return true;
  scan.given_up[number] = *place + 1;
  return false;
}

void Occurrences::store(const Scan& scan, const std::vector<uint32_t>& numbers) {
  auto end = static_cast<uint32_t>(stored_.size());
  for (uint32_t number : numbers) {
    Needle& needle = needles_[number];
    needle.searched = needle.last_use >= scan.now;
    if (!needle.searched) continue;
    for (uint32_t kind = 0; kind < 2; ++kind) {
      Lane& one = needle.lanes[kind];
      one.begin = one.end = end;
      end += scan.found[2 * number + kind];
    }
  }
  stored_.resize(end);
  for (const Scan::Hit& hit : scan.hits) stored_[needles_[hit.lane / 2].lanes[hit.lane % 2].end++] = hit.place;
  for (uint32_t number : numbers)
    for (PlaceKind kind : {PlaceKind::exact, PlaceKind::tolerant}) {
      Needle& needle = needles_[number];
      if (!needle.searched) break;
      Lane& one = lane(needle, kind);
      one.complete = one.complete || scan.given_up[number] == std::string_view::npos;
      if (!one.complete)
        later(needle, kind).resume =
            std::max(scan.given_up[number], one.begin == one.end ? 0 : stored_[one.end - 1] + 1);
    }
}

void Occurrences::search_around(Position region, uint32_t now) {
  if (indexes_.empty()) return;
  window_ = text_->before({region.base, 0}, context_, room_);
  size_t left = window_.size();
  window_.append(text_->region_text(region.base));
  window_.append(text_->after({text_->region_end(region.base), 0}, context_, room_));
  work_ += window_.size();
  for (size_t i = 0; i < indexes_.size(); ++i) {
    auto look = [&](const GramIndex::Anchor& anchor, size_t position) {
      uint32_t number = indexed_[i][anchor.pattern];
      const Needle& needle = needles_[number];
      if (needle.last_use <= now || needle.too_long) return GramIndex::Next::go_on;
      std::optional<size_t> place = place_before(needle.pattern, window_, anchor.offset, position);
      std::optional<size_t> size = place ? size_at(needle.pattern, window_, *place) : std::nullopt;
      if (size) made(number, {*place, *size}, region, left);
      return GramIndex::Next::go_on;
    };
    indexes_[i].scan(window_, std::ref(look));  // a function of its own would be put on the heap
  }
}

// Remembers a place of the window that touches the region; the others are known.
void Occurrences::made(uint32_t number, const Span& span, Position region, size_t left) {
  size_t right = left + text_->region_text(region.base).size();
  if (span.place > right || span.place + span.size < left) return;
  Position place{region.base, 0};
  if (span.place < left) place = text_->retreat(place, left - span.place).at;
  else if (span.place < right) place.inner = span.place - left;
  else place = text_->advance({text_->region_end(region.base), 0}, span.place - right);
  made_.emplace(number, place);
}

namespace {

bool may_follow(const Occurrence& found, PlaceKind kind, Position end) {
  return found.exact == (kind == PlaceKind::exact) && !(found.start < end);
}

}  // namespace

std::vector<Occurrence> Occurrences::collect(uint32_t number, PlaceKind kind, size_t most) {
  Needle& needle = needles_[number];
  Lane& known = lane(needle, kind);
  std::vector<Occurrence> places;
  Position end{0, 0};
  auto extra = made_.lower_bound({number, Position{}});
  for (size_t index = known.gone; places.size() < most;) {
    std::optional<size_t> next = at(needle, kind, index);
    bool has_extra = extra != made_.end() && extra->first == number;
    if (!next && !has_extra) break;
    bool take_extra = has_extra && (!next || extra->second < Position{*next, 0});
    Position place = take_extra ? extra->second : Position{*next, 0};
    bool valid = text_->valid(place);
    std::optional<Occurrence> found = valid ? occurrence(needle, place, end) : std::nullopt;
    if (take_extra) {
      extra = valid ? std::next(extra) : made_.erase(extra);
    } else {
      if (!found && index == known.gone) ++known.gone;
      ++index;
    }
    if (!found || !may_follow(*found, kind, places.empty() ? Position{} : end)) continue;
    end = text_->advance(found->start, found->size);
    places.push_back(*found);
  }
  return places;
}

// What stands at a place now.
std::optional<Occurrence> Occurrences::occurrence(const Needle& needle, Position place, Position not_before) {
  const SoughtText& pattern = needle.pattern;
  std::optional<size_t> size = size_at(pattern, text_->after(place, needle.longest, room_), 0);
  if (!size) return {};
  Occurrence found{place, *size, true};
  bool after_return = false;
  SplicedText::Step back;
  if (pattern.normal.starts_with('\n')) {
    back = text_->retreat(place, 1);
    after_return = back.count == 1 && text_->after(back.at, 1, room_) == "\r";
  }
  if (pattern.tolerant) {
    size_t lead = pattern.lead();
    found.exact = lead == 0 || after_return;
    found.exact = found.exact && text_->after(place, pattern.text.size() - lead, room_) == pattern.text.substr(lead);
  }
  bool its_own = !found.exact || pattern.lead() == 1;
  if (!after_return || !(its_own || (options_.whole_line_ends && back.at >= not_before))) return found;
  found.start = back.at;
  ++found.size;
  return found;
}

bool Occurrences::incomplete(uint32_t number) const {
  const Needle& needle = needles_[number];
  return !needle.lanes[0].complete || !needle.lanes[1].complete;
}

size_t Occurrences::written_down(uint32_t number) const {
  size_t count = 0;
  for (const Lane& one : needles_[number].lanes) count += one.end - one.begin;
  return count;
}

std::optional<size_t> Occurrences::at(Needle& needle, PlaceKind kind, size_t index) {
  Lane& one = lane(needle, kind);
  if (index < one.end - one.begin) return stored_[one.begin + index];
  index -= one.end - one.begin;
  if (one.complete && !later_.contains(lane_number(needle, kind))) return {};
  std::vector<size_t>& places = later(needle, kind).places;
  while (index >= places.size()) {
    std::optional<size_t> next = one.complete ? std::nullopt : next_in_original(needle, kind);
    if (!next) return {};
    places.push_back(*next);
  }
  return places[index];
}

}  // namespace aptix::edit
