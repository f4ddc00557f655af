// What a block without a name may be to a file, by the file alone. Pure.
#pragma once

#include <span>
#include <string_view>

#include "edit/fit/fit.h"

namespace aptix::edit {

// Is `old_half` in the file exactly once, and is `new_half`, which is not there, like it? It has its first or its last
// line, or half of its lines; of one line each, the same first word.
bool is_pair(std::string_view file_text, std::string_view old_half, std::string_view new_half, std::string_view path);

// Is the block nothing but things of the file, with the same heads, each of which takes away no more lines than it has,
// and has it a place beside the `others`?
// Or do these give the same thing another text? Then one of them is too many. Not lines that the file or one of the
// others has in a row.
bool is_part_of_things(
    std::string_view file_text, std::span<const PartText> others, std::string_view block, std::string_view path);

}  // namespace aptix::edit
