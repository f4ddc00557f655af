#include "edit/replace/places.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <utility>

#include "base/text/bytes.h"
#include "base/text/find_bytes.h"
#include "base/text/text.h"

namespace aptix::edit {
namespace {

constexpr size_t kBlock = 1024;  // bytes

int64_t line_feeds(std::string_view text) { return static_cast<int64_t>(line_at(text, text.size())) - 1; }

constexpr uint32_t kNone = UINT32_MAX;
constexpr size_t kLargeGram = 8, kSmallGram = 4;
constexpr size_t kFewTexts = 4;     // are searched for one by one
constexpr size_t kBitsOfText = 32;  // so that one in so many other grams is looked up in vain
constexpr size_t kMostCounts = 1 << 20;
constexpr uint64_t kMostWork = 4ull << 30;

template <size_t kSize>
uint64_t gram_at(const char* at) {
  uint64_t gram = 0;
  std::memcpy(&gram, at, kSize);
  return gram;
}

uint64_t hash_of(uint64_t gram) { return gram * 0x9E3779B97F4A7C15u; }

// The shift that makes a hash a number below the next power of two.
unsigned shift_for(size_t slots) { return 64 - std::clamp(static_cast<unsigned>(std::bit_width(slots)), 6u, 40u); }

// White space, signs and runs of one character are everywhere.
template <size_t kSize>
unsigned penalty(const char* at) {
  auto letters = std::count_if(at, at + kSize, is_of_word);
  bool varied = std::any_of(at, at + kSize, [at](char c) { return c != *at; });
  return !varied ? 64 : 2 * static_cast<size_t>(letters) < kSize ? 8 : 0;
}

constexpr size_t kMostPlacesOfText = 4096, kMostPlacesFound = 1 << 22;  // that are kept

// The place in the original of a text that is at `at` of the folded text.
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

// Counts the blocks before that of `at`, and the part of that block before it.
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

ManyTexts::ManyTexts(std::span<const std::string_view> texts) : texts_(texts.begin(), texts.end()) {
  for (uint32_t i = 0; i < texts_.size(); ++i) {
    size_t size = texts_[i].size();
    if (size == 0) continue;
    bool alone = texts_.size() <= kFewTexts || size < kSmallGram;
    (alone ? alone_ : size < kLargeGram ? small_.texts : large_.texts).push_back(i);
  }
  fill<kLargeGram>(large_);
  fill<kSmallGram>(small_);
}

template <size_t kSize>
void ManyTexts::fill(Table& table) const {
  if (table.texts.empty()) return;
  size_t grams = 0;
  for (uint32_t number : table.texts) grams += texts_[number].size() - kSize + 1;
  unsigned count_shift = shift_for(std::min(kMostCounts, 2 * grams));
  std::vector<uint16_t> counts(size_t{1} << (64 - count_shift));  // how often the texts have a gram, roughly
  auto count_of = [&](const char* at) -> uint16_t& { return counts[hash_of(gram_at<kSize>(at)) >> count_shift]; };
  for (uint32_t number : table.texts)
    for (size_t at = 0; at + kSize <= texts_[number].size(); ++at)
      if (uint16_t& count = count_of(texts_[number].data() + at); count != UINT16_MAX) ++count;
  table.head_shift = shift_for(2 * table.texts.size());
  table.heads.assign(size_t{1} << (64 - table.head_shift), kNone);
  table.bit_shift = shift_for(kBitsOfText * table.texts.size());
  table.bits.resize((size_t{1} << (64 - table.bit_shift)) / 64);
  table.entries.reserve(table.texts.size());
  for (uint32_t number : table.texts) {
    const char* bytes = texts_[number].data();
    size_t best = 0;
    unsigned least = UINT32_MAX;
    for (size_t at = 0; at + kSize <= texts_[number].size() && least > 8; ++at)
      if (unsigned score = 8 * count_of(bytes + at) + penalty<kSize>(bytes + at); score < least)
        best = at, least = score;
    uint64_t gram = gram_at<kSize>(bytes + best), hash = hash_of(gram);
    uint32_t& head = table.heads[hash >> table.head_shift];
    table.entries.push_back({gram, number, static_cast<uint32_t>(best), head});
    head = static_cast<uint32_t>(table.entries.size() - 1);
    table.bits[hash >> table.bit_shift >> 6] |= uint64_t{1} << (hash >> table.bit_shift & 63);
  }
}

bool ManyTexts::scan(std::string_view text, const Visit& visit) {
  for (uint32_t number : alone_) {
    work_ += text.size();
    for (size_t at = find_bytes(text, texts_[number]); at != std::string_view::npos && visit(number, at);)
      at = find_bytes(text, texts_[number], at + 1);
  }
  return scan_table<kLargeGram>(large_, text, visit) && scan_table<kSmallGram>(small_, text, visit) &&
      work_ <= kMostWork;
}

template <size_t kSize>
bool ManyTexts::scan_table(const Table& table, std::string_view text, const Visit& visit) {
  if (table.texts.empty()) return true;
  work_ += text.size();
  for (size_t at = 0; at + kSize <= text.size(); ++at) {
    uint64_t gram = gram_at<kSize>(text.data() + at), hash = hash_of(gram), bit = hash >> table.bit_shift;
    if ((table.bits[bit >> 6] >> (bit & 63) & 1) == 0) continue;
    for (uint32_t next = table.heads[hash >> table.head_shift]; next != kNone; next = table.entries[next].next) {
      const Entry& entry = table.entries[next];
      if (entry.gram != gram || at < entry.offset) continue;
      std::string_view wanted = texts_[entry.text];
      work_ += wanted.size();
      if (work_ > kMostWork) return false;
      if (text.substr(at - entry.offset).starts_with(wanted)) visit(entry.text, at - entry.offset);
    }
  }
  return true;
}

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

uint32_t Places::add(std::string_view wanted, uint32_t last_use) {
  auto [known, is_new] = numbers_.try_emplace(wanted, static_cast<uint32_t>(needles_.size()));
  if (is_new) {
    Needle& needle = needles_.emplace_back();
    needle.text = needle.folded = wanted;
    needle.size = wanted.size();
    if (!comparison_.no_returns) {
      needle.tolerant = has_line_end_variants(wanted);
      if (needle.tolerant) needle.size += static_cast<size_t>(std::count(wanted.begin(), wanted.end(), '\n'));
      if (wanted.find('\r') != std::string_view::npos) needle.folded = texts_.emplace_back(folded(wanted));
      // A text that ends in CR may be before a line feed: it has no place in the folded text.
      if (wanted.ends_with('\r')) needle.complete = false, needle.folded = {};
    }
  }
  Needle& needle = needles_[known->second];
  needle.last_use = std::max(needle.last_use, last_use);
  return known->second;
}

void Places::search() {
  size_t first = std::exchange(searched_, needles_.size());
  std::vector<std::string_view> wanted;
  for (size_t i = first; i < needles_.size(); ++i) {
    wanted.push_back(needles_[i].folded);
    if (is_followed(needles_[i])) context_ = std::max(context_, needles_[i].size);
  }
  Index& index = indexes_.emplace_back(Index{first, ManyTexts(wanted)});
  bool all = index.texts.scan(comparison_.no_returns ? text_.original() : folded_.text(),
      [&](uint32_t number, size_t at) { return take(needles_[first + number], at); });
  for (size_t i = first; i < needles_.size() && !all; ++i) needles_[i].complete = false;
}

// False if enough are known.
bool Places::take(Needle& needle, size_t at) {
  Place place{at, needle.text.size(), true};
  if (!comparison_.no_returns)
    place = in_original(folded_, text_.original(), at, needle.text, needle.folded.size(), comparison_.whole_line_ends);
  if (!place.exact && !needle.tolerant) return true;
  if (needle.places.size() == kMostPlacesOfText || found_ == kMostPlacesFound) {
    needle.complete = false;
    return false;
  }
  ++found_;
  needle.places.push_back(place);
  return true;
}

std::optional<std::vector<Place>> Places::now(uint32_t number, size_t most) {
  Needle& needle = needles_[number];
  if (needle.made || (!text_.untouched() && !is_followed(needle))) return std::nullopt;
  auto is_there = [&](const Place& place) { return text_.untouched(place.start, place.size); };
  while (needle.first != needle.places.size() && !is_there(needle.places[needle.first])) ++needle.first;
  std::vector<Place> found;
  for (bool exact : {true, false}) {
    size_t end = 0;
    for (size_t i = needle.first; i != needle.places.size() && found.size() < most; ++i) {
      const Place& place = needle.places[i];
      if (place.exact != exact || place.start < end || !is_there(place)) continue;
      found.push_back(place);
      end = place.end();
    }
    if (found.size() == most) return found;
    if (!needle.complete) return std::nullopt;
    if (!found.empty()) return found;
  }
  return found;
}

void Places::note_made(size_t start, size_t size, std::string_view text, uint32_t now) {
  auto folded_size = [this](const std::string& part) {
    return comparison_.no_returns ? part.size() : folded(part).size();
  };
  size_t slack = comparison_.no_returns ? 0 : 1;  // a line end may lie on both sides of a border
  window_ = text_.before(start, context_, room_);
  size_t left = folded_size(window_);
  window_.append(text);
  size_t right = folded_size(window_) + slack;
  left -= std::min(left, slack);
  window_.append(text_.after(start + size, context_, room_));
  if (!comparison_.no_returns) window_ = folded(window_);
  for (Index& index : indexes_) {
    bool all = index.texts.scan(window_, [&](uint32_t number, size_t at) {
      Needle& needle = needles_[index.first + number];
      needle.made |= needle.last_use > now && at < right && at + needle.folded.size() > left;
      return !needle.made;
    });
    for (size_t i = index.first; i < needles_.size() && !all; ++i) needles_[i].made = true;
  }
}

uint64_t Places::work() const {
  uint64_t work = 0;
  for (const Index& index : indexes_) work += index.texts.work();
  return work;
}

}  // namespace aptix::edit
