#include "support/schema_check.h"

#include <algorithm>
#include <iterator>
#include <regex>
#include <string>

namespace aptix::test {
namespace {

using json::Type;
using json::Value;

constexpr std::string_view kKeywords[] = {"$schema", "description", "type", "enum", "pattern", "properties", "required",
    "additionalProperties", "items", "minItems", "anyOf"};

bool has_type(const Value& value, std::string_view type) {
  if (type == "integer")
    return value.type() == Type::number && value.text().find_first_of(".eE") == std::string_view::npos;
  return json::name(value.type()) == type;
}

template <class Test>
bool any_of(const Value& array, Test test) {
  for (auto at = array.begin(); at != array.end(); ++at)
    if (test(*at)) return true;
  return false;
}

bool has_one_type(const Value& value, const Value& types) {
  if (types.type() == Type::string) return has_type(value, types.text());
  return any_of(types, [&](const Value& type) { return has_type(value, type.text()); });
}

bool members_conform(const Value& object, const Value& schema) {
  Value properties = schema.find("properties").value();
  for (auto at = object.begin(); at != object.end(); ++at) {
    auto property = properties.find(at.member().key);
    if (!property || !conforms(*at, *property)) return false;
  }
  Value required = schema.find("required").value();
  return !any_of(required, [&](const Value& name) { return !object.find(name.text()); });
}

bool elements_conform(const Value& array, const Value& schema) {
  if (auto least = schema.find("minItems"); least && array.size() < least->unsigned_integer().value()) return false;
  Value items = schema.find("items").value();
  return !any_of(array, [&](const Value& element) { return !conforms(element, items); });
}

bool is_closed(const Value& schema) {
  auto properties = schema.find("properties");
  auto required = schema.find("required");
  auto additional = schema.find("additionalProperties");
  if (!properties || !required || !additional || additional->type() != Type::boolean || additional->boolean())
    return false;
  for (auto at = properties->begin(); at != properties->end(); ++at)
    if (!any_of(*required, [&](const Value& name) { return name.text() == at.member().key; }) || !is_strict(*at))
      return false;
  return properties->size() == required->size();
}

}  // namespace

bool conforms(const Value& value, const Value& schema) {
  if (auto choices = schema.find("anyOf"))
    return any_of(*choices, [&](const Value& choice) { return conforms(value, choice); });
  if (!has_one_type(value, schema.find("type").value())) return false;
  if (auto words = schema.find("enum");
      words && !any_of(*words, [&](const Value& word) { return word.text() == value.text(); }))
    return false;
  if (auto pattern = schema.find("pattern"))
    if (!std::regex_search(std::string(value.text()), std::regex(std::string(pattern->text())))) return false;
  if (value.type() == Type::object) return members_conform(value, schema);
  return value.type() != Type::array || elements_conform(value, schema);
}

bool is_strict(const Value& schema) {
  for (auto at = schema.begin(); at != schema.end(); ++at)
    if (std::find(std::begin(kKeywords), std::end(kKeywords), at.member().key) == std::end(kKeywords)) return false;
  if (auto choices = schema.find("anyOf"))
    return !any_of(*choices, [](const Value& choice) { return !is_strict(choice); });
  auto type = schema.find("type");
  if (!type) return false;
  if (type->text() == "object") return is_closed(schema);
  return type->text() != "array" || is_strict(schema.find("items").value());
}

}  // namespace aptix::test
