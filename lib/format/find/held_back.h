// Words over a block that say it is not simply to be done: it is shown, it takes something back, or it depends on
// something. One rule for edits of every form. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "model/input.h"
#include "model/plan.h"

namespace aptix::format {

// Is the code block labelled as a file of text or data, and edits others? It may be that file. `files`: its edits.
bool may_be_content(const Input& input, const Block& block, std::span<const FileEdit> files);

enum class Hold : uint8_t {
  shown,    // "For example:", "This is what you have now:"
  undoes,   // "To undo this, apply:", "Don't do this:"
  depends,  // "If you use npm:", "Optional"
};

struct HeldBack {
  size_t block = 0;   // index into the blocks
  size_t offset = 0;  // in the text: of the line with these words
  Hold why = Hold::shown;
};

// The edits among the blocks that words hold back: the last sentence over the block or over the path that stands over
// it, or a heading that says nothing else. Blocks with nothing between them have the same words. Commands are not
// looked at, nor whole files that are shown: those are not read. `text`: all of the answer.
std::vector<HeldBack> held_back_in(std::string_view text, std::span<const Block> blocks);

}  // namespace aptix::format
