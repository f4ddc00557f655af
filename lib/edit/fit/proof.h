// Whether the places of a part are proved: what takes away what nobody showed is refused.
// Pure.
#pragma once

#include <optional>
#include <vector>

#include "edit/fit/part.h"

namespace aptix::edit {

// What speaks against one part. REQUIRES: the placements are in the order of the file.
std::optional<Misfit> disproof_of_part(const Part& part, const std::vector<Placement>& placed);

}  // namespace aptix::edit
