// JSON in: a strict reader that keeps the position of everything and repairs faults that have only one meaning. Pure.
// simdjson reads valid text; our own scanner explains and repairs the rest (APX-001), and reads values inside other
// text.
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

// A value in a Document; as cheap to copy as a pointer. Valid as long as the Document is neither destroyed nor moved.
class Value {
 public:
  Type type() const;
  size_t offset() const;      // of the first byte in the text given to read()
  size_t end_offset() const;  // after the last byte
  // string: its text, unescaped; number: its literal; boolean: "true"/"false"; null: "null"; else "". A string without
  // escapes is a view of the source text, others of the Document.
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

// A fault or a repair, with its offset and pointer. Callers who know the input fill Diagnostic::where.
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
  size_t from = 0;                 // where the JSON begins in the text; offsets still count from the start of the text
  bool prefix = false;             // stop after the first complete value instead of requiring the end
  bool partial = false;            // for a broken or cut text, return what was read before the fault
};

class Document {
 public:
  Value root() const;
  // Keeps alive the unescaped texts of its values after the Document. Other texts are views of the source.
  std::shared_ptr<const void> strings() const { return strings_; }

 private:
  friend class Value;
  friend class Value::Iterator;
  friend class Reader;
  friend class ValidReader;

  // A value or a key, in the order of the text: in an object each value follows its key.
  struct Token {
    uint32_t begin, end;         // in the text: of its first byte, and after its last
    uint32_t next;               // the token after it and everything in it
    uint32_t size = 0;           // container: number of children; else bytes of `text`
    const char* text = nullptr;  // in the source or in strings_; nullptr: a container

    std::string_view view() const { return text == nullptr ? std::string_view() : std::string_view(text, size); }
  };
  static_assert(sizeof(Token) == 24);  // max_values and APX-001 count with it

  std::string_view source_;
  std::vector<Token> tokens_;
  std::shared_ptr<const void> strings_;  // those with escapes
};

struct ReadResult {
  std::optional<Document> document;            // none if the syntax is broken, except with `partial`
  std::vector<Fault> errors;                   // in order of offset: every duplicate key and half surrogate pair
                                               // (1,000 at most), and one fault of any other kind
  std::vector<Fault> repairs;                  // repaired: raw newlines or tabs in a string (one for
                                               // each string), trailing comma, comment; 1,000 at most
  uint64_t more_errors = 0, more_repairs = 0;  // beyond those listed
  size_t end = 0;                              // offset after the value
};

// Reads RFC 8259 JSON without recursion, in linear time except for sorting the keys of an object. `text` must outlive
// the Document. Refuses all that RFC 8259 refuses, and also: a byte-order mark (extract removes it), invalid UTF-8,
// lone surrogates (U+FFFD in the Document), duplicate keys, more depth or values than the options allow, 4 GiB and
// more. A text that ends too early is json_truncated at whatever byte it was cut.
ReadResult read(std::string_view text, const ReadOptions& options = {});
template <std::same_as<std::string> Text>
ReadResult read(Text&& text, const ReadOptions& options = {}) = delete;  // a temporary would not outlive the Document

// Appends `token` to a JSON pointer, after a slash. RFC 6901.
void append_pointer_token(std::string& pointer, std::string_view token);

}  // namespace aptix::json
