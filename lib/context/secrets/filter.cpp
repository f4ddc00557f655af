// Where a hash of three bytes says that none begins, none does. Most places need not be asked: a group of words is a
// bit. For each of the first four bytes of a word two tables say, by the lower and the upper half of a byte, which
// groups have a word with such a half there; where a bit is left of all eight, a word may begin. Of many words
// that is asked of two sets of groups: fewer words are in each, and fewer places are left.
#include "context/secrets/filter.h"

#include <bit>

#include "base/text/bytes.h"

#if __has_include(<sys/platform/x86.h>)
#include <immintrin.h>
#include <sys/platform/x86.h>
#endif

namespace aptix::context::secrets {
namespace {

constexpr size_t kStep = 32;
constexpr size_t kPlaces = 4;  // of the bytes that a set has tables for

#if __has_include(<sys/platform/x86.h>)

// As libc knows it from its start. The compiler's own question would be asked anew at every start, and what it asks of
// the processor takes 4 us each time in a virtual machine.
bool has_shuffle() { return CPU_FEATURE_ACTIVE(AVX2); }

using Table = std::array<uint8_t, 16>;

__attribute__((target("avx2"))) __m256i load(const char* bytes) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
}

// In both halves: a shuffle looks up in its own.
__attribute__((target("avx2"))) __m256i load(const Table& table) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table.data())));
}

// What both tables have in common for each byte.
__attribute__((target("avx2"))) __m256i look_up(__m256i bytes, const Table& low, const Table& high) {
  const __m256i half = _mm256_set1_epi8(15);
  __m256i lower = _mm256_shuffle_epi8(load(low), _mm256_and_si256(bytes, half));
  __m256i upper = _mm256_shuffle_epi8(load(high), _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half));
  return _mm256_and_si256(lower, upper);
}

// A bit for each byte that is not zero.
__attribute__((target("avx2"))) uint32_t nonzero(__m256i bytes) {
  return ~static_cast<uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, _mm256_setzero_si256())));
}

// For each byte the groups of a set that fit what begins there.
__attribute__((target("avx2"))) __m256i groups_at(const char* text, const Table* low, const Table* high) {
  __m256i groups = _mm256_set1_epi8(-1);
#pragma GCC unroll 4
  for (size_t k = 0; k < kPlaces; ++k) groups = _mm256_and_si256(groups, look_up(load(text + k), low[k], high[k]));
  return groups;
}

// As far as whole steps go: where a word may begin, or where they end.
__attribute__((target("avx2"))) size_t next_by_steps(std::string_view text, size_t from, std::span<const Table> low,
    std::span<const Table> high, std::span<const bool, 4096> starts) {
  for (; from + kStep + kPlaces <= text.size(); from += kStep) {
    const char* at_step = text.data() + from;
    __m256i groups = groups_at(at_step, low.data(), high.data());
    if (low.size() > kPlaces)
      groups = _mm256_or_si256(groups, groups_at(at_step, low.data() + kPlaces, high.data() + kPlaces));
    for (uint32_t places = nonzero(groups); places != 0; places &= places - 1) {
      size_t at = from + static_cast<size_t>(std::countr_zero(places));
      if (starts[hash_at(text, at)]) return at;
    }
  }
  return from;
}

// Are so many bits in a row set?
bool has_run(uint64_t keys) {
  static_assert(kLeastKeyRun == 20 && kStep == 32);
  uint64_t two = keys & keys >> 1, four = two & two >> 2, eight = four & four >> 4, sixteen = eight & eight >> 8;
  return (sixteen & sixteen >> 4) != 0;
}

// Where a run that is long enough begins, or a place before which none does.
__attribute__((target("avx2"))) size_t run_by_steps(std::string_view text, size_t from) {
  static constexpr auto kTables = [] {
    std::array<Table, 2> made{};
    for (int c = 0; c < 256; ++c)
      if (is_key_byte(static_cast<char>(c))) {
        auto bit = static_cast<uint8_t>(1u << (c >> 4));
        made[0][static_cast<size_t>(c & 15)] |= bit;
        made[1][static_cast<size_t>(c >> 4)] = bit;
      }
    return made;
  }();
  uint64_t keys = 0;  // of this step, above those of the one before
  for (; from + kStep <= text.size(); from += kStep) {
    uint64_t here = nonzero(look_up(load(text.data() + from), kTables[0], kTables[1]));
    keys = keys >> kStep | here << kStep;
    if (!has_run(keys)) continue;
    keys <<= kStep;  // the run may begin in the step before
    break;
  }
  return from - static_cast<size_t>(std::countl_one(keys));
}

#else

bool has_shuffle() { return false; }
using Table = std::array<uint8_t, 16>;
size_t next_by_steps(
    std::string_view, size_t from, std::span<const Table>, std::span<const Table>, std::span<const bool, 4096>) {
  return from;
}
size_t run_by_steps(std::string_view, size_t from) { return from; }

#endif

}  // namespace

size_t WordFilter::next(std::string_view text, size_t from) const {
  static const bool by_steps = has_shuffle();
  auto in_use = [this](const auto& tables) { return std::span(tables).first(sets_ * kPrefix); };
  if (by_steps) from = next_by_steps(text, from, in_use(low_), in_use(high_), starts_);
  for (; from + 2 < text.size(); ++from)
    if (starts_[hash_at(text, from)]) return from;
  return text.size();
}

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
