// Finding bytes in bytes in linear time: std::string_view::find takes the product of both lengths where much looks
// alike.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

namespace aptix {

// Where `wanted` stands first at or after `from`; npos where it does not, and for a `from` past its end.
inline size_t find_bytes(std::string_view text, std::string_view wanted, size_t from = 0) {
  if (from >= text.size()) return std::string_view::npos;
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
