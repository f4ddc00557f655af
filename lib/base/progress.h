// How far a run has come. The run counts; any thread may read at any time.
#pragma once

#include <atomic>
#include <cstdint>

namespace aptix {

struct Progress {
  std::atomic<uint64_t> done = 0, all = 0;  // steps; all = 0: their number is not yet known
};

}  // namespace aptix
