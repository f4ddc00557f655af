// The first step of the main job: finds the blocks of the inputs, reads each into the plan by its form, and says what
// was passed over. No file of the tree is looked at.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/input.h"
#include "model/plan.h"
#include "model/report.h"
#include "ops/apply/request.h"

namespace aptix::ops {

// A file as the answer names it: by the last edit of a block, or by a name that nothing is taken under.
struct NamedFile {
  std::string path;
  std::optional<uint32_t> block{};  // which one has the edit, of those that were read
};

// A code block that is a whole file or a part for all that is known, or that no format takes and no label calls an
// example: it may belong to others.
struct ShownBlock {
  Block block;
  size_t found = 0;                // which of all that were found
  std::optional<uint32_t> kept{};  // which of those that were read; nothing: it has no name
  NamedFile last{};                // the file that was named last before it
  bool is_beside = false;          // nothing but a short paragraph is between it and the block before
  Origin origin{};
};

// What has been read of all inputs, which must outlive it.
struct ReadAnswer {
  Plan plan;
  std::vector<Block> blocks;        // those that were read, with who has read them; FileEdit::block counts them
  std::vector<BlockReport> found;   // all that were found
  std::vector<Block> batch_blocks;  // line-patch batches without faults
  std::vector<ShownBlock> shown;    // in order
  bool declined = false;            // a refusal sentence stands in the prose
};

// `root`: the absolute path of the root.
Outcome<ReadAnswer> read_answer(
    std::span<const std::unique_ptr<Input>> inputs, std::string_view root, const ApplyRequest& request);

}  // namespace aptix::ops
