// How many lines a change adds and removes, as a diff would count them. Pure; linear but for the
// regions that differ, which are diffed.
#pragma once

#include <span>
#include <string_view>

#include "diff/compute/lines.h"
#include "model/change_set.h"

namespace aptix::edit {

// Pieces that are views of `before`, in order, are unchanged text; only what is between them is compared.
diff::LineCounts changed_lines(std::string_view before, std::span<const std::string_view> pieces);

// Sets the counts of every change.
void count_changed_lines(ChangeSet& changes);

}  // namespace aptix::edit
