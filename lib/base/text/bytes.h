// Classes of bytes, for ASCII only.
#pragma once

namespace aptix {

constexpr bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_capital_letter(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_letter(char c) { return is_small_letter(c) || is_capital_letter(c); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter_or_digit(char c) { return is_letter(c) || is_digit(c); }
// In words of any language: every byte beyond ASCII counts as one.
constexpr bool is_of_word(char c) { return is_letter_or_digit(c) || static_cast<unsigned char>(c) >= 0x80; }
constexpr bool is_word(char c) { return is_letter_or_digit(c) || c == '_'; }
constexpr bool is_white(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// The value of a hexadecimal digit; -1 for other characters.
constexpr int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace aptix
