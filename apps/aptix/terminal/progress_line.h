// The progress of a long run on a terminal: one line on standard error, erased before anything else is written there.
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
    int fd = -1;        // of a terminal; -1: never shows anything
    size_t width = 80;  // in cells
    std::chrono::milliseconds every = std::chrono::seconds(1);
  };
  // Shows nothing before work() or wait_for() was called and `every` has passed since.
  ProgressLine(const Progress& progress, Options options);
  ~ProgressLine() { stop(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // From here on the run works: shows how far it is.
  void work();
  // From here on the run waits for something: shows these words, such as "verifying: make test". "": shows nothing.
  void wait_for(std::string what);
  // Erases the line and shows no more. May be called again.
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
