// What git's names of a file's contents, as they stand in the header of a diff, say about a result. Pure.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "edit/file_state.h"
#include "model/plan.h"

namespace aptix::edit {

// Do both contents have the (perhaps short) names? Content that does not exist has a name of zeros.
bool starts_from(const FileEdit::Blobs& blobs, const Content& before);
bool becomes(const FileEdit::Blobs& blobs, const Content& after);

// May the entry show the tabs of the file as blanks, without old lines that tell? `before` has tabs, or
// the file is new; the hunks have none, and add lines that begin with blanks.
bool may_hide_tabs(const FileEdit& entry, const Content& before);

// The entry with a tab for every `width` blanks at the beginning of its added lines. `texts` gets the lines.
FileEdit with_tabs(const FileEdit& entry, size_t width, std::deque<std::string>& texts);

}  // namespace aptix::edit
