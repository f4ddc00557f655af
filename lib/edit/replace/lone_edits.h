// Edits that have nothing to do with each other: the text to find of each stands once, and whatever is replaced before
// it, it still stands there and nowhere else. All of them are made at once. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "edit/replace/find_replace_result.h"
#include "model/plan.h"

namespace aptix::edit {

// Nothing where it is not so, where it is not plain, where an edit was made before, where a text to find has more than
// `longest` bytes, or where the text gets longer than `most_size` on the way.
// REQUIRES: no text has a CR.
std::optional<FindReplaceResult> made_at_once(
    std::string_view text, std::span<const FindReplace> edits, uint64_t most_size, size_t longest);

}  // namespace aptix::edit
