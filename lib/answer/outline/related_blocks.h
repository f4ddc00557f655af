// How the code blocks of an answer belong together. Pure.
#pragma once

#include <string_view>
#include <vector>

#include "answer/basis/outline.h"
#include "model/input.h"

namespace aptix::answer {

// Is there nothing between the two but a short paragraph?
bool are_neighbours(Prose prose, const Block& first, const Block& second);

// Says the language of its fence nothing against that file?
bool may_be_written_in(const Block& block, std::string_view path);

// Is a file of that name written in the language of its fence, by its ending, or because `other`, which is a block for
// it, has the same?
bool is_in_language_of(const Block& block, std::string_view path, const Block& other);

// Do all lines of `shown` stand in a row in `edit`, whatever the indentation and the signs of a diff before them?
// Empty lines do not count.
bool repeats_lines(std::string_view shown, std::string_view edit);

}  // namespace aptix::answer
