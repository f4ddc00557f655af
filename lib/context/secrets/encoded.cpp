#include "context/secrets/encoded.h"

#include <algorithm>
#include <string>

#include "base/text/bytes.h"
#include "base/text/text.h"

namespace aptix::context::secrets {
namespace {

// Of a byte that is no letter of base64: -1.
int value_of(char c) {
  if (is_capital_letter(c)) return c - 'A';
  if (is_small_letter(c)) return c - 'a' + 26;
  if (is_digit(c)) return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  return c == '/' || c == '_' ? 63 : -1;
}

// As far as it is base64.
std::string decoded(std::string_view base64) {
  std::string bytes;
  unsigned held = 0, bits = 0;
  for (char c : base64) {
    int value = value_of(c);
    if (value < 0) break;
    held = (held << 6 | static_cast<unsigned>(value)) & 0xFFFF;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(held >> bits & 0xFF);
  }
  return bytes;
}

}  // namespace

bool is_user_and_password(std::string_view base64) {
  std::string bytes = decoded(base64);
  bool readable = !find_invalid_utf8(bytes) && std::none_of(bytes.begin(), bytes.end(), [](char c) {
    auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F;
  });
  size_t colon = bytes.find(':');
  return readable && colon != std::string::npos && colon + 1 < bytes.size();
}

std::optional<Secret> find_encoded_key(std::string_view text, size_t at) {
  constexpr size_t kArmour = 80;
  if (at > 0 && value_of(text[at - 1]) >= 0) return std::nullopt;
  size_t end = at;
  while (end < text.size() && value_of(text[end]) >= 0) ++end;
  if (decoded(text.substr(at, std::min(end - at, kArmour))).find("PRIVATE KEY") == std::string::npos)
    return std::nullopt;
  while (end < text.size() && text[end] == '=') ++end;
  return Secret{at, end, "private-key"};
}

}  // namespace aptix::context::secrets
