// A changed file in a line.
#pragma once

#include <doctest/doctest.h>

#include <optional>
#include <string_view>

#include "model/change_set.h"

namespace aptix::test {

inline RelPath rel_path(std::string_view text) {
  auto parsed = RelPath::parse(text);
  REQUIRE(parsed);
  return *parsed;
}

// The texts must outlive the change.
inline FileChange change(
    std::string_view name, std::optional<std::string_view> before, std::optional<std::string_view> after) {
  FileChange result{.path = rel_path(name)};
  result.before.exists = before.has_value();
  if (before) result.before.bytes = *before;
  result.after_exists = after.has_value();
  if (after) result.pieces = {*after};
  return result;
}

}  // namespace aptix::test
