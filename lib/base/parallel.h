// Threads: a loop whose turns several threads share, and work that runs beside its caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <latch>
#include <thread>

#include "base/result.h"

namespace aptix {

// Does one turn. After a failure no further turns are begun.
using Turn = std::function<Status(size_t)>;

struct Threads {
  size_t most = 1;
  size_t in_a_row = 1;  // turns that a thread fetches at once
};

// Runs turns 0 to `count` - 1, begun in order, on the calling thread and up to `most` - 1 others (fewer if no more can
// be started). Each thread has a Turn of its own from `make_turn`. Of several failures returns that of the first turn.
// When all threads are done, rethrows what a turn threw.
Status in_parallel(size_t count, Threads threads, const std::function<Turn()>& make_turn);

// Work on a thread of its own, beside that of the caller.
class Background {
 public:
  Background() = default;
  ~Background();  // waits
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  enum class When : uint8_t { now, at_finish };  // at_finish: too little work for a thread

  // Begins the work on a thread, after that of `first` if given. finish() does it for at_finish, if no thread can be
  // started, and if `first` has none. REQUIRES: nothing was planned before; `first` outlives this.
  void plan(When when, std::function<void()> work, const Background* first = nullptr);

  // Waits for the work, or does it; rethrows what it threw. Without work it does nothing.
  void finish();

 private:
  std::function<void()> work_;
  std::exception_ptr thrown_;
  std::latch ended_{1};
  std::thread thread_;
};

}  // namespace aptix
