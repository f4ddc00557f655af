// Code blocks of which nothing was taken, though words near them speak of a file: whether they may be it.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/diagnostic.h"
#include "model/change_set.h"
#include "model/input.h"
#include "model/plan.h"

namespace aptix::ops {

// An error for each that may be a file that the plan does not touch: one that is not there, under any folder of `root`,
// or one of which at least half of the lines stand in the block, beside others. Not more than `most`.
Diagnostics check_mentioned(const Input& chain, const Plan& plan, Reader& reader, std::string_view root, size_t most);

}  // namespace aptix::ops
