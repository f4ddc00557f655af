#include "base/base64.h"

#include <cstdint>

namespace aptix {

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  auto byte_at = [&](size_t i) {
    return i < bytes.size() ? static_cast<uint32_t>(static_cast<unsigned char>(bytes[i])) : 0u;
  };
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = byte_at(i) << 16 | byte_at(i + 1) << 8 | byte_at(i + 2);
    for (unsigned digit = 0; digit < 4; ++digit)
      out += i + digit > bytes.size() ? '=' : kDigits[group >> (18 - 6 * digit) & 63];
  }
  return out;
}

}  // namespace aptix
