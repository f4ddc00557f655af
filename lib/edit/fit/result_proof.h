// Whether the file with all parts in it is proved. Pure.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>

#include "edit/fit/part.h"

namespace aptix::edit {

// What speaks against it. `heads`: how often the parts have the head of a thing with a name.
using Heads = std::unordered_map<std::string_view, size_t>;
std::optional<Misfit> disproof_of_result(
    const OldFile& file, const OldFile& result, const Heads& heads, std::string_view path);

}  // namespace aptix::edit
