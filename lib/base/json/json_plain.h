// The bytes of a JSON string that stand for themselves, and those that a backslash and a letter stand for. Part of the
// JSON reader and writer; nobody else includes it.
#pragma once

#include <cstddef>

namespace aptix::json {

// How many bytes from `p` up to `end` are ASCII that can be seen: no quote, backslash or control character.
inline size_t plain_run(const char* p, const char* end) {
  const char* start = p;
  while (p != end && *p >= 0x20 && *p < 0x7F && *p != '"' && *p != '\\') ++p;
  return static_cast<size_t>(p - start);
}

struct Escape {
  char letter, byte;
};
inline constexpr Escape kEscapes[] = {
    {'"', '"'}, {'\\', '\\'}, {'/', '/'}, {'b', '\b'}, {'f', '\f'}, {'n', '\n'}, {'r', '\r'}, {'t', '\t'}};

}  // namespace aptix::json
