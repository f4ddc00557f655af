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

}  // namespace aptix
