#include "edit/replace/changed_text.h"

#include <algorithm>
#include <iterator>

namespace aptix::edit {

// Edits mostly come in the order of the text.
bool ChangedText::ends_before(size_t at) const { return regions_.empty() || regions_.rbegin()->second.end <= at; }

bool ChangedText::untouched(size_t start, size_t size) const {
  if (ends_before(start)) return true;
  auto next = regions_.lower_bound(start + size);
  return next == regions_.begin() || std::prev(next)->second.end <= start;
}

void ChangedText::append(std::string& out, Regions::const_iterator next, size_t at, size_t end, size_t size) const {
  while (out.size() < size && at < end) {
    bool replaced = next != regions_.end() && next->first == at;
    size_t stop = std::min(end, next == regions_.end() ? original_.size() : next->first);
    std::string_view piece = replaced ? next->second.text : original_.substr(at, stop - at);
    out.append(piece.substr(0, size - out.size()));
    at = replaced ? next->second.end : stop;
    if (replaced) ++next;
  }
}

std::string_view ChangedText::after(size_t at, size_t count, std::string& room) const {
  auto next = ends_before(at) ? regions_.end() : regions_.lower_bound(at);
  if (next == regions_.end() || next->first >= at + count)
    return original_.substr(std::min(at, original_.size()), count);
  room.clear();
  append(room, next, at, original_.size(), count);
  return room;
}

std::string_view ChangedText::before(size_t at, size_t count, std::string& room) const {
  if (at >= count && ends_before(at - count)) return original_.substr(at - count, count);
  auto next = regions_.lower_bound(at), first = next;
  size_t from = at;
  for (size_t have = 0; have < count && from > 0;) {
    size_t floor = first == regions_.begin() ? 0 : std::prev(first)->second.end;
    size_t step = std::min(count - have, from - floor);
    have += step;
    from -= step;
    if (have == count || first == regions_.begin()) break;
    --first;
    from = first->first;
    have += first->second.text.size();
  }
  if (first == next) return original_.substr(from, at - from);
  room.clear();
  append(room, first, from, at, std::string::npos);
  return std::string_view(room).substr(room.size() - std::min(room.size(), count));
}

std::string_view ChangedText::after(const Place& place, size_t count, std::string& room) const {
  if (place.after.size() >= count) return place.after.substr(0, count);
  std::string_view rest = after(place.end(), count - place.after.size(), room);
  if (place.after.empty()) return rest;
  room = std::string(place.after) + std::string(rest);
  return room;
}

std::string_view ChangedText::before(const Place& place, size_t count, std::string& room) const {
  if (place.before.size() >= count) return place.before.substr(place.before.size() - count);
  std::string_view rest = before(place.start, count - place.before.size(), room);
  if (place.before.empty()) return rest;
  room = std::string(rest) + std::string(place.before);
  return room;
}

void ChangedText::replace(size_t start, size_t size, std::string_view text) {
  size_ = size_ + text.size() - size;
  auto within = ends_before(start) ? regions_.end() : regions_.lower_bound(start);
  while (within != regions_.end() && within->first < start + size) {
    size_ = size_ + (within->second.end - within->first) - within->second.text.size();
    within = regions_.erase(within);
  }
  regions_.emplace_hint(within, start, Region{start + size, text});
}

std::vector<std::string_view> ChangedText::pieces() const {
  std::vector<std::string_view> pieces;
  pieces.reserve(2 * regions_.size() + 1);
  size_t done = 0;
  auto add = [&pieces](std::string_view piece) {
    if (!piece.empty()) pieces.push_back(piece);
  };
  for (const auto& [start, region] : regions_) {
    add(original_.substr(done, start - done));
    add(region.text);
    done = region.end;
  }
  add(original_.substr(done));
  return pieces;
}

}  // namespace aptix::edit
