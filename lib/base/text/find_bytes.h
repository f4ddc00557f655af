// Finds bytes in linear time. std::string_view::find may take the product of both lengths for repetitive text.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

namespace aptix {

// Offset of the first `wanted` at or after `from`; npos if there is none.
inline size_t find_bytes(std::string_view text, std::string_view wanted, size_t from = 0) {
  if (from >= text.size()) return std::string_view::npos;
  const void* hit = ::memmem(text.data() + from, text.size() - from, wanted.data(), wanted.size());
  return hit == nullptr ? std::string_view::npos : static_cast<size_t>(static_cast<const char*>(hit) - text.data());
}

// The start of the line that contains `at`. Faster than string_view::rfind, which looks at each byte.
inline size_t start_of_line(std::string_view text, size_t at) {
  text = text.substr(0, at);
  const void* feed = text.empty() ? nullptr : ::memrchr(text.data(), '\n', text.size());
  return feed == nullptr ? 0 : static_cast<size_t>(static_cast<const char*>(feed) - text.data()) + 1;
}

}  // namespace aptix
