// The first steps of the main job: finds the blocks of the inputs, reads each into the plan by its form, and says what
// was passed over. No file of the tree is looked at.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "model/input.h"
#include "model/plan.h"
#include "model/report.h"
#include "ops/apply/apply.h"

namespace aptix::ops {

// What has been read of all inputs; `lost` and `style` are filled by the steps behind it.
struct Gathered {
  Plan plan;
  std::vector<Block> blocks;              // those that were read; FileEdit::block counts them
  std::vector<std::string_view> formats;  // parallel to `blocks`
  std::vector<Diagnostic>
      unread;             // blocks of a form that is not asked for, or that carry a path, when nothing else was read
  bool declined = false;  // a refusal sentence stands in the prose
  Diagnostics lost;       // docPaths without a file; the faults of the other files are wanted, too
  Diagnostics style;      // with --strict: to be errors once it is known what does not fit
  std::string_view root;  // its absolute path
};

// `root`: the absolute path of the root; it must outlive the result. Blocks and faults go into the report.
Gathered gather(
    std::span<const std::unique_ptr<Input>> inputs, std::string_view root, const ApplyRequest& request, Report& report);

// Why inputs without a fault hold nothing to be done.
Diagnostic nothing_to_do(std::span<const std::unique_ptr<Input>> inputs, const ApplyRequest& request,
    const Gathered& gathered, const Report& report);

}  // namespace aptix::ops
