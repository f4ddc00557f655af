// Contents that an answer shows for a file that is there: all of it, or parts, laid on it as it is (ddrs/APX-022).
// Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "edit/entry_edits.h"
#include "edit/fit/fit.h"

namespace aptix::edit {

// The content of the edit `at`.
struct PartAt {
  size_t at = 0;
  PartText text;
};

// Lays the contents of edits on the file: the content changes, or the edits fail. When there is one, and it is the
// whole of the file, nothing is done: `is_whole`, and what is to be said of it where it is written. REQUIRES: the file
// exists.
struct Laid {
  bool is_whole = false;
  std::optional<Diagnostic> warning = {};
};
Laid write_parts(EntryEdits& to, const std::vector<PartAt>& parts);

}  // namespace aptix::edit
