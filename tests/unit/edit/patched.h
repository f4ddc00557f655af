// A text and the hunks of a diff for it, and what became of them.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "diff/read/unified.h"
#include "edit/hunk/hunks.h"

namespace aptix::test {

// The whole result as one line: the text, or the code of the first error.
struct Applied {
  std::string text;
  edit::HunksResult result;

  std::string statuses() const {
    std::string out;
    for (const EditOutcome& outcome : result.outcomes) {
      out += (out.empty() ? "" : " ") + std::string(name(outcome.status));
      if (outcome.status != EditStatus::failed) out += "@" + std::to_string(outcome.line);
    }
    return out;
  }
  const Diagnostic& error() const {
    REQUIRE_FALSE(result.errors.empty());
    return result.errors.front();
  }
};

inline Applied patched(std::string_view text, std::string_view hunks, const edit::HunkOptions& options = {}) {
  std::string patch = "--- a/x\n+++ b/x\n" + std::string(hunks);
  diff::ParseResult parsed = diff::parse_unified(patch, {.end_is_certain = true});
  CHECK(parsed.errors.empty());
  std::vector<const diff::Hunk*> pointers;
  for (const diff::FilePatch& file : parsed.files)
    for (const diff::Hunk& hunk : file.hunks) pointers.push_back(&hunk);
  Applied applied{{}, edit::apply_hunks(text, pointers, options)};
  for (std::string_view piece : applied.result.pieces) applied.text += piece;
  CHECK(applied.result.outcomes.size() == pointers.size());
  size_t failed = 0;
  for (const EditOutcome& outcome : applied.result.outcomes) failed += outcome.status == EditStatus::failed ? 1 : 0;
  CHECK(applied.result.errors.size() == failed);
  if (failed != 0) CHECK(applied.text == text);
  return applied;
}

}  // namespace aptix::test
