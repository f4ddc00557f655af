// Applies the text blocks of one file: SEARCH/REPLACE blocks and V4A chunks. Pure.
#pragma once

#include <span>
#include <string_view>

#include "edit/hunk/hunks.h"
#include "model/plan.h"

namespace aptix::edit {

// Every block must have one place in `text`; a block that has none there may have it in what the others make of
// it. Of several places ':start_line:' (exactly) or the '@@' lines may choose. What is in place already stays. With
// errors the result is the text as it was.
// REQUIRES: `text` and the blocks outlive the result.
struct BlockOptions {
  bool keep_line_ends = true;
  MatchMode match = MatchMode::exact;
  std::string_view file = {};      // its name, for messages
  std::string_view original = {};  // the text before the answer changed it, where it did
};
HunksResult apply_blocks(
    std::string_view text, std::span<const TextBlock* const> blocks, const BlockOptions& options = {});

}  // namespace aptix::edit
