// SHA-256 values that are computed on another thread while something else is done.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "base/hash/sha256.h"

namespace aptix {

class HashTask {
 public:
  HashTask() = default;  // no task

  // `owner` keeps `bytes` alive. No task where there is no thread to be had.
  static HashTask start(std::string_view bytes, std::shared_ptr<const void> owner);

  explicit operator bool() const { return state_ != nullptr; }
  // Waits; throws what the thread threw. May be called again. REQUIRES: there is a task.
  Sha256 wait() const;
  // For a text that begins with the same `common` bytes: gives the hasher the first of them, as many as it can without
  // hashing them again, and says how many. Waits until they are hashed; throws where the thread ended before. REQUIRES:
  // there is a task, the hasher is new.
  size_t begin_alike(size_t common, Sha256Hasher& hasher) const;

 private:
  friend class HashWorker;
  struct State;
  std::shared_ptr<State> state_;  // copies share the task; the last one waits for its end
};

// Hashes one text after the other on one thread, which begins with the first: for many that are too small for a thread
// each.
class HashWorker {
 public:
  HashWorker();
  ~HashWorker();  // waits until all are hashed; tasks may outlive the worker
  HashWorker(const HashWorker&) = delete;
  HashWorker& operator=(const HashWorker&) = delete;

  // As HashTask::start.
  HashTask start(std::string_view bytes, std::shared_ptr<const void> owner);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace aptix
