// Edits of an answer that exclude each other. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "model/input.h"

namespace aptix::format {

// The lines that are labels of alternatives ("### Option A", "**Variant 2:** in C", "Alternative:"), each above an
// edit, from 1: only one of them is to be made. None when there are not two, or one without a letter or number below an
// edit.
std::vector<uint64_t> alternatives_in(std::string_view text, std::span<const Block> blocks);

}  // namespace aptix::format
