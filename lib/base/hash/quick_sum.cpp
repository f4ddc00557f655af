#include "base/hash/quick_sum.h"

#include <array>
#include <bit>
#include <cstring>

namespace aptix {

uint64_t add_to_sum(uint64_t sum, uint64_t word) { return std::rotl(sum ^ word, 29) * 0x9E3779B97F4A7C15u; }

uint64_t quick_sum(std::string_view bytes, uint64_t sum) {
  std::array<uint64_t, 4> lanes = {sum, 1, 2, 3};
  size_t at = 0;
  uint64_t word = 0;
  for (; at + 32 <= bytes.size(); at += 32)
    for (size_t lane = 0; lane < 4; ++lane) {
      std::memcpy(&word, bytes.data() + at + 8 * lane, 8);
      lanes[lane] = add_to_sum(lanes[lane], word);
    }
  for (; at < bytes.size(); at += 8) {
    word = 0;
    std::memcpy(&word, bytes.data() + at, std::min<size_t>(8, bytes.size() - at));
    lanes[0] = add_to_sum(lanes[0], word);
  }
  for (uint64_t lane : lanes) sum = add_to_sum(sum, lane);
  return add_to_sum(sum, bytes.size());
}

}  // namespace aptix
