#include "edit/replace/many_texts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "base/text/bytes.h"
#include "base/text/find_bytes.h"

namespace aptix::edit {
namespace {

constexpr uint32_t kNone = UINT32_MAX;
constexpr size_t kLargeGram = 8, kSmallGram = 4;
constexpr size_t kMostOffsets = 8;     // so many grams of a text are weighed,
constexpr size_t kMoreOffsets = 1024;  // and so many where those stand in many of the others
constexpr unsigned kManyTexts = 16;
constexpr uint64_t kMostWork = 4ull << 30;
constexpr size_t kMostStride = 8;
constexpr size_t kFewGrams = 1 << 14;
constexpr size_t kBitsOfFew = 32;          // one in 32 foreign grams is looked up in vain;
constexpr size_t kBitsOfMany = 16;         // more bits than that would not stay in the cache
constexpr size_t kGramsAhead = 8;          // so many are found before the first of them is visited
constexpr size_t kMostCounts = 1 << 17;    // more would not stay in the cache
constexpr size_t kMostFailures = 1 << 22;  // of looks: each, and each kCompared bytes that it may have compared
constexpr size_t kFewestFailures = 1024;   // of one text
constexpr size_t kCompared = 64;

template <size_t kSize>
uint64_t load(const char* at) {
  uint64_t gram = 0;
  std::memcpy(&gram, at, kSize);
  return gram;
}

uint64_t hash_of(uint64_t gram) { return gram * 0x9E3779B97F4A7C15u; }

unsigned shift_for(size_t slots) {
  return 64 - std::clamp<unsigned>(static_cast<unsigned>(std::bit_width(slots)), 6, 40);
}

// The offsets of a text at which grams are weighed: those in the middle of `stride` ones.
struct Offsets {
  template <size_t kSize>
  static Offsets of(std::string_view text, size_t stride, size_t most) {
    size_t span = text.size() - kSize + 1 - stride;
    return {std::min(most, span + 1), stride / 2, span};
  }
  size_t count, first, span;
  size_t operator[](size_t i) const { return count == 1 ? first : first + i * span / (count - 1); }
};

// White space, signs and runs of one character stand everywhere.
template <size_t kSize>
unsigned penalty(const char* at) {
  unsigned letters = 0, varied = 0;
  for (size_t i = 0; i < kSize; ++i) {
    letters += is_of_word(at[i]) ? 1 : 0;
    varied += at[i] != at[0] ? 1 : 0;
  }
  return varied < 2 ? 64 : 2 * letters < kSize ? 8 : 0;
}

}  // namespace

ManyTexts::ManyTexts(std::span<const std::string_view> texts) : texts_(texts.begin(), texts.end()) {
  std::vector<uint32_t> large, small;
  for (uint32_t i = 0; i < texts_.size(); ++i) {
    size_t size = texts_[i].size();
    if (size >= kLargeGram) large.push_back(i);
    else if (size >= kSmallGram) small.push_back(i);
    else if (size != 0) alone_.push_back(i);
  }
  if (!large.empty()) fill<kLargeGram>(large_, large);
  if (!small.empty()) fill<kSmallGram>(small_, small);
}

ManyTexts::Bits::Bits(size_t grams) : shift_(shift_for(grams * (grams <= kFewGrams ? kBitsOfFew : kBitsOfMany))) {
  words_.resize((size_t{1} << (64 - shift_)) / 64);
}

// Sets for each of the texts at which offset it has the gram that represents it; returns those of which many others
// have it, too.
template <size_t kSize>
std::vector<uint32_t> ManyTexts::choose_grams(
    std::span<const uint32_t> numbers, size_t stride, size_t most_offsets, std::vector<uint32_t>& chosen) const {
  unsigned count_shift = shift_for(std::min(kMostCounts, 2 * most_offsets * numbers.size()));
  std::vector<uint16_t> counts(size_t{1} << (64 - count_shift));  // how many of the texts have a gram, roughly
  auto count_of = [&](uint32_t number, size_t at) -> uint16_t& {
    return counts[hash_of(load<kSize>(texts_[number].data() + at)) >> count_shift];
  };
  for (uint32_t number : numbers) {
    Offsets offsets = Offsets::of<kSize>(texts_[number], stride, most_offsets);
    for (size_t i = 0; i < offsets.count; ++i)
      if (uint16_t& count = count_of(number, offsets[i]); count != UINT16_MAX) ++count;
  }
  std::vector<uint32_t> alike;
  for (uint32_t number : numbers) {
    // A rare gram among rare ones is one of what is special in this text.
    Offsets offsets = Offsets::of<kSize>(texts_[number], stride, most_offsets);
    unsigned least = UINT32_MAX, least_count = 0, before = 0, here = count_of(number, offsets[0]);
    for (size_t i = 0; i < offsets.count; ++i) {
      unsigned after = i + 1 == offsets.count ? 0 : count_of(number, offsets[i + 1]);
      unsigned score = 8 * (std::max(before, after) + here) + penalty<kSize>(texts_[number].data() + offsets[i]);
      if (score < least) chosen[number] = static_cast<uint32_t>(offsets[i]), least = score, least_count = here;
      before = std::exchange(here, after);
    }
    if (least_count > kManyTexts) alike.push_back(number);
  }
  return alike;
}

template <size_t kSize>
void ManyTexts::fill(Table& table, std::span<const uint32_t> numbers) {
  size_t shortest = SIZE_MAX;
  for (uint32_t number : numbers) shortest = std::min(shortest, texts_[number].size());
  table.stride = std::min(kMostStride, std::bit_floor(shortest - kSize + 1));
  std::vector<uint32_t> chosen(texts_.size());
  std::vector<uint32_t> alike = choose_grams<kSize>(numbers, table.stride, kMostOffsets, chosen);
  if (!alike.empty()) choose_grams<kSize>(alike, table.stride, kMoreOffsets, chosen);
  table.exactly = Bits(numbers.size());
  table.around = Bits(numbers.size() * table.stride);
  table.head_shift = shift_for(2 * numbers.size());
  table.heads.assign(size_t{1} << (64 - table.head_shift), kNone);
  table.entries.reserve(numbers.size());
  auto failures = static_cast<uint32_t>(std::max(kMostFailures / numbers.size(), kFewestFailures));
  for (uint32_t number : numbers) {
    const char* bytes = texts_[number].data();
    uint32_t best = chosen[number];
    uint64_t gram = load<kSize>(bytes + best), hash = hash_of(gram);
    uint32_t& head = table.heads[hash >> table.head_shift];
    table.entries.push_back({gram, number, best, head, failures});
    head = static_cast<uint32_t>(table.entries.size() - 1);
    table.exactly.set(hash);
    for (size_t at = best - table.stride / 2, i = 0; i < table.stride; ++i)
      table.around.set(hash_of(load<kSize>(bytes + at + i)));
  }
}

bool ManyTexts::is_spent() const { return work_ > kMostWork; }

bool ManyTexts::scan(std::string_view text, const Visit& visit) {
  work_ += text.size();
  for (size_t i = 0, count = alone_.size(); i < count; ++i) search_alone(alone_[i], text, 0, visit);
  if (!large_.entries.empty()) scan_table<kLargeGram>(large_, text, visit);
  if (!small_.entries.empty()) scan_table<kSmallGram>(small_, text, visit);
  return !is_spent();
}

template <size_t kSize>
void ManyTexts::scan_table(Table& table, std::string_view text, const Visit& visit) {
  if (text.size() < kSize) return;
  const Bits &around = table.around, &exactly = table.exactly;
  const size_t stride = table.stride, last = text.size() - kSize;
  struct Found {
    uint64_t gram;
    size_t position;
  };
  std::array<Found, kGramsAhead> found;  // the last ones that are not visited yet
  size_t count = 0;
  for (size_t at = 0; at <= last; at += stride) {
    if (!around.has(hash_of(load<kSize>(text.data() + at)))) continue;
    // The gram of the text is in the middle of the ones of which this may be any.
    size_t end = std::min(at + stride / 2, last);
    for (size_t p = at + 1 - std::min(at + 1, stride - stride / 2); p <= end; ++p) {
      uint64_t gram = load<kSize>(text.data() + p);
      if (!exactly.has(hash_of(gram))) continue;
      // What stands in memory far apart is fetched while the ones before are visited.
      __builtin_prefetch(&table.heads[hash_of(gram) >> table.head_shift]);
      Found& oldest = found[count++ % kGramsAhead];
      if (count > kGramsAhead) visit_chain(table, oldest.gram, text, oldest.position, visit);
      oldest = {gram, p};
    }
  }
  for (size_t i = count - std::min(count, kGramsAhead); i < count; ++i)
    visit_chain(table, found[i % kGramsAhead].gram, text, found[i % kGramsAhead].position, visit);
}

void ManyTexts::visit_chain(Table& table, uint64_t gram, std::string_view text, size_t position, const Visit& visit) {
  uint32_t* link = &table.heads[hash_of(gram) >> table.head_shift];
  while (*link != kNone) {
    uint32_t* at = link;
    Entry& entry = table.entries[*at];
    link = &entry.next;
    if (entry.gram != gram || position < entry.offset) continue;
    std::string_view wanted = texts_[entry.text], here = text.substr(position - entry.offset);
    if (here.size() < wanted.size()) continue;
    bool begins = std::memcmp(here.data(), wanted.data(), std::min(wanted.size(), kCompared)) == 0;
    bool stands = begins && here.starts_with(wanted);
    auto cost = static_cast<uint32_t>(1 + (begins ? wanted.size() / kCompared : 0));
    if (!stands) entry.left -= std::min(cost, entry.left), work_ += kCompared;
    bool enough = stands && !visit(entry.text, position - entry.offset);
    if (!enough && entry.left != 0) continue;
    *at = entry.next;
    link = at;
    alone_.push_back(entry.text);
    if (!enough) search_alone(entry.text, text, position - entry.offset, visit);
  }
}

void ManyTexts::search_alone(uint32_t number, std::string_view text, size_t from, const Visit& visit) {
  if (is_spent()) return;
  work_ += text.size();
  for (size_t at = find_bytes(text, texts_[number], from); at != std::string_view::npos;
       at = find_bytes(text, texts_[number], at + 1))
    if (!visit(number, at)) return;
}

}  // namespace aptix::edit
