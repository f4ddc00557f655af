// The file that a SEARCH/REPLACE block is for, where the block's own lines do not say it: the door of this room. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/input.h"
#include "model/plan.h"

namespace aptix::answer {

// Of words that may be prose the tree can tell whether they name a file; so nothing is made there.
enum class ForFile : uint8_t { there, to_be_made };

struct BlockName {
  std::string path;                 // "" when there is none
  std::vector<std::string> rivals;  // what the words may name instead: where one of these is there, nothing can be told
};

// What the naming of the block says; else a path that is the line above it, over a block in the language of a shell;
// else the file of the block before in `plan`, where nothing between them may name another; else, for an edit of a file
// that is there, a word of the line above that may be a name. No path where that is not clear, or where a sentence that
// does not lead to the block would name a file to be made.
BlockName file_of(const Input& input, const Block& block, const Plan& plan, ForFile purpose);

}  // namespace aptix::answer
