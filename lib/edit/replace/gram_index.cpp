#include "edit/replace/gram_index.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace aptix::edit {
namespace {

constexpr uint32_t kNone = UINT32_MAX;
constexpr size_t kSmallGram = 4;
constexpr size_t kMostStride = 8;
constexpr size_t kGramsAhead = 8;        // so many grams are found before the first of them is visited
constexpr size_t kMostOffsets = 256;     // so many grams of a pattern are weighed at most,
constexpr size_t kFewestOffsets = 8;     // so many at least,
constexpr size_t kMostGrams = 1 << 19;   // and so many of all patterns together
constexpr size_t kMostCounts = 1 << 17;  // more would not stay in the cache
constexpr size_t kFewGrams = 1 << 14;
constexpr size_t kBitsOfFew = 32;   // one in 32 foreign grams is looked up in vain;
constexpr size_t kBitsOfMany = 16;  // more bits than that would not stay in the cache

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

bool test(const std::vector<uint64_t>& words, uint64_t index) { return ((words[index >> 6] >> (index & 63)) & 1) != 0; }
void set(std::vector<uint64_t>& words, uint64_t index) { words[index >> 6] |= uint64_t{1} << (index & 63); }

// The longest part without a line feed, or all of it when line feeds are bytes like others.
std::pair<size_t, size_t> segment_of(const SoughtText& pattern) {
  std::string_view text = pattern.normal;
  if (!pattern.tolerant) return {0, text.size()};
  std::pair<size_t, size_t> longest{0, 0};
  for (size_t start = 0; start <= text.size();) {
    size_t end = std::min(text.find('\n', start), text.size());
    if (end - start > longest.second) longest = {start, end - start};
    start = end + 1;
  }
  return longest;
}

// How many of the patterns have a gram, roughly.
class Frequencies {
 public:
  explicit Frequencies(size_t grams)
      : shift_(shift_for(std::min<size_t>(2 * grams, kMostCounts))),
        counts_(size_t{1} << (64 - shift_)) {}
  void add(uint64_t gram) {
    uint16_t& count = counts_[hash_of(gram) >> shift_];
    count = static_cast<uint16_t>(count + (count != UINT16_MAX));
  }
  uint64_t of(uint64_t gram) const { return counts_[hash_of(gram) >> shift_]; }

 private:
  unsigned shift_;
  std::vector<uint16_t> counts_;
};

constexpr auto kIsLetter = [] {
  std::array<bool, 256> is_letter{};
  for (unsigned c = 0; c < 256; ++c)
    is_letter[c] = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c >= 0x80;
  return is_letter;
}();

// Runs of one or two characters stand everywhere, and so do grams of few letters.
template <size_t kSize>
uint64_t penalty(uint64_t gram) {
  constexpr uint64_t kEach = UINT64_MAX / 255 >> (64 - 8 * kSize), kLow = 0x7F * kEach;
  auto other_than = [](uint64_t bytes) { return (((bytes & kLow) + kLow) | bytes) & ~kLow; };  // a bit for each not 0
  bool varied = (other_than(gram ^ (gram & 0xFF) * kEach) & other_than(gram ^ (gram >> (8 * kSize - 8)) * kEach)) != 0;
  size_t letters = 0;
  for (size_t i = 0; i < kSize; ++i) letters += kIsLetter[gram >> 8 * i & 0xFF];
  return (varied ? 0 : 64) + (2 * letters < kSize ? 4 : 0);
}

// Which stretches of grams of a text are weighed: `count` of them, every `step`-th.
struct Sample {
  size_t count, step;
  bool is_all() const { return step == 1; }
};

Sample sample_of(size_t stretches, size_t patterns) {
  size_t most = std::clamp(kMostGrams / patterns, kFewestOffsets, kMostOffsets);
  size_t count = std::min(stretches, most);
  return {count, stretches / count};
}

// Of all stretches every gram is weighed: each costs a look wherever it stands. Of a sample with gaps only the one in
// the middle is, which stands for the pattern.
template <size_t kSize>
void count_grams(std::string_view text, size_t stride, Sample sample, Frequencies& frequencies) {
  size_t first = sample.is_all() ? 0 : stride / 2;
  size_t count = sample.is_all() ? sample.count + stride - 1 : sample.count;
  for (size_t i = 0; i < count; ++i) frequencies.add(load<kSize>(text.data() + first + i * sample.step));
}

template <size_t kSize>
size_t rarest_stretch(std::string_view text, size_t stride, Sample sample, const Frequencies& frequencies) {
  auto frequency = [&](size_t at) { return 8 * frequencies.of(load<kSize>(text.data() + at)); };
  size_t best = 0;
  uint64_t least = UINT64_MAX, sum = 0;
  for (size_t at = 0; sample.is_all() && at + 1 < stride; ++at) sum += frequency(at);
  for (size_t i = 0; i < sample.count; ++i) {
    size_t first = i * sample.step;
    if (sample.is_all()) sum += frequency(first + stride - 1);
    uint64_t score = sample.is_all() ? sum : frequency(first + stride / 2);
    if (score < least) score += penalty<kSize>(load<kSize>(text.data() + first + stride / 2));
    if (score < least) {
      least = score;
      best = first;
    }
    if (sample.is_all()) sum -= frequency(first);
  }
  return best;
}

}  // namespace

GramIndex::Bits::Bits(size_t grams) : shift(shift_for(grams * (grams <= kFewGrams ? kBitsOfFew : kBitsOfMany))) {
  words.resize((size_t{1} << (64 - shift)) / 64);
}

GramIndex::GramIndex(size_t count, const PatternOf& pattern_of) {
  std::array<std::vector<Wanted>, 3> classes;  // long enough for the widest stride, for a large gram, for a small one
  classes[0].reserve(count);
  for (uint32_t i = 0; i < count; ++i) {
    SoughtText pattern = pattern_of(i);
    if (pattern.normal.empty()) continue;
    auto [start, size] = segment_of(pattern);
    Wanted wanted{i, static_cast<uint32_t>(start), static_cast<uint32_t>(size)};
    if (size >= kLargeGram + kMostStride - 1) classes[0].push_back(wanted);
    else if (size >= kLargeGram) classes[1].push_back(wanted);
    else if (size >= kSmallGram) classes[2].push_back(wanted);
    else add_short(wanted, pattern.normal);
  }
  for (size_t c = 0; c < 2; ++c)
    if (!classes[c].empty()) tables_.push_back(make_table<kLargeGram>(pattern_of, classes[c]));
  if (!classes[2].empty()) tables_.push_back(make_table<kSmallGram>(pattern_of, classes[2]));
}

template <size_t kSize>
GramIndex::Table GramIndex::make_table(const PatternOf& pattern_of, std::span<const Wanted> wanted) {
  size_t smallest = SIZE_MAX;
  for (const Wanted& one : wanted) smallest = std::min<size_t>(smallest, one.size);
  Table table;
  table.gram = kSize;
  table.stride = std::min(kMostStride, std::bit_floor(smallest - kSize + 1));
  table.exactly = Bits(wanted.size());
  table.around = Bits(wanted.size() * table.stride);
  table.head_shift = shift_for(2 * wanted.size());
  table.entries.reserve(wanted.size());

  auto text_of = [&](const Wanted& one) { return pattern_of(one.pattern).normal.substr(one.start, one.size); };
  auto sample = [&](const Wanted& one) { return sample_of(one.size - kSize - table.stride + 2, wanted.size()); };
  size_t grams = 0;
  for (const Wanted& one : wanted) grams += sample(one).count;
  Frequencies frequencies(grams);
  for (const Wanted& one : wanted) count_grams<kSize>(text_of(one), table.stride, sample(one), frequencies);

  for (const Wanted& one : wanted) {
    std::string_view text = text_of(one);
    size_t first = rarest_stretch<kSize>(text, table.stride, sample(one), frequencies);
    size_t anchor = first + table.stride / 2;
    uint64_t value = load<kSize>(text.data() + anchor);
    table.entries.push_back({{one.pattern, one.start + static_cast<uint32_t>(anchor)}, kNone, value});
    set(table.exactly.words, hash_of(value) >> table.exactly.shift);
    for (size_t at = first; at < first + table.stride; ++at)
      set(table.around.words, hash_of(load<kSize>(text.data() + at)) >> table.around.shift);
  }
  link(table);
  return table;
}

void GramIndex::link(Table& table) {
  table.heads.assign(size_t{1} << (64 - table.head_shift), kNone);
  for (uint32_t i = 0; i < table.entries.size(); ++i) {
    uint32_t& head = table.heads[hash_of(table.entries[i].gram) >> table.head_shift];
    table.entries[i].next = head;
    head = i;
  }
  table.dropped = false;
}

void GramIndex::add_short(const Wanted& wanted, std::string_view normal) {
  short_bits_.resize(65536 / 64);
  short_.resize(256);
  // A pattern of line feeds alone has nothing but them to go by.
  size_t start = wanted.size == 0 ? 0 : wanted.start;
  auto first = static_cast<unsigned char>(normal[start]);
  int second = wanted.size >= 2 ? static_cast<unsigned char>(normal[start + 1]) : -1;
  short_[first].push_back({{wanted.pattern, static_cast<uint32_t>(start)}, second});
  for (unsigned other = 0; other < 256; ++other)
    if (second < 0 || static_cast<unsigned>(second) == other) set(short_bits_, first | other << 8);
}

void GramIndex::scan(std::string_view text, const Visit& visit) {
  for (Table& table : tables_) {
    if (table.gram == kLargeGram) scan_table<kLargeGram>(table, text, visit);
    else scan_table<kSmallGram>(table, text, visit);
    if (table.dropped) link(table);
  }
  if (!short_bits_.empty()) scan_short(text, visit);
}

template <size_t kSize>
void GramIndex::scan_table(Table& table, std::string_view text, const Visit& visit) {
  if (text.size() < kSize) return;
  const char* bytes = text.data();
  const size_t last = text.size() - kSize;
  const size_t stride = table.stride;
  const uint64_t* around = table.around.words.data();
  const uint64_t* exactly = table.exactly.words.data();
  const unsigned around_shift = table.around.shift;
  const unsigned exactly_shift = table.exactly.shift;
  struct Found {
    uint64_t gram;
    size_t position;
  };
  for (size_t at = 0; text.size() <= kShortPart && at <= last; ++at) {
    uint64_t gram = load<kSize>(bytes + at);
    if (test(table.exactly.words, hash_of(gram) >> exactly_shift) && !visit_chain(table, gram, at, visit)) return;
  }
  std::array<Found, kGramsAhead> found;  // the last ones that are not visited yet
  size_t count = 0;
  for (size_t at = 0; text.size() > kShortPart && at <= last; at += stride) {
    uint64_t near = hash_of(load<kSize>(bytes + at)) >> around_shift;
    if (((around[near >> 6] >> (near & 63)) & 1) == 0) continue;
    // The anchor is in the middle of the stretch, of which this may be any gram.
    size_t end = std::min(at + stride / 2, last);
    for (size_t p = at + 1 - std::min(at + 1, stride - stride / 2); p <= end; ++p) {
      uint64_t gram = load<kSize>(bytes + p);
      uint64_t slot = hash_of(gram) >> exactly_shift;
      if (((exactly[slot >> 6] >> (slot & 63)) & 1) == 0) continue;
      // What stands in memory far apart is fetched while the ones before are visited.
      __builtin_prefetch(&table.heads[hash_of(gram) >> table.head_shift]);
      Found& oldest = found[count++ % kGramsAhead];
      if (count > kGramsAhead && !visit_chain(table, oldest.gram, oldest.position, visit)) return;
      oldest = {gram, p};
    }
  }
  for (size_t i = count - std::min(count, kGramsAhead); i < count; ++i)
    if (!visit_chain(table, found[i % kGramsAhead].gram, found[i % kGramsAhead].position, visit)) return;
}

bool GramIndex::visit_chain(Table& table, uint64_t gram, size_t position, const Visit& visit) {
  uint32_t* link = &table.heads[hash_of(gram) >> table.head_shift];
  while (*link != kNone) {
    Entry& entry = table.entries[*link];
    Next next = entry.gram == gram ? visit(entry.anchor, position) : Next::go_on;
    if (next == Next::stop) return false;
    if (next == Next::go_on) {
      link = &entry.next;
      continue;
    }
    *link = entry.next;
    table.dropped = true;
  }
  return true;
}

void GramIndex::scan_short(std::string_view text, const Visit& visit) {
  std::vector<std::pair<unsigned char, Short>> dropped;
  Next next = Next::go_on;
  for (size_t at = 0; at < text.size() && next != Next::stop; ++at) {
    auto first = static_cast<unsigned char>(text[at]);
    int second = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 256;
    if (second < 256 && !test(short_bits_, first | static_cast<unsigned>(second) << 8)) continue;
    std::erase_if(short_[first], [&](const Short& one) {
      if (next == Next::stop || (one.second >= 0 && one.second != second)) return false;
      next = visit(one.anchor, at);
      if (next != Next::drop_pattern) return false;
      dropped.emplace_back(first, one);
      return true;
    });
  }
  for (const auto& [first, one] : dropped) short_[first].push_back(one);
}

}  // namespace aptix::edit
