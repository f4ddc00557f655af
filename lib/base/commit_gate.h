// Tells a run that is about to die whether its changes were made. A signal handler asks on any thread, while another
// thread may be in the very call that commits.
#pragma once

#include <poll.h>

#include <atomic>
#include <cstdint>

namespace aptix {

// Lock-free, as a signal handler needs it. One thread opens and shuts; any thread may ask or close.
class CommitGate {
 public:
  // The id of the committed transaction; 0: none.
  uint64_t id() const {
    uint64_t state = state_.load();
    return state < kClosed ? state : 0;
  }

  // Call before committing, or undoing a commit. Returns the id that was committed before. Does not return if the run
  // has been closed.
  uint64_t open() {
    uint64_t state = state_.load();
    do {
      while (state == kClosed) state = later();
    } while (!state_.compare_exchange_weak(state, kOpen));
    return state;
  }

  // Call after that. `id`: of the transaction that is committed now; 0: none.
  void shut(uint64_t id) { state_.store(id); }

  // True while the tree may be between its old and its new state: then a run must not be ended without need.
  void set_halfway(bool halfway) { halfway_.store(halfway); }
  bool is_halfway() const { return halfway_.load(); }
  bool is_closed() const { return state_.load() == kClosed; }

  // For a run that is about to end: waits until the gate is shut and keeps it closed. Returns the committed id to the
  // first caller; other callers wait for the end. REQUIRES: not called between open() and shut() on the thread that
  // called these, nor twice on one thread.
  uint64_t close() {
    uint64_t state = state_.load();
    do {
      while (state >= kClosed) state = later();
    } while (!state_.compare_exchange_weak(state, kClosed));
    return state;
  }

 private:
  static constexpr uint64_t kOpen = UINT64_MAX, kClosed = UINT64_MAX - 1;

  uint64_t later() const {
    ::poll(nullptr, 0, 1);  // one millisecond; safe in a signal handler
    return state_.load();
  }

  std::atomic<uint64_t> state_ = 0;
  std::atomic<bool> halfway_ = false;
};

}  // namespace aptix
