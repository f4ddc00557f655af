#include "edit/replace/spliced_text.h"

#include <algorithm>
#include <iterator>

namespace aptix::edit {
namespace {

constexpr size_t kBlock = 64;  // bytes of the original for each bit
constexpr size_t kWord = kBlock * 64;

}  // namespace

SplicedText::SplicedText(std::string_view original, std::deque<std::string>& texts)
    : original_(original),
      dirty_(original.size() / kWord + 1),
      size_(original.size()),
      texts_(texts) {}

void SplicedText::mark(size_t start, size_t end) {
  for (size_t block = start / kBlock; block <= end / kBlock; ++block) dirty_[block / 64] |= uint64_t{1} << (block % 64);
}

bool SplicedText::untouched(size_t start, size_t size) const {
  if (regions_.empty()) return true;
  size_t last = std::min(start + size, original_.size()) / kBlock;
  for (size_t block = start / kBlock; block <= last; ++block) {
    uint64_t word = dirty_[block / 64];
    if (word == 0) block |= 63;
    else if (((word >> (block % 64)) & 1) != 0) return false;
  }
  return true;
}

// The first region that begins at `base` or after it.
SplicedText::Regions::const_iterator SplicedText::region_from(size_t base) const {
  auto is_it = [&](Regions::const_iterator region) {
    return (region == regions_.end() || region->first >= base) &&
        (region == regions_.begin() || std::prev(region)->first < base);
  };
  bool begins_there = last_found_ != regions_.end() && last_found_->first == base;
  if (begins_there || is_it(last_found_)) return last_found_;
  if (last_found_ != regions_.end() && is_it(std::next(last_found_))) return ++last_found_;
  return last_found_ = regions_.lower_bound(base);
}

// The region that begins at `base`, or the end.
SplicedText::Regions::const_iterator SplicedText::region_at(size_t base) const {
  auto region = region_from(base);
  return region != regions_.end() && region->first == base ? region : regions_.end();
}

bool SplicedText::valid(Position at) const {
  if (at.base >= original_.size()) return false;
  if (at.inner == 0 && untouched(at.base, 0)) return true;
  auto region = region_from(at.base);
  if (region != regions_.end() && region->first == at.base) return at.inner < region->second.text.size();
  return at.inner == 0 && (region == regions_.begin() || at.base >= std::prev(region)->second.end);
}

// The same place as a byte: after the text of a region comes what follows the region.
Position SplicedText::settled(Position at) const {
  for (auto region = region_at(at.base); region != regions_.end() && at.inner >= region->second.text.size();
       region = region_at(at.base))
    at = {region->second.end, 0};
  return at;
}

// The bytes from `at` to the end of its piece; empty only at the end of the text.
std::string_view SplicedText::chunk(Position at) const {
  auto region = region_from(at.base);
  if (region != regions_.end() && region->first == at.base) return region->second.text.substr(at.inner);
  size_t end = region == regions_.end() ? original_.size() : region->first;
  return original_.substr(at.base, end - at.base);
}

Position SplicedText::advance(Position at, size_t count) const {
  if (at.inner == 0 && untouched(at.base, count)) return {std::min(at.base + count, original_.size()), 0};
  at = settled(at);
  while (true) {
    std::string_view piece = chunk(at);
    if (piece.empty()) return at;
    bool in_region = region_at(at.base) != regions_.end();
    size_t step = std::min(count, piece.size());
    at = settled(in_region ? Position{at.base, at.inner + step} : Position{at.base + step, 0});
    count -= step;
    if (count == 0) return at;
  }
}

SplicedText::Step SplicedText::retreat(Position at, size_t count) const {
  if (at.inner == 0 && at.base >= count && untouched(at.base - count, count)) return {{at.base - count, 0}, count};
  size_t left = count;
  while (left > 0) {
    size_t step = std::min(left, at.inner);
    at.inner -= step;
    left -= step;
    if (left == 0 || at.base == 0) break;
    auto region = region_from(at.base);
    size_t floor = region == regions_.begin() ? 0 : std::prev(region)->second.end;
    if (floor == at.base) {
      region = std::prev(region);
      at = {region->first, region->second.text.size()};
      continue;
    }
    step = std::min(left, at.base - floor);
    at.base -= step;
    left -= step;
  }
  return {settled(at), count - left};
}

std::string_view SplicedText::after(Position at, size_t count, std::string& room) const {
  if (at.inner == 0 && untouched(at.base, count)) return original_.substr(std::min(at.base, original_.size()), count);
  at = settled(at);
  std::string_view piece = chunk(at);
  if (piece.size() >= count) return piece.substr(0, count);
  room.clear();
  while (!piece.empty() && room.size() < count) {
    size_t step = std::min(count - room.size(), piece.size());
    room.append(piece.substr(0, step));
    at = advance(at, step);
    piece = chunk(at);
  }
  return room;
}

std::string_view SplicedText::before(Position at, size_t count, std::string& room) const {
  Step start = retreat(at, count);
  return after(start.at, start.count, room);
}

Position SplicedText::splice(Position at, size_t count, std::string_view text) {
  at = settled(at);
  size_ += text.size();
  size_ -= count;
  if (at.inner == 0 && untouched(at.base, count)) {
    last_found_ = regions_.emplace_hint(region_from(at.base), at.base, Region{at.base + count, text});
    mark(at.base, at.base + count);
    return at;
  }
  Position end = advance(at, count - 1);  // the last byte that goes
  auto last = region_at(end.base);
  size_t region_end = last == regions_.end() ? end.base + 1 : last->second.end;
  std::string_view rest = last == regions_.end() ? std::string_view() : last->second.text.substr(end.inner + 1);
  auto first = region_at(at.base);
  std::string_view front = first == regions_.end() ? std::string_view() : first->second.text.substr(0, at.inner);
  if (!front.empty() || !rest.empty()) {
    std::string joined;
    joined.reserve(front.size() + text.size() + rest.size());
    joined.append(front).append(text).append(rest);
    bytes_copied_ += joined.size();
    text = texts_.emplace_back(std::move(joined));
  }
  auto next = regions_.erase(region_from(at.base), region_from(region_end));
  last_found_ = regions_.emplace_hint(next, at.base, Region{region_end, text});
  mark(at.base, region_end);
  return {at.base, 0};
}

std::vector<std::string_view> SplicedText::pieces() const {
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
