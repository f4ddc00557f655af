// Threads: a loop over numbers whose turns several of them may do at once, and work that one does beside its caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <latch>
#include <thread>

#include "base/result.h"

namespace aptix {

// Does one turn. After a failure no further ones are begun.
using Turn = std::function<Status(size_t)>;

struct Threads {
  size_t most = 1;
  size_t in_a_row = 1;  // turns that one thread takes at once
};

// Turns 0 to `count` - 1, in order as they are begun, on the calling thread and up to `most` - 1 others; where fewer
// are to be had, those do the work. Each thread does its turns with one of its own from `make_turn`. Of several
// failures returns that of the first turn. Throws what a turn threw, when all threads are done.
Status in_parallel(size_t count, Threads threads, const std::function<Turn()>& make_turn);

// Work that is done on a thread of its own beside what the caller does.
class Background {
 public:
  Background() = default;
  ~Background();  // waits
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  enum class When : uint8_t { now, at_finish };  // at_finish: it is too little for a thread

  // Where no thread is to be had, finish() does the work. Work that is not in a hurry begins when that of `first` has
  // ended, which outlives this. REQUIRES: nothing was planned before.
  void plan(When when, std::function<void()> work, const Background* first = nullptr);

  // Returns when the work is done, or throws what it threw. Nothing to do is fine.
  void finish();

 private:
  std::function<void()> work_;
  std::exception_ptr thrown_;
  std::latch ended_{1};
  std::thread thread_;
};

}  // namespace aptix
