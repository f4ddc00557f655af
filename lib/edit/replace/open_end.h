// A last line without newline, and texts to find that end with one: they fit there all the same, and the newline
// stays missing. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/plan.h"

namespace aptix::edit {

// `text` with the newline that its last line lacks, where an edit meets that line and no other one, and every edit
// leaves a line end where it takes one; nothing otherwise, nor where it is not clear which newline it lacks.
std::optional<std::string> with_last_newline(std::string_view text, std::span<const FindReplace> edits);

// Takes it away again, from the end of the pieces of a result. How many bytes that were.
uint64_t drop_last_newline(std::vector<std::string_view>& pieces);

}  // namespace aptix::edit
