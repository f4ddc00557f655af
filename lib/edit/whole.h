// The whole new content of a file, in the place of what is there: whether it may be, and what is kept of the old one.
// Pure.
#pragma once

#include <cstddef>

#include "edit/entry_edits.h"

namespace aptix::edit {

// The edits [first, end) of the entry, each a Whole; several are parts of the file. Content that was only shown next to
// the name of its file makes a missing one. On an existing one it is laid (parts.h) as ResolveOptions::whole says; else
// whole_doubtful, placeholder, or what has no place. Of a file that is replaced its line ends stay, a byte-order mark,
// and that the last line has no line end.
void write_wholes(EntryEdits& to, size_t first, size_t end);

}  // namespace aptix::edit
