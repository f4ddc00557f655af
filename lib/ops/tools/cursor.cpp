#include "ops/tools/cursor.h"

#include "base/hash/sha256.h"

namespace aptix::ops {
namespace {

constexpr size_t kCursorDigits = 8;

std::string digits_of(std::string_view shown) {
  return sha256("after " + std::string(shown)).hex().substr(0, kCursorDigits) + ":";
}

int digit_at(std::string_view text, size_t at) {
  constexpr std::string_view kAll = "0123456789abcdef";
  size_t value = at < text.size() ? kAll.find(text[at]) : std::string_view::npos;
  return value == std::string_view::npos ? -1 : static_cast<int>(value);
}

}  // namespace

std::string bytes_of_name(std::string_view shown) {
  std::string bytes;
  for (size_t i = 0; i < shown.size(); ++i) {
    bool is_byte = shown.substr(i).starts_with("\\x") && digit_at(shown, i + 2) >= 8 && digit_at(shown, i + 3) >= 0;
    if (!is_byte) bytes += shown[i];
    else bytes += static_cast<char>(digit_at(shown, i + 2) * 16 + digit_at(shown, i + 3)), i += 3;
  }
  return bytes;
}

std::string page_cursor(std::string_view shown) { return digits_of(shown) + std::string(shown); }

std::optional<std::string> name_in_cursor(std::string_view cursor) {
  if (cursor.size() <= kCursorDigits) return std::nullopt;
  std::string_view shown = cursor.substr(kCursorDigits + 1);
  if (cursor != page_cursor(shown)) return std::nullopt;
  return bytes_of_name(shown);
}

}  // namespace aptix::ops
