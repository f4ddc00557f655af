// Limits for hostile input. Each has a flag; 0 lifts it.
#pragma once

#include <algorithm>
#include <cstdint>

namespace aptix {

struct Limits {
  uint64_t document_bytes = 256ull << 20;  // --max-input
  uint64_t files = 100'000;                // --max-files
  uint64_t edits = 1'000'000;              // --max-edits
  uint64_t file_bytes = 4ull << 30;        // --max-file: of a file that is read
  uint64_t result_bytes = 4ull << 30;      // --max-result: of all postimages together
  uint64_t growth = 16;                    // --max-growth: result <= 64 MiB + growth x (files read + document)
  uint64_t blocks = 10'000;                // in one input, fixed
  uint64_t depth = 64;                     // JSON nesting, fixed
  uint64_t messages = 100;                 // errors shown, fixed
};

inline constexpr uint64_t kGrowthFree = 64ull << 20;  // bytes that any result may have

// How many bytes may be unpacked from `given` bytes of input; 0: no limit.
inline uint64_t most_unpacked(const Limits& limits, uint64_t given) {
  uint64_t grown = limits.growth == 0 ? 0 : kGrowthFree + limits.growth * given;
  if (grown == 0 || limits.result_bytes == 0) return std::max(grown, limits.result_bytes);
  return std::min(grown, limits.result_bytes);
}

// Limits of the log by default.
inline constexpr uint64_t kKeepTransactions = 200, kKeepBytes = 512ull << 20;

// What a session may do in total. 0: no limit.
struct SessionBudget {
  uint64_t read_tokens = 0, write_files = 0, write_bytes = 0;
};

// The lower of two limits, where 0 means no limit.
constexpr uint64_t lower_limit(uint64_t a, uint64_t b) { return a == 0 || (b != 0 && b < a) ? b : a; }

}  // namespace aptix
