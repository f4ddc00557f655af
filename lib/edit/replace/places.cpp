#include "edit/replace/places.h"

#include <algorithm>
#include <functional>

#include "base/text/find_bytes.h"

namespace aptix::edit {
namespace {

constexpr uint64_t kMostBytesCompared = 64ull << 20;  // bytes, beyond some times the text

// Where the text that stands at `at` of the folded text stands in the original.
Place in_original(
    const FoldedText& folded, std::string_view original, size_t at, std::string_view wanted, size_t size, bool whole) {
  Place place{folded.original(at), 0, true};
  place.size = folded.original(at + size) - place.start;
  std::string_view there = original.substr(place.start);
  bool skips_return = wanted.starts_with('\n') && there.starts_with('\r');
  place.exact = there.substr(skips_return ? 1 : 0).starts_with(wanted);
  if (skips_return && place.exact && !whole) {
    ++place.start;
    --place.size;
  }
  return place;
}

}  // namespace

void each_place(std::string_view text, std::string_view wanted, const Comparison& comparison,
    const std::function<bool(const Place& place)>& visit) {
  bool any = false, takes_return = comparison.whole_line_ends && wanted.starts_with('\n');
  for (size_t at = find_bytes(text, wanted), end = 0; at != std::string_view::npos;
       at = find_bytes(text, wanted, end)) {
    size_t more = takes_return && at > end && text[at - 1] == '\r' ? 1 : 0;
    any = true;
    end = at + wanted.size();
    if (!visit({at - more, wanted.size() + more, true})) return;
  }
  if (any || comparison.no_returns || !has_line_end_variants(wanted)) return;
  FoldedText folded_text(text);
  std::string wanted_folded = folded(wanted);
  for (size_t at = find_bytes(folded_text.text(), wanted_folded); at != std::string_view::npos;
       at = find_bytes(folded_text.text(), wanted_folded, at + wanted_folded.size()))
    if (!visit(in_original(folded_text, text, at, wanted, wanted_folded.size(), true))) return;
}

Places::Places(const ChangedText& text, const Comparison& comparison, size_t longest)
    : text_(text),
      comparison_(comparison),
      longest_(longest),
      folded_(comparison.no_returns ? std::string_view() : text.original()) {}

void Places::reserve(size_t more) {
  needles_.reserve(needles_.size() + more);
  numbers_.reserve(numbers_.size() + more);
}

uint32_t Places::add(std::string_view wanted, bool every, uint32_t last_use) {
  auto [known, is_new] = numbers_.try_emplace(wanted, static_cast<uint32_t>(needles_.size()));
  if (is_new) {
    Needle& needle = needles_.emplace_back();
    needle.text = needle.folded = wanted;
    needle.tolerant = !comparison_.no_returns && has_line_end_variants(wanted);
    needle.size = wanted.size();
    if (needle.tolerant) needle.size += static_cast<size_t>(std::count(wanted.begin(), wanted.end(), '\n'));
    // One that ends in CR may stand before a line feed.
    needle.alone = !comparison_.no_returns && wanted.ends_with('\r');
    if (!comparison_.no_returns && wanted.find('\r') != std::string_view::npos)
      needle.folded = texts_.emplace_back(folded(wanted));
  }
  Needle& needle = needles_[known->second];
  needle.last_use = std::max(needle.last_use, last_use);
  needle.every = needle.every || every;
  ++needle.uses;
  return known->second;
}

void Places::search() {
  auto first = static_cast<uint32_t>(searched_);
  std::vector<std::string_view> wanted;
  wanted.reserve(needles_.size() - first);
  for (size_t i = first; i < needles_.size(); ++i) {
    const Needle& needle = needles_[i];
    wanted.push_back(needle.alone ? std::string_view() : needle.folded);
    if (is_followed(needle)) context_ = std::max(context_, needle.size);
  }
  searched_ = needles_.size();
  firsts_.push_back(first);
  std::vector<Hit> hits;
  hits.reserve(wanted.size());
  bool all = indexes_.emplace_back(wanted).scan(comparison_.no_returns ? text_.original() : folded_.text(),
      [&](uint32_t number, size_t at) { return take(hits, first + number, at); });
  for (size_t i = first; i < needles_.size() && !all; ++i) needles_[i].complete = false;
  auto end = static_cast<uint32_t>(places_.size());
  std::vector<uint32_t> counts(wanted.size());
  for (const Hit& hit : hits) ++counts[hit.number - first];
  for (size_t i = 0; i < wanted.size(); ++i) {
    needles_[first + i].begin = needles_[first + i].end = end;
    end += counts[i];
  }
  places_.resize(end);
  for (const Hit& hit : hits) places_[needles_[hit.number].end++] = hit.place;
}

// False when enough are known.
bool Places::take(std::vector<Hit>& hits, uint32_t number, size_t at) {
  Needle& needle = needles_[number];
  Place place{at, needle.text.size(), true};
  if (!comparison_.no_returns)
    place = in_original(folded_, text_.original(), at, needle.text, needle.folded.size(), comparison_.whole_line_ends);
  if (!place.exact && !needle.tolerant) return true;
  size_t kind = place.exact ? 0 : 1;
  size_t enough = needle.every ? 1024 + text_.original().size() / 256 : needle.uses + kListed;
  if (needle.counts[kind] >= enough || compared_ > kMostBytesCompared + 8 * text_.original().size()) {
    needle.complete = false;
    return false;
  }
  if (place.start >= needle.ends[kind]) {
    needle.ends[kind] = place.start + place.size;
    ++needle.counts[kind];
  }
  compared_ += place.size;
  hits.push_back({number, place});
  return true;
}

std::optional<std::vector<Place>> Places::now(uint32_t number, size_t most) {
  Needle& needle = needles_[number];
  auto is_there = [&](const Place& place) { return text_.untouched(place.start, place.size); };
  if (needle.alone || (needle.every && !needle.complete)) return std::nullopt;
  if (!text_.untouched() && !is_followed(needle)) return std::nullopt;
  bool made = std::any_of(made_.begin(), made_.end(), [&](const Hit& hit) { return hit.number == number; });
  if (made && !needle.complete) return std::nullopt;
  while (needle.begin != needle.end && !is_there(places_[needle.begin])) ++needle.begin;
  std::vector<Place> found;
  for (bool exact : {true, false}) {
    size_t end = 0;
    for (uint32_t i = needle.begin; i != needle.end && found.size() < most; ++i) {
      const Place& place = places_[i];
      if (place.exact != exact || place.start < end || !is_there(place)) continue;
      found.push_back(place);
      end = place.start + place.size;
    }
    if (made) return with_made(number, std::move(found), most);
    if (found.size() == most) return found;
    if (!needle.complete) return std::nullopt;
    if (!found.empty()) return found;
  }
  return found;
}

// Nothing where two that edits made are in one part, whose order is not known.
std::optional<std::vector<Place>> Places::with_made(uint32_t number, std::vector<Place> found, size_t most) const {
  if (found.size() == most) return std::nullopt;
  for (const Hit& hit : made_)
    if (hit.number == number) found.push_back(hit.place);
  std::stable_sort(found.begin(), found.end(), [](const Place& a, const Place& b) { return a.start < b.start; });
  for (size_t i = 1; i < found.size(); ++i)
    if (found[i].start < found[i - 1].end()) return std::nullopt;
  if (found.size() > most) found.resize(most);
  return found;
}

bool Places::note_made(size_t start, size_t size, std::string_view text, uint32_t now) {
  std::erase_if(made_, [&](const Hit& hit) { return hit.place.start < start + size && start < hit.place.end(); });
  size_t slack = comparison_.no_returns ? 0 : 1;  // a line end may lie on both sides of a border
  window_ = text_.before(start, context_, room_);
  size_t left = comparison_.no_returns ? window_.size() : folded(window_).size();
  window_.append(text);
  size_t right = (comparison_.no_returns ? window_.size() : folded(window_).size()) + slack;
  left -= std::min(left, slack);
  window_.append(text_.after(start + size, context_, room_));
  if (!comparison_.no_returns) window_ = folded(window_);
  bool all = true;
  size_t i = 0;
  auto note = [&](uint32_t number, size_t at) {
    const Needle& needle = needles_[firsts_[i] + number];
    size_t end = at + needle.folded.size();
    if (needle.last_use <= now || at >= right || end <= left) return true;
    size_t above = left - std::min(at, left), below = end - std::min(end, right);
    all = all && comparison_.no_returns && !needle.every && above <= start && text_.untouched(start - above, above) &&
        start + size + below <= text_.original().size() && text_.untouched(start + size, below);
    if (!all) return false;
    Place place{.start = start - above, .size = above + size + below};
    if (at > left) place.before = text.substr(0, at - left);
    if (end < right) place.after = text.substr(end - left);
    made_.push_back({firsts_[i] + number, place});
    return true;
  };
  for (; i < indexes_.size() && all; ++i) all = indexes_[i].scan(window_, std::ref(note)) && all;
  return all;
}

uint64_t Places::work() const {
  uint64_t work = compared_;
  for (const ManyTexts& index : indexes_) work += index.work();
  return work;
}

}  // namespace aptix::edit
