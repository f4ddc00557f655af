// What a tool says of the file that its edit is for, held against what the edit would do.
#pragma once

#include "base/result.h"
#include "model/change_set.h"
#include "ops/apply/request.h"

namespace aptix::ops {

// Errors: diff_path_mismatch (another file is changed), hash_mismatch, file_exists (it is not said for which text).
// None where the result stands in the file already: whoever asks a second time after a time-out is told that it is
// done.
Diagnostics hold_to_expected(const ExpectedFile& expected, const Outcome<ChangeSet>& resolved, Reader& reader);

}  // namespace aptix::ops
