// The first step of the main job: finds the blocks of the inputs, reads each into the plan by its form, and says what
// was passed over. No file of the tree is looked at.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/input.h"
#include "model/plan.h"
#include "model/report.h"
#include "ops/apply/request.h"

namespace aptix::ops {

// What has been read of all inputs, which must outlive it.
struct ReadAnswer {
  Plan plan;
  std::vector<Block> blocks;        // those that were read, with who has read them; FileEdit::block counts them
  std::vector<BlockReport> found;   // all that were found
  std::vector<Block> batch_blocks;  // line-patch batches without faults
  bool declined = false;            // a refusal sentence stands in the prose
};

// `root`: the absolute path of the root.
Outcome<ReadAnswer> read_answer(
    std::span<const std::unique_ptr<Input>> inputs, std::string_view root, const ApplyRequest& request);

}  // namespace aptix::ops
