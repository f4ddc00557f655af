#include "base/json/record.h"

#include <algorithm>

namespace aptix::json {

std::optional<Document> read_record(std::string_view text) {
  ReadResult read = json::read(text);
  bool good = read.document && read.errors.empty() && read.repairs.empty();
  return good && read.document->root().type() == Type::object ? std::move(read.document) : std::nullopt;
}

std::optional<Value> member(const Value& object, std::string_view key, Type type) {
  if (object.type() != Type::object) return std::nullopt;
  std::optional<Value> value = object.find(key);
  return value && value->type() == type ? value : std::nullopt;
}

std::optional<std::string_view> text_member(const Value& object, std::string_view key) {
  std::optional<Value> value = member(object, key, Type::string);
  return value ? std::optional(value->text()) : std::nullopt;
}

std::optional<uint64_t> number_member(const Value& object, std::string_view key) {
  std::optional<Value> value = member(object, key, Type::number);
  return value ? value->unsigned_integer() : std::nullopt;
}

std::string RecordFields::text(const Value& object, std::string_view key) {
  return std::string(needed(text_member(object, key)));
}

uint64_t RecordFields::number(const Value& object, std::string_view key, uint64_t most) {
  uint64_t number = needed(number_member(object, key));
  bad = bad || number > most;
  return number;
}

std::vector<Value> RecordFields::list(const Value& object, std::string_view key) {
  std::vector<Value> elements;
  std::optional<Value> list = member(object, key, Type::array);
  bad = bad || !list;
  if (list)
    for (Value element : *list) elements.push_back(element);
  return elements;
}

size_t RecordFields::place_in(std::span<const std::string_view> names, std::string_view name) {
  size_t place = static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  bad = bad || place == names.size();
  return place == names.size() ? 0 : place;
}

}  // namespace aptix::json
