// The file that a SEARCH/REPLACE block is for, where the block's own lines do not say it: the door of this room. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/input.h"
#include "model/plan.h"

namespace aptix::format {

// Of words that may be prose the tree can tell whether they name a file; so nothing is made there.
enum class ForFile : uint8_t { there, to_be_made };

struct BlockName {
  std::string path;                 // "" when there is none
  std::vector<std::string> rivals;  // what the words may name instead: where one of these is there, nothing can be told
};

// What the naming of the block says; else the file of the block before in `plan`, where nothing between them names
// another; else, of an edit, an odd name in the caption, which the tree then tells. No path where that is not clear.
BlockName file_of(const Input& input, const Block& block, const Plan& plan, ForFile purpose);

}  // namespace aptix::format
