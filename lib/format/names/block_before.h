// Whether a SEARCH/REPLACE block that names no file goes on with the one before. Pure.
#pragma once

#include "format/names/block_path.h"
#include "model/input.h"
#include "model/plan.h"

namespace aptix::format {

// The file of the SEARCH/REPLACE block before, where it is plain that this one goes on with it: nothing but prose that
// names no other file stands between them. Its rivals are words of that prose which may be names of files. No path
// otherwise.
BlockName name_of_block_before(const Input& input, const Block& block, const Plan& plan);

}  // namespace aptix::format
