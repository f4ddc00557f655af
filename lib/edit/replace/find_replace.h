// Literal find/replace over one text: `once` and `all`, in order, each on the result of the one
// before, yet in one pass over the text when no edit touches another's place.
#pragma once

#include <span>
#include <string_view>

#include "base/result.h"
#include "edit/replace/find_replace_result.h"
#include "model/limits.h"
#include "model/plan.h"

namespace aptix::edit {

struct FindReplaceOptions {
  bool keep_line_ends = true;
  bool signs = true;  // what the text around a place says against it is asked for
};

// REQUIRES: no find text is empty. Fails with limit_exceeded (result size, work).
Result<FindReplaceResult> find_replace(
    std::string_view text, std::span<const FindReplace> edits, const Limits& limits, FindReplaceOptions options);

}  // namespace aptix::edit
