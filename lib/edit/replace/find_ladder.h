// Find/replace on the lower rungs of the matching ladder: the text to find as whole lines. Pure.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "edit/hunk/hunks.h"
#include "model/plan.h"

namespace aptix::edit {

// The edit as lines; nothing when its texts do not end alike, so that no lines take the place of lines. What has
// to be made is kept in `texts`, which outlives the result.
std::optional<TextBlock> as_block(const FindReplace& edit, std::deque<std::string>& texts);

}  // namespace aptix::edit
