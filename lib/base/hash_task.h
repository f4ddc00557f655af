// A SHA-256 that is computed on a thread of its own while something else is done.
#pragma once

#include <memory>
#include <string_view>

#include "base/sha256.h"

namespace aptix {

class HashTask {
 public:
  HashTask() = default;  // no task

  // `owner` keeps `bytes` alive. No task where there is no thread to be had.
  static HashTask start(std::string_view bytes, std::shared_ptr<const void> owner);

  explicit operator bool() const { return state_ != nullptr; }
  // Waits; throws what the thread threw. May be called again. REQUIRES: there is a task.
  Sha256 wait() const;

 private:
  struct State;
  std::shared_ptr<State> state_;  // copies share the task; the last one waits for its end
};

}  // namespace aptix
