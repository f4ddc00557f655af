// JSON in: a strict reader with the position of everything, and the repairs of CLI.md §4. Pure.
// Why not simdjson alone: see ddrs (positions, repairs, start-up); simdjson is the tests' oracle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
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
  size_t end_offset() const;  // behind the last byte
  // string: its text, unescaped; number: its literal; boolean: "true"/"false".
  // A string without escapes is a view of the source text, others of the Document's own store.
  std::string_view text() const;
  bool boolean() const;
  std::optional<uint64_t> unsigned_integer() const;  // nothing for sign, fraction, exponent, overflow

  size_t size() const;              // members of an object, elements of an array
  class Iterator;
  Iterator begin() const;           // elements, or member values
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
  Member member() const;   // REQUIRES: iterating an object
  Iterator& operator++();
  bool operator!=(const Iterator& other) const { return index_ != other.index_; }

 private:
  friend class Value;
  Iterator(const Document* document, uint32_t index, bool object) : document_(document), index_(index), object_(object) {}
  const Document* document_;
  uint32_t index_;  // of the key node in objects, of the value node in arrays
  bool object_;
};

// A fault or a repair in the text, with offset and pointer; Diagnostic::where is filled by callers
// who know the input.
struct Fault {
  Code code;            // json_syntax, json_truncated, json_duplicate_key, json_surrogate, json_too_deep,
                        // json_repaired, input_encoding
  size_t offset;
  std::string pointer;  // of the value being read
  std::string message;
  std::string hint;
};

struct ReadOptions {
  size_t max_depth = 64;
  bool prefix = false;  // stop behind the first complete value instead of requiring the end
};

class Document {
 public:
  Value root() const;
  std::string pointer_of(const Value& value) const;  // RFC 6901

 private:
  friend class Value;
  friend class Value::Iterator;
  friend class Reader;
  struct Node;
  std::vector<Node> nodes_;
  std::deque<std::string> texts_;
};

struct ReadResult {
  std::optional<Document> document;  // present unless the syntax is broken
  std::vector<Fault> errors;         // one syntax fault at most, every duplicate key
  std::vector<Fault> repairs;        // what was repaired: raw newline or tab in a string, trailing
                                     // comma, comment; each a warning
  size_t end = 0;                    // offset behind the value
};

// Reads RFC 8259 JSON. `text` must outlive the Document. No recursion; linear time.
// A byte-order mark is not accepted here (extract drops it). Refused: anything else RFC 8259
// refuses, invalid UTF-8, lone surrogates, duplicate keys, depth beyond max_depth.
ReadResult read(std::string_view text, const ReadOptions& options = {});

}  // namespace aptix::json
