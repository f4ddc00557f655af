// Whether a block shows both ends of its file, and so is the whole of it. Pure; linear but for the diff.
#pragma once

#include <cstdint>
#include <optional>

#include "edit/fit/part.h"

namespace aptix::edit {

// How many lines of the file it takes away then; nothing when it does not show both ends: the first and the last line
// with words, or lines of their kind in their place.
std::optional<uint64_t> gone_from_whole(const Part& part);

}  // namespace aptix::edit
