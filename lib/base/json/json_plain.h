// Plain text inside a JSON string, found sixteen bytes at a time. Part of the JSON reader and writer;
// nobody else includes it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace aptix::json {

inline constexpr size_t kBlock = 16;

// ASCII that stands for itself and can be seen: no quote, backslash or control character.
inline constexpr std::array<bool, 256> kIsPlain = [] {
  std::array<bool, 256> table{};
  for (size_t byte = 0x20; byte < 0x7F; ++byte) table[byte] = byte != '"' && byte != '\\';
  return table;
}();
inline bool is_plain(char c) { return kIsPlain[static_cast<uint8_t>(c)]; }

// How many of the sixteen bytes at `p` are plain, counted from the first.
#if defined(__SSE2__)
inline size_t plain_in_block(const char* p) {
  __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  __m128i quote = _mm_cmpeq_epi8(block, _mm_set1_epi8('"'));
  __m128i backslash = _mm_cmpeq_epi8(block, _mm_set1_epi8('\\'));
  __m128i del = _mm_cmpeq_epi8(block, _mm_set1_epi8(0x7F));
  // As signed numbers, bytes from 0x80 are less than 0x20 too.
  __m128i other = _mm_cmplt_epi8(block, _mm_set1_epi8(0x20));
  __m128i special = _mm_or_si128(_mm_or_si128(other, del), _mm_or_si128(quote, backslash));
  auto mask = static_cast<unsigned>(_mm_movemask_epi8(special));
  return mask == 0 ? kBlock : static_cast<size_t>(__builtin_ctz(mask));
}
#else
inline size_t plain_in_block(const char* p) {
  size_t count = 0;
  while (count < kBlock && is_plain(p[count])) ++count;
  return count;
}
#endif

// As plain, in a string of which it is known that it is UTF-8 and holds no control character: all but a quote and a
// backslash.
inline bool is_body(char c) { return c != '"' && c != '\\'; }

#if defined(__SSE2__)
inline size_t body_in_block(const char* p) {
  __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  __m128i special = _mm_or_si128(_mm_cmpeq_epi8(block, _mm_set1_epi8('"')), _mm_cmpeq_epi8(block, _mm_set1_epi8('\\')));
  auto mask = static_cast<unsigned>(_mm_movemask_epi8(special));
  return mask == 0 ? kBlock : static_cast<size_t>(__builtin_ctz(mask));
}
#else
inline size_t body_in_block(const char* p) {
  size_t count = 0;
  while (count < kBlock && is_body(p[count])) ++count;
  return count;
}
#endif

// How many bytes from `p` up to `end` are the body of a string.
inline size_t body_run(const char* p, const char* end) {
  const char* start = p;
  while (static_cast<size_t>(end - p) >= kBlock) {
    size_t count = body_in_block(p);
    p += count;
    if (count < kBlock) return static_cast<size_t>(p - start);
  }
  while (p != end && is_body(*p)) ++p;
  return static_cast<size_t>(p - start);
}

// How many bytes from `p` up to `end` are plain.
inline size_t plain_run(const char* p, const char* end) {
  const char* start = p;
  while (static_cast<size_t>(end - p) >= kBlock) {
    size_t count = plain_in_block(p);
    p += count;
    if (count < kBlock) return static_cast<size_t>(p - start);
  }
  while (p != end && is_plain(*p)) ++p;
  return static_cast<size_t>(p - start);
}

}  // namespace aptix::json
