// Whether a part is cut off: it begins what it does not end. Pure.
#pragma once

#include <optional>

#include "edit/fit/part.h"

namespace aptix::edit {

// A head without its end: in a block without gaps, or after the last gap of one that ends in new lines. Not one at the
// end of a window of the file, which changes nothing from that head on.
std::optional<Misfit> cut_off(const Part& part);

}  // namespace aptix::edit
