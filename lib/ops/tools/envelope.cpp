#include "ops/tools/envelope.h"

#include <algorithm>

namespace aptix::ops {

std::string text_in(const json::Value& object, std::string_view key) {
  auto value = object.type() == json::Type::object ? object.find(key) : std::nullopt;
  bool known = value && (value->type() == json::Type::string || value->type() == json::Type::number);
  return known ? std::string(value->text()) : std::string();
}

Code code_of(const json::Value& said) {
  std::string id = text_in(said, "errorCode");
  auto row = std::ranges::find(all_codes(), id, &CodeInfo::id);
  return row == all_codes().end() ? Code::internal : row->code;
}

std::vector<json::Value> list_in(const json::Value& object, std::string_view key) {
  std::vector<json::Value> all;
  if (auto list = json::member(object, key, json::Type::array))
    for (json::Value one : *list) all.push_back(one);
  return all;
}

bool Envelope::successful() const {
  auto done = document_ ? json::member(root(), "successful", json::Type::boolean) : std::nullopt;
  return done && done->boolean();
}

std::optional<json::Value> Envelope::result() const {
  return document_ ? json::member(root(), "result", json::Type::object) : std::nullopt;
}

std::string Envelope::text(std::string_view key) const {
  auto object = result();
  return object ? text_in(*object, key) : "";
}

std::vector<json::Value> Envelope::list(std::string_view key) const {
  auto object = result();
  return object ? list_in(*object, key) : std::vector<json::Value>();
}

std::vector<json::Value> Envelope::errors() const {
  return document_ ? list_in(root(), "errors") : std::vector<json::Value>();
}

std::vector<json::Value> Envelope::warnings() const {
  return document_ ? list_in(root(), "warnings") : std::vector<json::Value>();
}

bool Envelope::has_error(std::initializer_list<Code> codes) const {
  return std::ranges::any_of(
      errors(), [&](const json::Value& error) { return std::ranges::find(codes, code_of(error)) != codes.end(); });
}

}  // namespace aptix::ops
