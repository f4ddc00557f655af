// What an apply reports of its files.
#pragma once

#include <vector>

#include "model/change_set.h"
#include "model/plan.h"
#include "model/report.h"

namespace aptix::ops {

enum class Done : uint8_t { no, yes };

// One FileReport a path, in order of first mention, with the edits of all its entries. `done`: the
// run did (or, as a preview, would have done) what it reports. Views the plan.
std::vector<FileReport> describe_files(const Plan& plan, const ChangeSet& changes, Done done);

}  // namespace aptix::ops
