// The main job: an answer in, a transaction out. `bundle apply`, `bundle validate`, `patch` and every preview walk
// this one path; a preview stops earlier.
#pragma once

#include <span>

#include "model/input.h"
#include "model/report.h"
#include "ops/apply/request.h"

namespace aptix::ops {

// Several inputs are one transaction, in order.
Report apply(std::span<const std::unique_ptr<Input>> inputs, disk::Workspace& workspace, const ApplyRequest& request);

}  // namespace aptix::ops
