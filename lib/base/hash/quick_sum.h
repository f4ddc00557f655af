// A checksum that detects a damaged cache: every change of a single byte changes it, as each of its steps is
// reversible. It does not protect against manipulation.
#pragma once

#include <cstdint>
#include <string_view>

namespace aptix {

uint64_t add_to_sum(uint64_t sum, uint64_t word);
uint64_t quick_sum(std::string_view bytes, uint64_t sum);  // `sum`: that of the preceding bytes

}  // namespace aptix
