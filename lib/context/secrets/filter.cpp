// Where a hash of three bytes says that none begins, none does. Most places need not be asked: a group of words is a
// bit. For each of the first four bytes of a word two tables say, by the lower and the upper half of a byte, which
// groups have a word with such a half there; where a bit is left of all eight, a word may begin.
#include "context/secrets/filter.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "base/text/ascii.h"
#include "context/secrets/bytes.h"

#if __has_include(<sys/platform/x86.h>)
#include <immintrin.h>
#include <sys/platform/x86.h>
#endif

namespace aptix::context::secrets {
namespace {

constexpr size_t kStep = 16;

// Of three bytes, whatever the case of letters among them.
size_t hash_at(std::string_view text, size_t at) {
  auto byte = [&](size_t i) { return static_cast<uint32_t>(static_cast<unsigned char>(text[at + i])) | 0x20u; };
  return (byte(0) << 16 | byte(1) << 8 | byte(2)) * 2654435761u >> 20;
}

constexpr bool is_sign_of_keys(char c) { return c == '+' || c == '/' || c == '_' || c == '-' || c == '='; }

#if __has_include(<sys/platform/x86.h>)

// As libc knows it from its start. The compiler's own question would be asked anew at every start, and what it asks of
// the processor takes 4 us each time in a virtual machine.
bool has_shuffle() { return CPU_FEATURE_ACTIVE(SSSE3); }

using Table = std::array<uint8_t, kStep>;

__attribute__((target("ssse3"))) __m128i load(const void* bytes) {
  return _mm_loadu_si128(static_cast<const __m128i*>(bytes));
}

// What both tables have in common for each byte.
__attribute__((target("ssse3"))) __m128i look_up(__m128i bytes, const Table& low, const Table& high) {
  const __m128i half = _mm_set1_epi8(15);
  __m128i lower = _mm_shuffle_epi8(load(low.data()), _mm_and_si128(bytes, half));
  __m128i upper = _mm_shuffle_epi8(load(high.data()), _mm_and_si128(_mm_srli_epi16(bytes, 4), half));
  return _mm_and_si128(lower, upper);
}

// A bit for each byte that is not zero.
__attribute__((target("ssse3"))) unsigned nonzero(__m128i bytes) {
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_setzero_si128()))) ^ 0xFFFFu;
}

// As far as whole steps go: where a word may begin, or where they end.
__attribute__((target("ssse3"))) size_t next_by_steps(std::string_view text, size_t from, std::span<const Table, 4> low,
    std::span<const Table, 4> high, std::span<const bool, 4096> starts) {
  for (; from + kStep + low.size() <= text.size(); from += kStep) {
    __m128i groups = _mm_set1_epi8(-1);
    for (size_t k = 0; k < low.size(); ++k)
      groups = _mm_and_si128(groups, look_up(load(text.data() + from + k), low[k], high[k]));
    for (unsigned places = nonzero(groups); places != 0; places &= places - 1) {
      size_t at = from + static_cast<size_t>(std::countr_zero(places));
      if (starts[hash_at(text, at)]) return at;
    }
  }
  return from;
}

// Where a run that is long enough begins, or a place before which none does.
__attribute__((target("ssse3"))) size_t run_by_steps(std::string_view text, size_t from) {
  static const auto tables = [] {
    std::array<Table, 2> made{};
    for (int c = 0; c < 256; ++c)
      if (is_key_byte(static_cast<char>(c))) {
        auto bit = static_cast<uint8_t>(1u << (c >> 4));
        made[0][static_cast<size_t>(c & 15)] |= bit;
        made[1][static_cast<size_t>(c >> 4)] = bit;
      }
    return made;
  }();
  size_t run = 0;  // key bytes right before `from`
  for (; from + kStep <= text.size(); from += kStep) {
    unsigned keys = nonzero(look_up(load(text.data() + from), tables[0], tables[1]));
    auto more = static_cast<size_t>(std::countr_one(keys));
    if (run + more >= kLeastKeyRun) break;
    run = more == kStep ? run + more : static_cast<size_t>(std::countl_one(keys << kStep));
  }
  return from - run;
}

#else

bool has_shuffle() { return false; }
using Table = std::array<uint8_t, kStep>;
size_t next_by_steps(
    std::string_view, size_t from, std::span<const Table, 4>, std::span<const Table, 4>, std::span<const bool, 4096>) {
  return from;
}
size_t run_by_steps(std::string_view, size_t from) { return from; }

#endif

}  // namespace

WordFilter::WordFilter(std::span<const std::string_view> words) {
  std::vector<Prefix> sorted(words.size());
  for (size_t i = 0; i < words.size(); ++i)
    for (size_t place = 0; place < std::min(kPrefix, words[i].size()); ++place)
      sorted[i][place] = ascii_lower(words[i][place]);
  std::sort(sorted.begin(), sorted.end());
  for (size_t i = 0; i < sorted.size(); ++i) {
    starts_[hash_at({sorted[i].data(), kPrefix}, 0)] = true;
    auto group = static_cast<uint8_t>(1u << (i * kGroups / sorted.size()));
    for (size_t place = 0; place < kPrefix; ++place) add(sorted[i][place], place, group);
  }
}

void WordFilter::add(char letter, size_t place, uint8_t group) {
  if (letter == '\0') {  // any byte may follow a shorter word
    for (uint8_t& groups : low_[place]) groups |= group;
    for (uint8_t& groups : high_[place]) groups |= group;
    return;
  }
  for (char c : {letter, ascii_upper(letter)}) {
    auto byte = static_cast<unsigned char>(c);
    low_[place][byte & 15] |= group;
    high_[place][byte >> 4] |= group;
  }
}

size_t WordFilter::next(std::string_view text, size_t from) const {
  static const bool by_steps = has_shuffle();
  if (by_steps) from = next_by_steps(text, from, low_, high_, starts_);
  for (; from + 2 < text.size(); ++from)
    if (starts_[hash_at(text, from)]) return from;
  return text.size();
}

bool is_key_byte(char c) { return is_letter(c) || is_digit(c) || is_sign_of_keys(c); }

// Of each run that is long enough every kLeastKeyRun-th byte is in it, whatever its place.
KeyRun next_key_run(std::string_view text, size_t from) {
  static const bool by_steps = has_shuffle();
  if (by_steps) from = run_by_steps(text, from);
  for (size_t at = from + kLeastKeyRun - 1; at < text.size(); at += kLeastKeyRun) {
    if (!is_key_byte(text[at])) continue;
    size_t start = at, end = at + 1;
    while (start > from && is_key_byte(text[start - 1])) --start;
    while (end < text.size() && is_key_byte(text[end])) ++end;
    if (end - start >= kLeastKeyRun) return {start, end};
    at = end - 1;
  }
  return {};
}

}  // namespace aptix::context::secrets
