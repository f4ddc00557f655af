#include "edit/replace/changed_text.h"

#include <algorithm>
#include <iterator>

#include "base/text/text.h"

namespace aptix::edit {
namespace {

constexpr size_t kBlock = 1024;  // bytes

int64_t line_feeds(std::string_view text) { return static_cast<int64_t>(line_at(text, text.size())) - 1; }

}  // namespace

// Edits mostly come in the order of the text.
bool ChangedText::ends_before(size_t at) const { return regions_.empty() || regions_.rbegin()->second.end <= at; }

bool ChangedText::untouched(size_t start, size_t size) const {
  if (ends_before(start)) return true;
  auto next = regions_.lower_bound(start + size);
  return next == regions_.begin() || std::prev(next)->second.end <= start;
}

std::string_view ChangedText::after(size_t at, size_t count, std::string& room) const {
  auto next = ends_before(at) ? regions_.end() : regions_.lower_bound(at);
  if (next == regions_.end() || next->first >= at + count)
    return original_.substr(std::min(at, original_.size()), count);
  room.clear();
  while (room.size() < count && at < original_.size()) {
    bool replaced = next != regions_.end() && next->first == at;
    size_t stop = replaced ? next->second.end : next == regions_.end() ? original_.size() : next->first;
    std::string_view piece = replaced ? next++->second.text : original_.substr(at, stop - at);
    room.append(piece.substr(0, count - room.size()));
    at = stop;
  }
  return room;
}

std::string_view ChangedText::before(size_t at, size_t count, std::string& room) const {
  if (at >= count && ends_before(at - count)) return original_.substr(at - count, count);
  auto next = regions_.lower_bound(at);
  room.clear();
  while (room.size() < count && at > 0) {
    size_t floor = next == regions_.begin() ? 0 : std::prev(next)->second.end;
    bool replaced = floor == at;
    if (replaced) --next;
    std::string_view piece = replaced ? next->second.text : original_.substr(floor, at - floor);
    room.insert(0, piece.substr(piece.size() - std::min(piece.size(), count - room.size())));
    at = replaced ? next->first : floor;
  }
  return room;
}

int64_t ChangedText::line_feeds_gained(size_t start, const Region& region) const {
  return line_feeds(region.text) - line_feeds(original_.substr(start, region.end - start));
}

void ChangedText::add_line_feeds(size_t block, int64_t count) {
  if (sums_.empty()) sums_.resize(original_.size() / kBlock + 2);
  for (size_t i = block + 1; i < sums_.size(); i += i & (~i + 1)) sums_[i] += count;
}

void ChangedText::count_lines_to(size_t block) {
  for (; counted_ < block; ++counted_)
    add_line_feeds(counted_, line_feeds(original_.substr(counted_ * kBlock, kBlock)));
}

// The blocks before that of `at`, and the part of that one before it.
uint64_t ChangedText::line_of(size_t at) {
  size_t block = at / kBlock;
  count_lines_to(block);
  int64_t line = 1 + line_feeds(original_.substr(block * kBlock, at % kBlock));
  for (size_t i = sums_.empty() ? 0 : block; i > 0; i &= i - 1) line += sums_[i];
  for (auto region = regions_.lower_bound(block * kBlock); region != regions_.end() && region->first < at; ++region)
    line += line_feeds_gained(region->first, region->second);
  return static_cast<uint64_t>(line);
}

void ChangedText::replace(size_t start, size_t size, std::string_view text) {
  auto next = ends_before(start) ? regions_.end() : regions_.lower_bound(start);
  auto region = regions_.emplace_hint(next, start, Region{start + size, text});
  size_ = size_ + text.size() - size;
  if (int64_t gained = line_feeds_gained(start, region->second); gained != 0) add_line_feeds(start / kBlock, gained);
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
