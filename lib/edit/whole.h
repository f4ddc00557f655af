// The whole new content of a file, in the place of what is there: whether it may be, and what is kept of the old one.
// Pure.
#pragma once

#include <cstddef>

#include "edit/entry_edits.h"

namespace aptix::edit {

// Content that was only shown next to the name of its file makes a missing one. An existing one it replaces as
// ResolveOptions::whole says; else whole_doubtful, or placeholder. What is kept: line ends, a byte-order mark, and that
// the last line has no line end.
void write_whole(EntryEdits& to, size_t at, const Whole& given);

}  // namespace aptix::edit
