// Applies find/replace edits that follow each other in one plan entry, and says what became of each.
#pragma once

#include <cstddef>

#include "edit/entry_edits.h"

namespace aptix::edit {

// Of the edits [first, end), which are all FindReplace.
void apply_replacements(EntryEdits& to, size_t first, size_t end);

}  // namespace aptix::edit
