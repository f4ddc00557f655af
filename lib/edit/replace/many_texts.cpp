#include "edit/replace/many_texts.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/text/bytes.h"
#include "base/text/find_bytes.h"

namespace aptix::edit {
namespace {

constexpr uint32_t kNone = UINT32_MAX;
constexpr size_t kLargeGram = 8, kSmallGram = 4;
constexpr size_t kFewTexts = 4;     // are searched for one by one
constexpr size_t kBitsOfText = 32;  // one in so many foreign grams is looked up in vain
constexpr size_t kMostCounts = 1 << 20;
constexpr uint64_t kMostWork = 4ull << 30;

template <size_t kSize>
uint64_t gram_at(const char* at) {
  uint64_t gram = 0;
  std::memcpy(&gram, at, kSize);
  return gram;
}

uint64_t hash_of(uint64_t gram) { return gram * 0x9E3779B97F4A7C15u; }

// For a hash to be a number below the next power of two.
unsigned shift_for(size_t slots) { return 64 - std::clamp(static_cast<unsigned>(std::bit_width(slots)), 6u, 40u); }

// White space, signs and runs of one character stand everywhere.
template <size_t kSize>
unsigned penalty(const char* at) {
  auto letters = std::count_if(at, at + kSize, is_of_word);
  bool varied = std::any_of(at, at + kSize, [at](char c) { return c != *at; });
  return !varied ? 64 : 2 * static_cast<size_t>(letters) < kSize ? 8 : 0;
}

}  // namespace

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

}  // namespace aptix::edit
