// What a tool says of the file that its edit is for, held against what the edit would do.
#pragma once

#include "base/result.h"
#include "model/change_set.h"
#include "ops/apply/request.h"

namespace aptix::ops {

// Errors: diff_path_mismatch (another file is changed), hash_mismatch, file_exists (it is not said for which text),
// usage (several files are changed, and there is a hash of one).
// None where the result stands in the file already: whoever asks a second time after a time-out is told that it is
// done.
Diagnostics hold_to_expected(ExpectedFile expected, const Outcome<ChangeSet>& resolved, Reader& reader);

}  // namespace aptix::ops
