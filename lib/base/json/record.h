// Reads the records that aptix wrote itself: objects whose members are known. One that is not as it was written counts
// for nothing, and nobody is told what is wrong with it. Pure.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/json.h"

namespace aptix::json {

// The document of a text that is one object, without a fault or a repair. `text` outlives it.
std::optional<Document> read_record(std::string_view text);

// A member of that type; nothing, too, where `object` is not an object.
std::optional<Value> member(const Value& object, std::string_view key, Type type);
std::optional<std::string_view> text_member(const Value& object, std::string_view key);
std::optional<uint64_t> number_member(const Value& object, std::string_view key);

// Takes members that must be there. Where one is not, or is of another type, an empty value stands for it, and the
// record is bad from then on.
class RecordFields {
 public:
  std::string text(const Value& object, std::string_view key);
  uint64_t number(const Value& object, std::string_view key, uint64_t most = UINT64_MAX);
  std::vector<Value> list(const Value& object, std::string_view key);

  // By its place in `names`; the first one where it is not among them.
  template <class Kind>
  Kind one_of(const Value& object, std::string_view key, std::span<const std::string_view> names) {
    return static_cast<Kind>(place_in(names, text(object, key)));
  }

  // The value, where there is one.
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
