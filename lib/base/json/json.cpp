// A JSON document that has been read: values, members, pointers.
#include "base/json/json.h"

#include "base/assert.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::json {

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
  ASSERT(!nodes_.empty());
  return Value(this, 0);
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
