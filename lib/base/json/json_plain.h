// Which bytes of a JSON string need no escape, and the escapes of a backslash and a letter. Part of the JSON reader and
// writer; nobody else includes it.
#pragma once

#include <cstddef>

namespace aptix::json {

// The number of bytes from `p` to `end` that are visible ASCII without quote and backslash.
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
