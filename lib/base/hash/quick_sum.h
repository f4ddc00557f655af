// A sum that tells a damaged cache from a good one: no change of one byte leaves it equal, since each step of it can be
// undone. It is no proof against somebody who means to deceive.
#pragma once

#include <cstdint>
#include <string_view>

namespace aptix {

uint64_t add_to_sum(uint64_t sum, uint64_t word);
uint64_t quick_sum(std::string_view bytes, uint64_t sum);  // `sum`: of what stands before them

}  // namespace aptix
