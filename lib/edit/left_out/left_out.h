// Finds lines in new text that stand for text that was left out: gaps, and comments that replace code (fit/gaps.h,
// fit/bare_comments.h). A line that the old text has as well does not count. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/diagnostic.h"
#include "model/change_set.h"
#include "model/plan.h"

namespace aptix::edit {

// Prose shows code with "// ..." in it.
enum class CodeOrProse : uint8_t { code, prose };

// By the ending of the file's name, in letters of either case, so that it is the same for the file's docPath.
CodeOrProse code_or_prose(std::string_view path);

struct LeftOut {
  uint64_t line = 0;      // in the text that is written, from 1
  std::string_view text;  // the placeholder, trimmed
};

// The first such line of `written`. `path`: of the file.
std::optional<LeftOut> left_out(std::string_view written, std::string_view old_text, std::string_view path);
// The same for text that replaces exactly `old_text`. It also finds a comment if two lines of code or more were removed
// and only comments added, there or in a body; and a comment of labels only ("// rest of the file") if two lines or
// more were removed, or one and nothing else added.
std::optional<LeftOut> left_out_in_place_of(std::string_view written, std::string_view old_text, std::string_view path);
// The first one among the added lines of a hunk, with its line counted through the whole hunk.
std::optional<LeftOut> left_out(const diff::Hunk& hunk, std::string_view path);

// The same for a block. If its text to find was not found, a gap in that counts, too.
std::optional<Diagnostic> left_out_of(const TextBlock& block, EditStatus status, std::string_view path);
// The same for a line change.
std::optional<Diagnostic> left_out_of(const LineChange& change, std::string_view path);

}  // namespace aptix::edit
