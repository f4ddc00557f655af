#include "context/secrets/line_reader.h"

namespace aptix::context::secrets {

namespace {

constexpr size_t kMostValue = 400;  // what is longer is looked at in part

}  // namespace

std::optional<Value> quoted_value(Reader reader) {
  bool escaped = reader.peek() == '\\';  // a string within a string: \"value\"
  if (escaped) ++reader.at;
  char quote = reader.peek();
  if (!is_quote(quote)) return std::nullopt;
  Value value{.start = ++reader.at, .quoted = true};
  for (; reader.peek() != '\0' && reader.at - value.start <= kMostValue; ++reader.at) {
    bool ends = escaped ? reader.peek() == '\\' && reader.peek(1) == quote : reader.peek() == quote;
    bool doubled = ends && !escaped && reader.peek(1) == quote && reader.at > value.start;
    value.end = reader.at;
    if (ends && !doubled) return value;
    if (doubled || (!escaped && reader.peek() == '\\')) ++reader.at;
  }
  return std::nullopt;
}

Value plain_value(Reader reader) {
  Value value{.start = reader.at};
  constexpr std::string_view kCode = " \t;&\"'`()[]{}<>,$\\|";
  reader.skip([&](char c) { return kCode.find(c) == std::string_view::npos && reader.at - value.start <= kMostValue; });
  value.end = reader.at;
  return value;
}

Value rest_of_line(Reader reader) {
  Value value{.start = reader.at, .end = reader.at};
  for (; reader.peek() != '\0' && reader.at - value.start <= kMostValue; ++reader.at)
    if (!is_blank_byte(reader.peek())) value.end = reader.at + 1;
  return value;
}

std::string_view line_before(std::string_view text, size_t at) {
  size_t start = at;
  while (start > 0 && at - start < kMostValue && text[start - 1] != '\n' && text[start - 1] != '\r') --start;
  return text.substr(start, at - start);
}

}  // namespace aptix::context::secrets
