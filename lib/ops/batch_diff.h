// A line-patch batch as a unified diff for display: made from the document alone, so without context. Pure.
#pragma once

#include <string>

#include "model/batch.h"
#include "model/plan.h"

namespace aptix::ops {

// `part`: the whole batch, a file of it, or one change. Files are named by their docPaths; lines that
// are found by their text have no numbers.
std::string batch_diff(const Plan& plan, const BatchPart& part);

}  // namespace aptix::ops
