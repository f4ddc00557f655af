// What a run says of itself on a terminal while it takes long: one line on standard error, which goes before anything
// else is written there.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>

#include "base/progress.h"

namespace aptix::app {

class ProgressLine {
 public:
  struct Options {
    int fd = -1;        // of a terminal; -1: nothing is ever said
    size_t width = 80;  // its cells
    std::chrono::milliseconds every = std::chrono::seconds(1);
  };
  // Says nothing before it was told what is done, and `every` has passed since.
  ProgressLine(const Progress& progress, Options options);
  ~ProgressLine() { stop(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // From here on the run works, and how far it has come is counted.
  void work();
  // From here on something else is waited for, which is told in these words: "verifying: make test". "": nothing is.
  void wait_for(std::string what);
  // Erases the line, and says no more. May be called again.
  void stop();

 private:
  using Clock = std::chrono::steady_clock;

  void begin(std::string what, bool works);
  void run();
  std::string text() const;
  void erase();
  void write(std::string_view text) const;

  const Progress& progress_;
  const Options options_;
  std::mutex lock_;
  std::condition_variable changed_;
  std::string what_;
  bool works_ = false;
  Clock::time_point start_ = Clock::now();
  std::string shown_;  // "": nothing
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace aptix::app
