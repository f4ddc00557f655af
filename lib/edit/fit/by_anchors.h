// Places the segments of a part, the lines between its gaps, by their first and last lines. Pure; counts all ways to
// place them, and ranks none.
#pragma once

#include "edit/fit/by_names.h"

namespace aptix::edit {

Placing place_by_anchors(const Part& part);

}  // namespace aptix::edit
