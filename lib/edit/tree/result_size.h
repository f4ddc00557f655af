// How large the result of a plan may be, as a whole. Pure.
#pragma once

#include "base/result.h"
#include "edit/tree/file_state.h"
#include "model/input.h"
#include "model/limits.h"
#include "model/plan.h"

namespace aptix::edit {

// Fails with limit_exceeded when all files together are larger than --max-result allows, or than --max-growth does of
// what was given: the files that were read, the inputs (`input` and those before it), and the whole contents that were
// unpacked from them.
Status check_result_size(const Input& input, const Plan& plan, const FileStates& states, const Limits& limits);

}  // namespace aptix::edit
