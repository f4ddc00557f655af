// Whether the result of a part is proved: what would not read as a file, or took away what nobody showed, is refused.
// Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "edit/fit/part.h"

namespace aptix::edit {

// Of a block without gaps: a head without its end.
std::optional<Misfit> cut_off(const Part& part);

// What speaks against one part. REQUIRES: the placements are in the order of the file.
std::optional<Misfit> disproof_of_part(const Part& part, const std::vector<Placement>& placed);

// What speaks against the file with all parts in it. `heads`: how often the parts have the head of a thing with a name.
using Heads = std::unordered_map<std::string, size_t>;
std::optional<Misfit> disproof_of_file(
    const OldFile& file, std::string_view new_text, const Heads& heads, std::string_view path);

}  // namespace aptix::edit
