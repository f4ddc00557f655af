// What find_replace() makes of a text, for tests.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edit/replace/find_replace.h"

namespace aptix::test {

struct Replaced {
  std::string text;
  std::vector<EditOutcome> outcomes;
  std::vector<std::vector<uint64_t>> lines;
  const EditOutcome& first() const { return outcomes.front(); }
};

inline Replaced replaced(std::string_view text, std::vector<FindReplace> edits, bool keep_line_ends = true) {
  Result<edit::FindReplaceResult> result =
      edit::find_replace(text, edits, Limits{}, {.keep_line_ends = keep_line_ends});
  REQUIRE(result);
  Replaced out;
  for (std::string_view piece : result->pieces) out.text.append(piece);
  CHECK(result->outcomes.size() == edits.size());
  CHECK(result->once.size() == edits.size());
  out.outcomes = result->outcomes;
  for (size_t i = 0; i < edits.size(); ++i) out.lines.push_back(result->lines[i]);
  return out;
}

inline std::string text_after(std::string_view text, std::vector<FindReplace> edits) {
  return replaced(text, std::move(edits)).text;
}

inline constexpr Limit kOnce = Limit::once;
inline constexpr Limit kAll = Limit::all;

}  // namespace aptix::test
