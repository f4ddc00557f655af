// Contents that an answer shows for a file that is there: all of it, or parts, laid on it as it is (ddrs/APX-022).
// Pure.
#pragma once

#include <cstddef>
#include <vector>

#include "edit/entry_edits.h"
#include "edit/fit/fit.h"

namespace aptix::edit {

// Lays the contents of the edits from `first` on, one for each, on the file: the content changes, or the edits fail.
// False, and nothing done, when there is one, and it is the whole of the file. REQUIRES: the file exists.
bool write_parts(EntryEdits& to, size_t first, std::vector<PartText> contents);

}  // namespace aptix::edit
