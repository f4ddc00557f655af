// Finds where a hunk matches in the image, nearest first: in wider and wider surroundings, and, after the cost of some
// passes over the text, through an index of its rarest line.
#include <algorithm>

#include "diff/lines/hash_index.h"
#include "git/image.h"

namespace aptix::git {
namespace {

constexpr uint64_t kNear = 64;     // lines on both sides to search first
constexpr uint64_t kWider = 8;     // factor for the next width
constexpr uint64_t kPatience = 8;  // comparisons per line of image and hunk

}  // namespace

// The match nearest to line `from` (counted from 0): forward before back at the same distance.
std::optional<uint64_t> Image::find(Sides& sides, uint64_t from, Anchors anchors) {
  const std::vector<Line>& wanted = sides.before;
  if (rules_.allow_overlap && anchors.start && anchors.end && lines_.count() != wanted.size()) anchors.start = false;
  if (anchors.start) from = 0;
  else if (anchors.end) from = lines_.count() - wanted.size();  // wraps if the hunk is longer: the end, then
  if (from != 0 && !lines_.has(from - 1)) from = lines_.count();
  if (settle(sides, from, anchors)) return from;
  // A hunk without lines would match everywhere; an anchored one, nowhere else.
  bool stands_only_here = wanted.empty() || anchors.start || (anchors.end && !may_end_beyond());
  return stands_only_here ? std::nullopt : find_around(sides, from, anchors);
}

std::optional<uint64_t> Image::find_around(Sides& sides, uint64_t from, Anchors anchors) {
  for (uint64_t lines = kNear; lines == kNear || budget_ != 0; lines *= kWider) {
    uint64_t first = from - std::min(from, lines), last = from + lines;
    std::vector<uint64_t> places = places_between(sides.before, anchors, first, last);
    std::optional<uint64_t> found = settle_nearest(sides, std::move(places), from, anchors);
    if (found || (first == 0 && !lines_.has(last))) return found;
  }
  return settle_nearest(sides, likely_places(sides.before, anchors), from, anchors);
}

std::optional<uint64_t> Image::settle_nearest(
    Sides& sides, std::vector<uint64_t> places, uint64_t from, Anchors anchors) {
  std::sort(places.begin(), places.end(), [from](uint64_t a, uint64_t b) {
    uint64_t far_a = a > from ? a - from : from - a, far_b = b > from ? b - from : from - b;
    return far_a != far_b ? far_a < far_b : a > b;
  });
  auto found = std::find_if(places.begin(), places.end(), [&](uint64_t line) { return settle(sides, line, anchors); });
  return found == places.end() ? std::nullopt : std::optional(*found);
}

// True if the last line has no newline and may match a longer line.
bool Image::ends_open(const std::vector<Line>& wanted, Anchors anchors) {
  return !wanted.empty() && !anchors.end && !wanted.back().bytes.ends_with('\n');
}

uint64_t Image::key_of(const ImageLines::Line& line) const {
  if (!line.made && !keys_.empty()) return keys_[line.origin];
  std::string room;
  return diff::hash_line(canonical(line.bytes, room));
}

// True if the two lines may match, judged by their keys.
bool Image::may_be(const ImageLines::Line& here, const Line& wanted) const {
  return rules_.match == BlankMatch::exact ? here.bytes == wanted.bytes : key_of(here) == wanted.key;
}

// The failure function of Knuth-Morris-Pratt: for each prefix, the length of the longest prefix that it also ends with.
std::vector<size_t> Image::borders_of(const std::vector<Line>& wanted, size_t size) const {
  auto equal = [&](size_t a, size_t b) {
    return rules_.match == BlankMatch::exact ? wanted[a].bytes == wanted[b].bytes : wanted[a].key == wanted[b].key;
  };
  std::vector<size_t> borders(size, 0);
  for (size_t i = 1, length = 0; i < size; ++i) {
    while (length != 0 && !equal(i, length)) length = borders[length - 1];
    if (equal(i, length)) ++length;
    borders[i] = length;
  }
  return borders;
}

// The lines from `first` to `last` where `wanted` may match; its last line without newline may match a longer one. Also
// the last lines of the image, where `wanted` extends beyond the end. One pass for any text: Knuth, Morris and Pratt.
std::vector<uint64_t> Image::places_between(
    const std::vector<Line>& wanted, Anchors anchors, uint64_t first, uint64_t last) {
  std::vector<uint64_t> places;
  size_t size = wanted.size() - (ends_open(wanted, anchors) ? 1 : 0);
  std::vector<size_t> shorter = borders_of(wanted, size);
  uint64_t line = first;
  size_t length = 0;
  for (ImageLines::Walk here(lines_, first); !here.at_end() && line < last + std::max<size_t>(size, 1);
       here.next(), ++line) {
    budget_ -= std::min<uint64_t>(budget_, here.line().bytes.size());
    if (size == 0) {
      places.push_back(line);
    } else if (is_patched(here.line())) {
      length = 0;
    } else {
      while (length != 0 && !may_be(here.line(), wanted[length])) length = shorter[length - 1];
      if (may_be(here.line(), wanted[length])) ++length;
      if (length != size) continue;
      places.push_back(line + 1 - length);
      length = shorter[length - 1];
    }
  }
  add_places_at_end(wanted, first, last, places);
  return places;
}

// Blank lines at the end may be missing if whitespace is fixed.
void Image::add_places_at_end(
    const std::vector<Line>& wanted, uint64_t first, uint64_t last, std::vector<uint64_t>& places) {
  if (!rules_.fix_added) return;
  uint64_t count = lines_.count();
  uint64_t line = std::max(first, count - std::min<uint64_t>(count, wanted.size()));
  for (; line < std::min(count, last + 1); ++line) places.push_back(line);
}

// The same for the whole image, by the index if that is little work.
std::vector<uint64_t> Image::likely_places(const std::vector<Line>& wanted, Anchors anchors) {
  uint64_t count = lines_.count();
  size_t size = wanted.size() - (ends_open(wanted, anchors) ? 1 : 0);
  // If hunks may overlap, added lines count, too, and the index does not have them.
  if (rules_.allow_overlap || size == 0 || text_.size() >= diff::HashIndex::kNone)
    return places_between(wanted, anchors, 0, count);
  diff::HashIndex::Occurrences rarest;
  size_t anchor = 0;
  for (size_t i = 0; i < size; ++i) {
    diff::HashIndex::Occurrences here = index().find(key_of({wanted[i].bytes, 0, true}));
    if (i != 0 && here.count >= rarest.count) continue;
    rarest = here;
    anchor = i;
  }
  if (rarest.count * wanted.size() > kPatience * (count + wanted.size()))
    return places_between(wanted, anchors, 0, count);
  std::vector<uint64_t> places;
  for (uint32_t origin = rarest.first; origin != diff::HashIndex::kNone; origin = index().next(origin)) {
    std::optional<uint64_t> line = lines_.place_of(origin);
    if (line && *line >= anchor) places.push_back(*line - anchor);
  }
  add_places_at_end(wanted, 0, count, places);
  return places;
}

const diff::HashIndex& Image::index() {
  if (index_) return *index_;
  for (size_t start = 0; start < text_.size();) {
    std::string_view raw = diff::raw_line(text_, start);
    std::string room;
    keys_.push_back(diff::hash_line(canonical(raw, room)));
    start += raw.size();
  }
  return index_.emplace(keys_);
}

}  // namespace aptix::git
