// The file that a SEARCH/REPLACE block is for, where the block's own lines do not say it: the door of this room. Pure.
#pragma once

#include <cstdint>

#include "format/names/line_names.h"
#include "model/input.h"
#include "model/plan.h"

namespace aptix::format {

// Of words that may be prose the tree can tell whether they name a file; so nothing is made there.
enum class ForFile : uint8_t { there, to_be_made };

// By what stands nearest: the info string of the fence, the lines above it, the heading over the prose above; else it
// is the file of the block before in `plan`, where nothing between them names another. No path where that is not clear.
BlockName file_of(const Input& input, const Block& block, const Plan& plan, ForFile purpose);

}  // namespace aptix::format
