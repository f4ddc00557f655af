// The spaces that a line begins with, sixteen at a time: a fifth of a document that is indented.
#pragma once

#include <cstddef>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace aptix {

// How many bytes from `p` up to `end` are ' '.
inline size_t blank_run(const char* p, const char* end) {
  const char* start = p;
#if defined(__SSE2__)
  while (end - p >= 16) {
    __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    auto others = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(block, _mm_set1_epi8(' ')))) ^ 0xFFFF;
    if (others != 0) return static_cast<size_t>(p - start) + static_cast<size_t>(__builtin_ctz(others));
    p += 16;
  }
#endif
  while (p != end && *p == ' ') ++p;
  return static_cast<size_t>(p - start);
}

}  // namespace aptix
