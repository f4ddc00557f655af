// Where in the image a hunk may stand: tried nearest first. What is near is tried line by line; then a hunk is looked
// up by its rarest line, or where none is rare in one pass over the image.
#include <algorithm>
#include <limits>

#include "git/git_image.h"

namespace aptix::diff {
namespace {

constexpr uint64_t kNear = 64;     // lines to both sides
constexpr uint64_t kPatience = 8;  // comparisons for each line of image and hunk

// How often the last `length` elements of a prefix begin it anew: the failure table of Knuth, Morris and Pratt.
template <class Line>
std::vector<size_t> failure_table(const std::vector<Line>& wanted) {
  std::vector<size_t> table(wanted.size(), 0);
  for (size_t i = 1, length = 0; i < wanted.size(); ++i) {
    while (length != 0 && wanted[i].key != wanted[length].key) length = table[length - 1];
    if (wanted[i].key == wanted[length].key) ++length;
    table[i] = length;
  }
  return table;
}

}  // namespace

// The place nearest to line `from` (from 0): forward before back at the same distance.
std::optional<uint64_t> GitImage::find(Sides& sides, uint64_t from, Anchors anchors) {
  const std::vector<Line>& wanted = sides.before;
  uint64_t count = line_count();
  if (rules_.allow_overlap && anchors.start && anchors.end && count != wanted.size()) anchors.start = false;
  if (anchors.start) from = 0;
  else if (anchors.end) from = count - wanted.size();  // wraps round when the hunk is longer: the end, then
  from = std::min(from, count);
  auto settled = [&](uint64_t line) { return settle(sides, line, anchors); };
  if (settled(from)) return from;
  if (wanted.empty() || anchors.start) return std::nullopt;  // it would stand anywhere else as well, or nowhere else
  uint64_t furthest = std::max(from, count - from);
  for (uint64_t away = 1; away <= std::min(furthest, kNear); ++away) {
    if (from + away <= count && settled(from + away)) return from + away;
    if (away <= from && settled(from - away)) return from - away;
  }
  if (furthest <= kNear) return std::nullopt;
  std::vector<uint64_t> places = likely_places(wanted, anchors);
  std::sort(places.begin(), places.end(), [from](uint64_t a, uint64_t b) {
    uint64_t far_a = a > from ? a - from : from - a, far_b = b > from ? b - from : from - b;
    return far_a != far_b ? far_a < far_b : a > b;
  });
  for (uint64_t place : places)
    if (settled(place)) return place;
  return std::nullopt;
}

// Is the last line, which has no newline, found in one that goes on?
bool GitImage::ends_open(const std::vector<Line>& wanted, Anchors anchors) {
  return !wanted.empty() && !anchors.end && !wanted.back().bytes.ends_with('\n');
}

std::vector<uint64_t> GitImage::likely_places(const std::vector<Line>& wanted, Anchors anchors) {
  std::span<const Line> telling = std::span(wanted).first(wanted.size() - (ends_open(wanted, anchors) ? 1 : 0));
  if (rules_.allow_overlap || telling.empty())
    return every_place(wanted, anchors);  // lines that hunks have put there count, too
  Origins rarest;
  size_t anchor = 0;
  for (size_t i = 0; i < telling.size(); ++i) {
    Origins here = origins_of(telling[i].key);
    if (i != 0 && here.size() >= rarest.size()) continue;
    rarest = here;
    anchor = i;
  }
  if (rarest.size() * wanted.size() > kPatience * (line_count() + wanted.size())) return every_place(wanted, anchors);
  std::vector<uint64_t> places;
  for (const auto& [key, origin] : rarest) {
    uint64_t line = line_from(origin);
    if (line < line_count() && at(line).origin == origin && !at(line).patched && line >= anchor)
      places.push_back(line - anchor);
  }
  add_places_at_end(wanted, places);
  return places;
}

// The lines of the text that have the key, patched or not.
GitImage::Origins GitImage::origins_of(uint64_t key) {
  if (by_key_.empty()) {
    by_key_.reserve(line_count());
    for (uint64_t i = 0; i < line_count(); ++i)
      if (!at(i).patched) by_key_.emplace_back(at(i).key, at(i).origin);
    std::sort(by_key_.begin(), by_key_.end());
  }
  auto first = std::lower_bound(by_key_.begin(), by_key_.end(), std::pair(key, uint32_t{0}));
  auto last = std::upper_bound(first, by_key_.end(), std::pair(key, std::numeric_limits<uint32_t>::max()));
  return {first, last};
}

// The first line of the image that comes from that line of the text, or from one behind it.
uint64_t GitImage::line_from(uint32_t origin) const {
  uint64_t first = 0;
  for (uint64_t left = line_count(); left != 0;) {
    uint64_t half = left / 2;
    bool before = at(first + half).origin < origin;
    first += before ? half + 1 : 0;
    left = before ? left - half - 1 : half;
  }
  return first;
}

// Blank lines may be missing at the end, where whitespace is put right.
void GitImage::add_places_at_end(const std::vector<Line>& wanted, std::vector<uint64_t>& places) const {
  uint64_t count = line_count();
  if (!rules_.fix_added) return;
  for (uint64_t i = count - std::min<uint64_t>(count, wanted.size()); i < count; ++i) places.push_back(i);
}

// Every line where all of the wanted ones may fit, by their keys (a last one without newline may fit one that goes on);
// and those so near to the end that the wanted ones go beyond it. In one pass, whatever the text is like.
std::vector<uint64_t> GitImage::every_place(std::vector<Line> wanted, Anchors anchors) const {
  std::vector<uint64_t> places;
  uint64_t count = line_count();
  std::vector<Line> whole = wanted;
  bool open = ends_open(wanted, anchors);
  if (open) wanted.pop_back();
  std::vector<size_t> table = failure_table(wanted);
  size_t length = 0;
  for (uint64_t i = 0; i < count && !wanted.empty(); ++i) {
    const Line& line = at(i);
    if (line.patched) {
      length = 0;
      continue;
    }
    if (length == wanted.size()) length = table[length - 1];
    while (length != 0 && line.key != wanted[length].key) length = table[length - 1];
    if (line.key == wanted[length].key) ++length;
    if (length == wanted.size()) places.push_back(i + 1 - length);
  }
  if (open && wanted.empty())
    for (uint64_t i = 0; i < count; ++i) places.push_back(i);
  add_places_at_end(whole, places);
  return places;
}

}  // namespace aptix::diff
