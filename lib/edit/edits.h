// Applies the edits of one plan entry to the content of its file.
#pragma once

#include <vector>

#include "edit/entry_edits.h"

namespace aptix::edit {

// Changes `content` to what the edits make of it, fills the outcomes (parallel to entry.edits) and
// says what is to be said. False when an edit failed; the content is then that of the others.
bool apply_edits(Bench& bench, const FileEdit& entry, Content& content, std::vector<EditOutcome>& outcomes);

}  // namespace aptix::edit
