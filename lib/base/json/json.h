// JSON in: a strict reader with the position of everything, and the repairs of CLI.md §4. Pure.
// simdjson reads every document that is right; a scanner of our own explains and repairs the others (APX-001), and
// reads values that stand inside other text.
#pragma once

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
  Value(const Document* document, uint32_t index) : document_(document), index_(index) {}
  const Document* document_;
  uint32_t index_;
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
  bool operator!=(const Iterator& other) const { return index_ != other.index_; }

 private:
  friend class Value;
  Iterator(const Document* document, uint32_t index, bool object)
      : document_(document),
        index_(index),
        object_(object) {}
  const Document* document_;
  uint32_t index_;  // of the key node in objects, of the value node in arrays
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
  size_t max_values = 30'000'000;  // keys count too; a value takes 20 bytes of memory
  size_t from = 0;                 // where it begins in the text; places count from the start of the text all the same
  bool prefix = false;             // stop after the first complete value instead of requiring the end
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

  // The values in the order of the text; in an object each value stands after its key.
  struct Node {
    uint32_t begin;  // in source_
    uint32_t end;
    uint32_t type;    // Type; kEscaped for a string that is in strings_
    uint32_t first;   // container: index after its last descendant; escaped string: offset in strings_
    uint32_t second;  // container: number of children; escaped string: length
  };
  static constexpr uint32_t kEscaped = 15;

  std::string_view text_of(const Node& node) const;
  uint32_t next_of(uint32_t index) const;  // of the value's subtree

  std::string_view source_;
  std::vector<Node> nodes_;
  const char* stored_ = nullptr;  // the unescaped strings, in strings_
  std::shared_ptr<const void> strings_;
};

// The small steps, which a reader of millions of values takes.

inline std::string_view Document::text_of(const Node& node) const {
  if (node.type == kEscaped) return {stored_ + node.first, node.second};
  bool quoted = static_cast<Type>(node.type) == Type::string;
  size_t quotes = quoted ? 1 : 0;
  return {source_.data() + node.begin + quotes, node.end - node.begin - 2 * quotes};
}

inline uint32_t Document::next_of(uint32_t index) const {
  const Node& node = nodes_[index];
  bool container = node.type == static_cast<uint32_t>(Type::array) || node.type == static_cast<uint32_t>(Type::object);
  return container ? node.first : index + 1;
}

inline Type Value::type() const {
  uint32_t type = document_->nodes_[index_].type;
  return type == Document::kEscaped ? Type::string : static_cast<Type>(type);
}

inline size_t Value::offset() const { return document_->nodes_[index_].begin; }
inline size_t Value::end_offset() const { return document_->nodes_[index_].end; }

inline std::string_view Value::text() const {
  bool container = type() == Type::array || type() == Type::object;
  return container ? std::string_view() : document_->text_of(document_->nodes_[index_]);
}

inline size_t Value::size() const {
  bool container = type() == Type::array || type() == Type::object;
  return container ? document_->nodes_[index_].second : 0;
}

inline Value::Iterator Value::begin() const {
  bool container = type() == Type::array || type() == Type::object;
  return Iterator(document_, container ? index_ + 1 : document_->next_of(index_), type() == Type::object);
}

inline Value::Iterator Value::end() const {
  return Iterator(document_, document_->next_of(index_), type() == Type::object);
}

inline Value Value::Iterator::operator*() const { return Value(document_, object_ ? index_ + 1 : index_); }

inline Member Value::Iterator::member() const {
  const Document::Node& node = document_->nodes_[index_];
  return object_ ? Member{document_->text_of(node), node.begin} : Member{"", node.begin};
}

inline Value::Iterator& Value::Iterator::operator++() {
  index_ = document_->next_of(object_ ? index_ + 1 : index_);
  return *this;
}

struct ReadResult {
  std::optional<Document> document;            // present unless the syntax is broken
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

// `token` as a part of a pointer, with the slash before it. RFC 6901.
void append_pointer_token(std::string& pointer, std::string_view token);

}  // namespace aptix::json
