// Looks for lines that stand for text which was left out, in what an edit writes: gaps, and comments in the place of
// code (fit/gaps.h, fit/bare_comments.h). What stands in the edit's old lines, too, is not one. Pure.
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

// By the ending of the file's name, in letters of either case: so it is the same for the file's docPath.
CodeOrProse code_or_prose(std::string_view path);

struct LeftOut {
  uint64_t line = 0;      // in the text that is written, from 1
  std::string_view text;  // the placeholder, trimmed
};

// The first such line of `written`. `path`: of the file.
std::optional<LeftOut> left_out(std::string_view written, std::string_view old_text, std::string_view path);
// The same for what takes the place of `old_text` and of nothing else: also a comment where two lines of code or more
// went and nothing but comments came, there or in a body, and one of nothing but labels where two lines or more went,
// or one for nothing else.
std::optional<LeftOut> left_out_in_place_of(std::string_view written, std::string_view old_text, std::string_view path);
// The first one among the added lines of a hunk, counted through the whole hunk.
std::optional<LeftOut> left_out(const diff::Hunk& hunk, std::string_view path);

// The same for a block: one among the lines to look for matters where they are not found.
std::optional<Diagnostic> left_out_of(const TextBlock& block, EditStatus status, std::string_view path);
// The same for a line change.
std::optional<Diagnostic> left_out_of(const LineChange& change, std::string_view path);

}  // namespace aptix::edit
