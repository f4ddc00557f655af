// The bytes of a JSON string that stand for themselves. Part of the JSON reader and writer; nobody else includes it.
#pragma once

#include <cstddef>

namespace aptix::json {

// ASCII that can be seen: no quote, backslash or control character.
inline bool is_plain(char c) { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; }

// How many bytes from `p` up to `end` are plain.
inline size_t plain_run(const char* p, const char* end) {
  const char* start = p;
  while (p != end && is_plain(*p)) ++p;
  return static_cast<size_t>(p - start);
}

// As plain_run(), in a string that is known to be right: all but a quote and a backslash.
inline size_t body_run(const char* p, const char* end) {
  const char* start = p;
  while (p != end && *p != '"' && *p != '\\') ++p;
  return static_cast<size_t>(p - start);
}

}  // namespace aptix::json
