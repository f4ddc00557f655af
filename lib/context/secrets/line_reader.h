// Goes over a line from left to right, and says where a value ends that begins there. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/text/bytes.h"
#include "base/text/text.h"

namespace aptix::context::secrets {

constexpr bool is_name(char c) { return is_word(c) || c == '-' || c == '.' || c == '$'; }
constexpr bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

// A place in a line. Gives NUL at the end of the line.
struct Reader {
  std::string_view text;
  size_t at = 0;

  char peek(size_t further = 0) const {
    char c = at + further < text.size() ? text[at + further] : '\n';
    return c == '\n' || c == '\r' ? '\0' : c;
  }
  template <class Is>
  void skip(Is is) {
    while (peek() != '\0' && is(peek())) ++at;
  }
  void skip_blanks() { skip(is_blank_byte); }
};

// The value of an assignment: where it stands, and whether in quotes.
struct Value {
  size_t start = 0, end = 0;
  bool quoted = false;
  std::string_view of(std::string_view text) const { return text.substr(start, end - start); }
};

// Up to its closing quote, on the same line; nothing where there is none. A quote that is doubled is one of the value.
std::optional<Value> quoted_value(Reader reader);

// What has no quotes, brackets or spaces in it, up to where these stand.
Value plain_value(Reader reader);

// All up to the end of the line but for spaces there; of a very long one a part.
Value rest_of_line(Reader reader);

// What stands between the beginning of the line of `at` and it; of a very long line the last part.
std::string_view line_before(std::string_view text, size_t at);

}  // namespace aptix::context::secrets
