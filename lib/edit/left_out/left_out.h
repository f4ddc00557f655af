// Looks for placeholders in what an edit writes. Text that stands in the file at that place, or in
// the edit's old lines, is not one. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/diagnostic.h"
#include "edit/left_out/placeholder.h"
#include "model/change_set.h"
#include "model/plan.h"

namespace aptix::edit {

struct LeftOut {
  uint64_t line = 0;      // in the text that is written, from 1
  std::string_view text;  // the placeholder, trimmed
};

// The first placeholder line of `written` that is not a line of `old_text`, too.
std::optional<LeftOut> left_out(std::string_view written, std::string_view old_text, CodeOrProse kind);
// The same for what takes the place of `old_text` and of nothing else: also a line that what goes for it tells to be
// one (see stand_in()).
std::optional<LeftOut> left_out_in_place_of(std::string_view written, std::string_view old_text, CodeOrProse kind);
// The same for lines; the number is that in `written`.
std::optional<LeftOut> left_out(
    std::span<const std::string_view> written, std::span<const std::string_view> old_lines, CodeOrProse kind);
// The first one among the added lines of a hunk (counted through the whole hunk) that is not among its old lines.
std::optional<LeftOut> left_out(const diff::Hunk& hunk, CodeOrProse kind);

// The same for a block: one among the lines to look for matters where they are not found.
std::optional<Diagnostic> left_out_of(const TextBlock& block, EditStatus status, CodeOrProse kind);
// The same for a line change.
std::optional<Diagnostic> left_out_of(const LineChange& change, CodeOrProse kind);

}  // namespace aptix::edit
