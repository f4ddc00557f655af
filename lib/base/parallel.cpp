#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace aptix {
namespace {

class Queue {
 public:
  Queue(size_t count, size_t in_a_row, const std::function<Turn()>& make_turn)
      : count_(count),
        in_a_row_(in_a_row),
        make_turn_(make_turn) {}

  void work() noexcept {
    try {
      Turn turn = make_turn_();
      for (size_t at = next_.fetch_add(in_a_row_); at < count_; at = next_.fetch_add(in_a_row_))
        for (size_t i = at; i < std::min(at + in_a_row_, count_); ++i) {
          if (stopped_) return;
          if (Status done = turn(i); !done) stop(i, std::move(done).error());
        }
    } catch (...) {
      std::lock_guard guard(mutex_);
      stopped_ = true;
      if (!thrown_) thrown_ = std::current_exception();
    }
  }

  // REQUIRES: all threads are done.
  Status result() {
    if (thrown_) std::rethrow_exception(thrown_);
    if (error_) return fail(std::move(*error_));
    return {};
  }

 private:
  void stop(size_t turn, Error error) {
    std::lock_guard guard(mutex_);
    stopped_ = true;
    if (error_ && failed_ < turn) return;
    failed_ = turn;
    error_ = std::move(error);
  }

  size_t count_, in_a_row_;
  const std::function<Turn()>& make_turn_;
  std::atomic<size_t> next_{0};
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  size_t failed_ = 0;  // the turn that error_ is of
  std::optional<Error> error_;
  std::exception_ptr thrown_;
};

}  // namespace

Status in_parallel(size_t count, Threads threads, const std::function<Turn()>& make_turn) {
  Queue queue(count, threads.in_a_row, make_turn);
  std::vector<std::thread> others;
  try {
    others.reserve(threads.most);
    while (others.size() + 1 < threads.most) others.emplace_back([&queue] { queue.work(); });
  } catch (const std::exception&) {
    // No thread or memory left: the running threads do the work.
  }
  queue.work();
  for (std::thread& other : others) other.join();
  return queue.result();
}

Background::~Background() {
  if (thread_.joinable()) thread_.join();
}

void Background::plan(When when, std::function<void()> work, const Background* first) {
  work_ = std::move(work);
  bool is_later = first != nullptr && !first->thread_.joinable();
  if (when == When::at_finish || is_later) return;
  try {
    thread_ = std::thread([this, first] {
      try {
        if (first != nullptr) first->ended_.wait();
        work_();
      } catch (...) {
        thrown_ = std::current_exception();
      }
      ended_.count_down();
    });
  } catch (const std::exception&) {
    // finish() does the work.
  }
}

void Background::finish() {
  if (thread_.joinable()) thread_.join();  // the thread has done the work
  else if (work_) std::exchange(work_, nullptr)();
  work_ = nullptr;
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

}  // namespace aptix
