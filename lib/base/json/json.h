// JSON in: a strict reader with the position of everything, and repairs of what can mean one thing only. Pure.
// What is right is read by simdjson; a scanner of our own explains and repairs all else
// (APX-001), and reads values that stand inside other text.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace aptix::json {

enum class Type : uint8_t { null, boolean, number, string, array, object };
std::string_view name(Type type);  // "string", "array", ...

class Document;

// Where a value or a key stands in a Document.
struct Node {
  uint32_t token;
  uint32_t detail;  // the first detail from there on

  bool operator==(const Node&) const = default;
};

// A value in a Document; as cheap to copy as a pointer. Valid while the Document lives (moving the
// Document keeps its values' views valid but not Value handles).
class Value {
 public:
  Type type() const;
  size_t offset() const;      // of the first byte in the text given to read()
  size_t end_offset() const;  // after the last byte
  // string: its text, unescaped; number: its literal; boolean: "true"/"false"; null: "null"; else "".
  // A string without escapes is a view of the source text, others of the Document's own store.
  std::string_view text() const;
  bool boolean() const;                              // REQUIRES: type() == Type::boolean
  std::optional<uint64_t> unsigned_integer() const;  // nothing for sign, fraction, exponent, overflow

  size_t size() const;  // members of an object, elements of an array
  class Iterator;
  Iterator begin() const;  // elements, or member values
  Iterator end() const;
  std::optional<Value> find(std::string_view key) const;  // member of an object

 private:
  friend class Document;
  friend class Iterator;
  Value(const Document* document, Node at) : document_(document), at_(at) {}
  const Document* document_;
  Node at_;
};

struct Member {
  std::string_view key;  // unescaped; "" for array elements
  size_t key_offset;
};

class Value::Iterator {
 public:
  Value operator*() const;
  Member member() const;  // REQUIRES: iterating an object
  Iterator& operator++();
  bool operator!=(const Iterator& other) const { return at_ != other.at_; }

 private:
  friend class Value;
  Iterator(const Document* document, Node at, bool object) : document_(document), at_(at), object_(object) {}
  const Document* document_;
  Node at_;  // of the key in objects, of the value in arrays
  bool object_;
};

// A fault or a repair in the text, with offset and pointer; Diagnostic::where is filled by callers
// who know the input.
struct Fault {
  Code code;  // json_syntax, json_truncated, json_duplicate_key, json_surrogate, json_too_deep,
              // json_repaired, input_encoding, limit_exceeded
  size_t offset;
  std::string pointer;  // of the value being read
  std::string message;
  std::string hint;
};

struct ReadOptions {
  size_t max_depth = 64;
  size_t max_values = 30'000'000;  // keys count too; one takes 4 bytes of memory, or 24
  size_t from = 0;                 // where it begins in the text; places count from the start of the text all the same
  bool prefix = false;             // stop after the first complete value instead of requiring the end
  bool partial = false;            // of a text that is broken or cut: what was read before that
};

class Document {
 public:
  Value root() const;
  // Keeps the texts of its values, but for those that are views of the source, when the Document is gone.
  std::shared_ptr<const void> strings() const { return strings_; }

 private:
  friend class Value;
  friend class Value::Iterator;
  friend class Reader;
  friend class ValidReader;

  // What is known of a container or of a string with escapes; all else is seen where the token begins in the source.
  // In the order of the text.
  struct Detail {
    uint32_t token;
    uint32_t end;     // after its last byte, in the text
    uint32_t first;   // container: token after its last descendant; string: offset in the store
    uint32_t second;  // container: number of children; string: length
    uint32_t next;    // detail after its last descendant
  };

  const Detail* detail_of(Node at) const {
    return at.detail < details_.size() && details_[at.detail].token == at.token ? &details_[at.detail] : nullptr;
  }
  static bool opens(char c) { return c == '{' || c == '['; }
  char first_of(Node at) const { return source_[tokens_[at.token]]; }
  std::string_view text_of(Node at) const;  // "" of a container
  std::string_view plain_text(size_t begin) const;
  Node after_key(Node key) const { return {key.token + 1, key.detail + (detail_of(key) != nullptr ? 1 : 0)}; }
  Node after(Node value) const;  // of it and its subtree

  std::string_view source_;  // the text
  // Where each value and each key begins in source_, in the order of the text; in an object each value stands after its
  // key.
  const uint32_t* tokens_ = nullptr;
  std::shared_ptr<const void> token_owner_;
  std::vector<Detail> details_;
  const char* stored_ = nullptr;  // the unescaped strings, in strings_
  std::shared_ptr<const void> strings_;
};

// By the first character of a value.
inline constexpr std::array<Type, 256> kTypeOf = [] {
  std::array<Type, 256> types{};
  types.fill(Type::number);
  types['{'] = Type::object;
  types['['] = Type::array;
  types['"'] = Type::string;
  types['t'] = types['f'] = Type::boolean;
  types['n'] = Type::null;
  return types;
}();

// The small steps, which a reader of millions of values takes.

inline std::string_view Document::text_of(Node at) const {
  const Detail* detail = detail_of(at);
  if (detail == nullptr) return plain_text(tokens_[at.token]);
  return opens(first_of(at)) ? std::string_view() : std::string_view(stored_ + detail->first, detail->second);
}

inline Node Document::after(Node value) const {
  const Detail* detail = detail_of(value);
  if (detail == nullptr) return {value.token + 1, value.detail};
  return {opens(first_of(value)) ? detail->first : value.token + 1, detail->next};
}

inline Type Value::type() const { return kTypeOf[static_cast<uint8_t>(document_->first_of(at_))]; }
inline size_t Value::offset() const { return document_->tokens_[at_.token]; }
inline std::string_view Value::text() const { return document_->text_of(at_); }

inline size_t Value::size() const {
  return Document::opens(document_->first_of(at_)) ? document_->detail_of(at_)->second : 0;
}

inline Value::Iterator Value::begin() const {
  bool container = Document::opens(document_->first_of(at_));
  Node first = container ? Node{at_.token + 1, at_.detail + 1} : document_->after(at_);
  return Iterator(document_, first, document_->first_of(at_) == '{');
}

inline Value::Iterator Value::end() const {
  return Iterator(document_, document_->after(at_), document_->first_of(at_) == '{');
}

inline Value Value::Iterator::operator*() const { return Value(document_, object_ ? document_->after_key(at_) : at_); }

inline Member Value::Iterator::member() const {
  return {object_ ? document_->text_of(at_) : std::string_view(), document_->tokens_[at_.token]};
}

inline Value::Iterator& Value::Iterator::operator++() {
  at_ = document_->after(object_ ? document_->after_key(at_) : at_);
  return *this;
}

struct ReadResult {
  std::optional<Document> document;            // none where the syntax is broken, but with `partial`
  std::vector<Fault> errors;                   // in order of offset: every duplicate key and half surrogate pair
                                               // (1,000 at most), and one fault of any other kind
  std::vector<Fault> repairs;                  // what was repaired: raw newlines or tabs in a string (one for
                                               // each string), trailing comma, comment; 1,000 at most
  uint64_t more_errors = 0, more_repairs = 0;  // beyond those
  size_t end = 0;                              // offset after the value
};

// Reads RFC 8259 JSON. `text` must outlive the Document. No recursion; linear time, but for the
// sorting of the keys of an object. A byte-order mark is not accepted here (extract drops it).
// Refused: anything else RFC 8259 refuses, invalid UTF-8, lone surrogates (U+FFFD stands for them in
// the Document), duplicate keys, depth and number of values beyond the options, 4 GiB and more.
// A text that ends too early is json_truncated at whatever byte it was cut.
ReadResult read(std::string_view text, const ReadOptions& options = {});
template <std::same_as<std::string> Text>
ReadResult read(Text&& text, const ReadOptions& options = {}) = delete;  // a temporary would not outlive the Document

// `token` as a part of a pointer, with the slash before it. RFC 6901.
void append_pointer_token(std::string& pointer, std::string_view token);

}  // namespace aptix::json
