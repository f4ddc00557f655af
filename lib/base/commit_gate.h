// What a run that dies must know: are its changes made? A signal handler asks on whatever thread it comes, while
// another may be in the very call that makes them.
#pragma once

#include <poll.h>

#include <atomic>
#include <cstdint>

namespace aptix {

// Lock-free, as a signal handler needs it. One thread opens and shuts; any may ask or close.
class CommitGate {
 public:
  // The id of what is committed; 0: nothing.
  uint64_t id() const {
    uint64_t state = state_.load();
    return state < kClosed ? state : 0;
  }

  // Before the call that commits, or takes the commit back. Does not return when the run has been closed. What was
  // committed before.
  uint64_t open() {
    uint64_t state = state_.load();
    do {
      while (state == kClosed) state = later();
    } while (!state_.compare_exchange_weak(state, kOpen));
    return state;
  }

  // After that call. `id`: what is committed now; 0: nothing.
  void shut(uint64_t id) { state_.store(id); }

  // Whether the tree may be between its old state and its new one: then nobody ends the run who need not.
  void set_halfway(bool halfway) { halfway_.store(halfway); }
  bool is_halfway() const { return halfway_.load(); }
  bool is_closed() const { return state_.load() == kClosed; }

  // For a run that is about to end: waits until the gate is shut, and nothing goes through it any more. What is
  // committed, for whoever comes first; others wait for the end. REQUIRES: not called between open() and shut() on the
  // thread that called these, nor again on the one that closed it.
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
    ::poll(nullptr, 0, 1);  // a millisecond; may be called in a signal handler
    return state_.load();
  }

  std::atomic<uint64_t> state_ = 0;
  std::atomic<bool> halfway_ = false;
};

}  // namespace aptix
