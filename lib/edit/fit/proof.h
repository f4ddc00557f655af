// Whether the result of a part is proved: what would not read as a file, or took away what nobody showed, is refused.
// Pure.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "edit/fit/part.h"

namespace aptix::edit {

// Of a block without gaps: a head without its end.
std::optional<Misfit> cut_off(const Part& part);

// REQUIRES: the placements are in the order of the file.
std::optional<Misfit> disproof(const Part& part, const std::vector<Placement>& placed, std::string_view old_text,
    std::string_view new_text, std::string_view path);

}  // namespace aptix::edit
