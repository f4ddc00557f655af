// Kinds of bytes, of ASCII alone.
#pragma once

namespace aptix::context::secrets {

constexpr bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_capital_letter(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_letter(char c) { return is_small_letter(c) || is_capital_letter(c); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

}  // namespace aptix::context::secrets
