// Edits of an answer that exclude each other. Pure.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "format/format.h"

namespace aptix::format {

// The lines that are labels of alternatives ("### Option A", "**Variant 2:** in C", "Alternative:"), each above an
// edit, from 1: only one of them is to be made. None when there are not two, or one without a letter or number below an
// edit.
std::vector<uint64_t> alternatives_in(std::string_view text, const Extracted& answer);

}  // namespace aptix::format
