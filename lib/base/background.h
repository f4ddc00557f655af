// Work that is done on a thread of its own beside what the caller does.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <thread>

namespace aptix {

class Background {
 public:
  Background() = default;
  ~Background();  // waits
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  enum class When : uint8_t { now, at_finish };  // at_finish: it is too little for a thread

  // Where no thread is to be had, finish() does the work. REQUIRES: nothing was planned before.
  void plan(When when, std::function<void()> work);

  // Returns when the work is done, or throws what it threw. Nothing to do is fine.
  void finish();

 private:
  std::function<void()> work_;
  std::exception_ptr thrown_;
  std::thread thread_;
};

}  // namespace aptix
