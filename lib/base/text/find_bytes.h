// Finding bytes in bytes in linear time: std::string_view::find takes the product of both lengths where much looks
// alike.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace aptix {

#if defined(__SSE2__)
// For memmem() to skip much it makes a table of the wanted bytes: of few bytes that takes longer than it saves.
inline constexpr size_t kFewBytes = 16;

// The first place at or after `from` that has the first and the last of few bytes; near the end of the text, where it
// may be. REQUIRES: they are not empty.
inline size_t likely_place(std::string_view text, std::string_view wanted, size_t from) {
  auto load = [](const char* bytes) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes)); };
  const __m128i first = _mm_set1_epi8(wanted.front()), last = _mm_set1_epi8(wanted.back());
  for (; from + sizeof first + wanted.size() <= text.size(); from += sizeof first) {
    const char* here = text.data() + from;
    const char* end = here + wanted.size() - 1;
    __m128i fits = _mm_and_si128(_mm_cmpeq_epi8(load(here), first), _mm_cmpeq_epi8(load(end), last));
    auto places = static_cast<unsigned>(_mm_movemask_epi8(fits));
    if (places != 0) return from + static_cast<size_t>(std::countr_zero(places));
  }
  return from;
}
#else
inline constexpr size_t kFewBytes = 0;
inline size_t likely_place(std::string_view, std::string_view, size_t from) { return from; }
#endif

// Where `wanted` stands first at or after `from`; npos where it does not, and for a `from` past its end.
inline size_t find_bytes(std::string_view text, std::string_view wanted, size_t from = 0) {
  if (from >= text.size()) return std::string_view::npos;
  if (!wanted.empty() && wanted.size() <= kFewBytes)
    for (from = likely_place(text, wanted, from); from + 2 * kFewBytes <= text.size();
         from = likely_place(text, wanted, from + 1))
      if (std::memcmp(text.data() + from, wanted.data(), wanted.size()) == 0) return from;
  const void* hit = ::memmem(text.data() + from, text.size() - from, wanted.data(), wanted.size());
  return hit == nullptr ? std::string_view::npos : static_cast<size_t>(static_cast<const char*>(hit) - text.data());
}

// Where the line of `at` begins. string_view::rfind looks at one byte after the other.
inline size_t start_of_line(std::string_view text, size_t at) {
  text = text.substr(0, at);
  const void* feed = text.empty() ? nullptr : ::memrchr(text.data(), '\n', text.size());
  return feed == nullptr ? 0 : static_cast<size_t>(static_cast<const char*>(feed) - text.data()) + 1;
}

}  // namespace aptix
