// The prose of an answer, line by line: what stands in no block, comment or thoughts. The one look at it; whoever wants
// to know what stands above a block asks here. Pure.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "model/input.h"

namespace aptix::answer {

// A line that is not empty.
struct ProseLine {
  std::string_view text;     // trimmed; views the answer
  size_t start = 0;          // of the line, in the answer
  bool below_blank = false;  // an empty line, or something that is not prose, stands right above it
};

using Prose = std::span<const ProseLine>;

// The prose above a block.
struct ProseAbove {
  Prose lines;                    // from the start of the answer on
  std::span<const Block> blocks;  // those before it

  Prose since_block() const { return lines.subspan(blocks.empty() ? 0 : blocks.back().prose); }
};

// Of a list: "- ", "1. ".
bool begins_item(std::string_view line);

// A heading, or a line that is all bold.
bool stands_alone(std::string_view line);

// The last paragraph of `lines`, at most four lines of it: it begins below an empty line or a heading, or with an item.
Prose last_paragraph(Prose lines);

// As one line, with signs that stand for themselves in place of wide ones.
std::string joined(Prose lines);

}  // namespace aptix::answer
