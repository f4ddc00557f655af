// The arguments of a tool call, checked against the rows of the tool. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/json.h"
#include "base/result.h"
#include "ops/tools/tool.h"

namespace aptix::ops {

class ToolArguments {
 public:
  // Errors: usage, for each argument that is missing, unknown or of a wrong type. null counts as absent. `given`
  // outlives this.
  static Outcome<ToolArguments> check(const ToolRow& tool, const std::optional<json::Value>& given);

  std::optional<std::string_view> text(std::string_view name) const;
  std::string text_or_none(std::string_view name) const { return std::string(text(name).value_or("")); }
  std::optional<uint64_t> number(std::string_view name) const;
  bool flag(std::string_view name) const;
  std::vector<std::string> texts(std::string_view name) const;
  const std::optional<json::Value>& all() const { return given_; }

 private:
  std::optional<json::Value> find(std::string_view name) const;
  std::optional<json::Value> given_;
};

}  // namespace aptix::ops
