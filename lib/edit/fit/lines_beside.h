// Lines of a part that are in the file beside its place already: they moved, and would come twice. Pure; linear but for
// what comes after each place.
#pragma once

#include <optional>
#include <vector>

#include "edit/fit/part.h"

namespace aptix::edit {

// The first such lines.
std::optional<Misfit> lines_beside(const Part& part, const std::vector<Placement>& placed);

}  // namespace aptix::edit
