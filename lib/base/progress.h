// How far a run has come. The run counts; whoever watches it may look at any time, from any thread.
#pragma once

#include <atomic>
#include <cstdint>

namespace aptix {

struct Progress {
  std::atomic<uint64_t> done = 0, all = 0;  // steps; all = 0: how many there will be is not known yet
};

}  // namespace aptix
