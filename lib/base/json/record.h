// Reads records that aptix wrote itself: objects with known members. One that is damaged is ignored as a whole, without
// a message. Pure.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/json.h"

namespace aptix::json {

// The document of a text that is one object, without a fault or a repair. REQUIRES: `text` outlives it.
std::optional<Document> read_record(std::string_view text);

// The member, if it has that type; nothing if `object` is not an object.
std::optional<Value> member(const Value& object, std::string_view key, Type type);
std::optional<std::string_view> text_member(const Value& object, std::string_view key);
std::optional<uint64_t> number_member(const Value& object, std::string_view key);

// Reads required members. A missing one, or one of another type, is read as an empty value and makes the record bad.
class RecordFields {
 public:
  std::string text(const Value& object, std::string_view key);
  uint64_t number(const Value& object, std::string_view key, uint64_t most = UINT64_MAX);
  std::vector<Value> list(const Value& object, std::string_view key);

  // The index of the text in `names` as a Kind; the first one (and bad) if it is not in there.
  template <class Kind>
  Kind one_of(const Value& object, std::string_view key, std::span<const std::string_view> names) {
    return static_cast<Kind>(place_in(names, text(object, key)));
  }

  // The value; an empty one (and bad) if there is none.
  template <class T>
  T needed(std::optional<T> value) {
    bad = bad || !value;
    return value ? std::move(*value) : T();
  }

  bool bad = false;

 private:
  size_t place_in(std::span<const std::string_view> names, std::string_view name);
};

}  // namespace aptix::json
