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
  ASSERT(!tokens_.empty());
  return Value(this, 0);
}

Type Value::type() const {
  switch (document_->source_[offset()]) {
    case '{': return Type::object;
    case '[': return Type::array;
    case '"': return Type::string;
    case 't':
    case 'f': return Type::boolean;
    case 'n': return Type::null;
    default: return Type::number;
  }
}

size_t Value::offset() const { return document_->tokens_[at_].begin; }
size_t Value::end_offset() const { return document_->tokens_[at_].end; }
std::string_view Value::text() const { return document_->tokens_[at_].view(); }

size_t Value::size() const {
  const Document::Token& token = document_->tokens_[at_];
  return token.text == nullptr ? token.size : 0;
}

bool Value::boolean() const {
  ASSERT(type() == Type::boolean);
  return text() == "true";
}

std::optional<uint64_t> Value::unsigned_integer() const {
  return type() == Type::number ? parse_number(text()) : std::nullopt;
}

Value::Iterator Value::begin() const {
  const Document::Token& token = document_->tokens_[at_];
  return Iterator(document_, token.text == nullptr ? at_ + 1 : token.next, type() == Type::object);
}

Value::Iterator Value::end() const { return Iterator(document_, document_->tokens_[at_].next, type() == Type::object); }

Member Value::Iterator::member() const {
  const Document::Token& token = document_->tokens_[at_];
  return {object_ ? token.view() : std::string_view(), token.begin};
}

Value::Iterator& Value::Iterator::operator++() {
  at_ = document_->tokens_[object_ ? at_ + 1 : at_].next;
  return *this;
}

std::optional<Value> Value::find(std::string_view key) const {
  if (type() != Type::object) return std::nullopt;
  for (Iterator it = begin(); it != end(); ++it)
    if (it.member().key == key) return *it;
  return std::nullopt;
}

}  // namespace aptix::json
