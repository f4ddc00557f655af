#include "ops/tools/arguments.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::ops {
namespace {

std::string_view type_name(FieldType type) {
  switch (type) {
    case FieldType::text: return "a string";
    case FieldType::number: return "a whole number from 0 up";
    case FieldType::flag: return "true or false";
    case FieldType::texts: return "a list of strings";
    case FieldType::object: return "an object";
    case FieldType::objects: return "a list of objects";
  }
  return {};
}

bool is_list_of(const json::Value& value, json::Type type) {
  if (value.type() != json::Type::array) return false;
  for (json::Value one : value)
    if (one.type() != type) return false;
  return true;
}

bool has_type(const json::Value& value, FieldType type) {
  switch (type) {
    case FieldType::text: return value.type() == json::Type::string;
    case FieldType::number: return value.unsigned_integer().has_value();
    case FieldType::flag: return value.type() == json::Type::boolean;
    case FieldType::texts: return is_list_of(value, json::Type::string);
    case FieldType::object: return value.type() == json::Type::object;
    case FieldType::objects: return is_list_of(value, json::Type::object);
  }
  return false;
}

std::string names_of(std::span<const ToolField> fields) {
  std::string names;
  for (const ToolField& field : fields) names += fmt::format("{}'{}'", names.empty() ? "" : ", ", field.name);
  return names;
}

Error wrong(const ToolRow& tool, std::string message, std::string hint) {
  return make_error(Code::usage, fmt::format("{}: {}", tool.name, message), std::move(hint));
}

void check_value(const ToolRow& tool, const ToolField& field, const json::Value& value, Diagnostics& said) {
  if (!has_type(value, field.type)) {
    said.errors.push_back(wrong(tool, fmt::format("'{}' must be {}", field.name, type_name(field.type)),
        fmt::format("{}: {}", field.name, field.meaning)));
    return;
  }
  if (field.words.empty()) return;
  std::vector<std::string_view> words = split(field.words, '|');
  if (std::find(words.begin(), words.end(), value.text()) == words.end())
    said.errors.push_back(
        wrong(tool, fmt::format("'{}' is not a value of '{}'", excerpt_for_display(value.text()), field.name),
            fmt::format("give one of {}", field.words)));
}

}  // namespace

Outcome<ToolArguments> ToolArguments::check(const ToolRow& tool, const std::optional<json::Value>& given) {
  Outcome<ToolArguments> out;
  if (given && given->type() != json::Type::object && given->type() != json::Type::null) {
    out.add(wrong(tool, "the arguments must be an object", fmt::format("it takes {}", names_of(tool.arguments))));
    return out;
  }
  if (given && given->type() == json::Type::object) out.value.given_ = given;
  if (out.value.given_)
    for (auto it = given->begin(); it != given->end(); ++it) {
      std::string_view key = it.member().key;
      auto row = std::find_if(
          tool.arguments.begin(), tool.arguments.end(), [&](const ToolField& field) { return field.name == key; });
      if (row == tool.arguments.end())
        out.add(wrong(tool, fmt::format("there is no argument '{}'", excerpt_for_display(key)),
            fmt::format("it takes {}", names_of(tool.arguments))));
      else if ((*it).type() != json::Type::null) check_value(tool, *row, *it, out.diagnostics);
    }
  for (const ToolField& field : tool.arguments)
    if (field.need == Need::required && !out.value.find(field.name))
      out.add(
          wrong(tool, fmt::format("'{}' is missing", field.name), fmt::format("{}: {}", field.name, field.meaning)));
  return out;
}

std::optional<json::Value> ToolArguments::find(std::string_view name) const {
  if (!given_) return std::nullopt;
  auto value = given_->find(name);
  if (value && value->type() == json::Type::null) return std::nullopt;
  return value;
}

std::optional<std::string_view> ToolArguments::text(std::string_view name) const {
  auto value = find(name);
  if (!value) return std::nullopt;
  return value->text();
}

std::optional<uint64_t> ToolArguments::number(std::string_view name) const {
  auto value = find(name);
  return value ? value->unsigned_integer() : std::nullopt;
}

bool ToolArguments::flag(std::string_view name) const {
  auto value = find(name);
  return value && value->boolean();
}

std::vector<std::string> ToolArguments::texts(std::string_view name) const {
  std::vector<std::string> all;
  if (auto value = find(name))
    for (json::Value one : *value) all.emplace_back(one.text());
  return all;
}

}  // namespace aptix::ops
