// JSON in: a strict reader with the position of everything, and repairs of what can mean one thing only. Pure.
// What is right is read by simdjson; a scanner of our own explains and repairs all else
// (APX-001), and reads values that stand inside other text.
#pragma once

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

// A value in a Document; as cheap to copy as a pointer. Valid while the Document lives, at its place.
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
  Value(const Document* document, uint32_t at) : document_(document), at_(at) {}
  const Document* document_;
  uint32_t at_;  // its token
};

struct Member {
  std::string_view key;  // unescaped; "" for array elements
  size_t key_offset;
};

class Value::Iterator {
 public:
  Value operator*() const { return Value(document_, object_ ? at_ + 1 : at_); }
  Member member() const;  // REQUIRES: iterating an object
  Iterator& operator++();
  bool operator!=(const Iterator& other) const { return at_ != other.at_; }

 private:
  friend class Value;
  Iterator(const Document* document, uint32_t at, bool object) : document_(document), at_(at), object_(object) {}
  const Document* document_;
  uint32_t at_;  // of the key in objects, of the value in arrays
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
  size_t max_values = 30'000'000;  // keys count too; each takes 24 bytes of memory (720 MB)
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

  // A value, or a key: in the order of the text, so that in an object each value stands after its key.
  struct Token {
    uint32_t begin, end;         // in the text: of its first byte, and after its last
    uint32_t next;               // the token after it and all that is in it
    uint32_t size = 0;           // container: number of children; else bytes of `text`
    const char* text = nullptr;  // of the source, or of strings_; nullptr: a container

    std::string_view view() const { return text == nullptr ? std::string_view() : std::string_view(text, size); }
  };
  static_assert(sizeof(Token) == 24);  // max_values and APX-001 count with it

  std::string_view source_;
  std::vector<Token> tokens_;
  std::shared_ptr<const void> strings_;  // those that were unescaped
};

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
