// A JSON document that has been read: values, members, pointers.
#include "base/json/json.h"

#include "base/assert.h"
#include "base/json/json_plain.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::json {
namespace {

// Of a number, or of true, false and null.
bool is_word_part(char c) { return is_small_letter(c) || is_digit(c) || c == '.' || c == '-' || c == '+' || c == 'E'; }

}  // namespace

std::string_view name(Type type) {
  switch (type) {
    case Type::null: return "null";
    case Type::boolean: return "boolean";
    case Type::number: return "number";
    case Type::string: return "string";
    case Type::array: return "array";
    case Type::object: return "object";
  }
  throw Bug("no such type");
}

void append_pointer_token(std::string& pointer, std::string_view token) {
  constexpr size_t kLongest = 200;
  pointer += '/';
  for (char c : cut_at_character(token, kLongest)) {
    if (c == '~') pointer += "~0";
    else if (c == '/') pointer += "~1";
    else pointer += c;
  }
  if (token.size() > kLongest) pointer += "...";
}

Value Document::root() const {
  ASSERT(tokens_ != nullptr);
  return Value(this, {0, 0});
}

// Of a string without escapes, a number or a word. Nothing but the first character says which it is.
std::string_view Document::plain_text(size_t begin) const {
  const char* start = source_.data() + begin;
  const char* end = source_.data() + source_.size();
  const char* at = start + 1;
  if (*start != '"') {
    while (at != end && is_word_part(*at)) ++at;
    return {start, static_cast<size_t>(at - start)};
  }
  return {at, body_run(at, end)};
}

size_t Value::end_offset() const {
  if (const Document::Detail* detail = document_->detail_of(at_)) return detail->end;
  size_t quotes = document_->first_of(at_) == '"' ? 2 : 0;
  return offset() + text().size() + quotes;
}

bool Value::boolean() const {
  ASSERT(type() == Type::boolean);
  return text() == "true";
}

std::optional<uint64_t> Value::unsigned_integer() const {
  return type() == Type::number ? parse_number(text()) : std::nullopt;
}

std::optional<Value> Value::find(std::string_view key) const {
  if (type() != Type::object) return std::nullopt;
  for (Iterator it = begin(); it != end(); ++it)
    if (it.member().key == key) return *it;
  return std::nullopt;
}

}  // namespace aptix::json
