// Pure: bytes in, hash out.
#include "base/hash/hash_task.h"

#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace aptix {

struct HashTask::State {
  std::shared_ptr<const void> owner;
  std::shared_future<Sha256> result;
};

HashTask HashTask::start(std::string_view bytes, std::shared_ptr<const void> owner) {
  HashTask task;
  try {
    auto result = std::async(std::launch::async, [bytes] { return sha256(bytes); }).share();
    task.state_ = std::make_shared<State>(State{std::move(owner), std::move(result)});
  } catch (const std::system_error&) {
    // Whoever wants the hash computes it.
  }
  return task;
}

Sha256 HashTask::wait() const { return state_->result.get(); }

struct HashWorker::Impl {
  std::mutex mutex;
  std::condition_variable more;
  std::deque<std::packaged_task<Sha256()>> waiting;
  bool closed = false;  // nothing more will come
  std::thread thread;

  void work() {
    std::unique_lock lock(mutex);
    while (true) {
      more.wait(lock, [this] { return closed || !waiting.empty(); });
      if (waiting.empty()) return;
      std::packaged_task<Sha256()> next = std::move(waiting.front());
      waiting.pop_front();
      lock.unlock();
      next();
      lock.lock();
    }
  }
};

HashWorker::HashWorker() : impl_(std::make_unique<Impl>()) {}

HashWorker::~HashWorker() {
  if (!impl_->thread.joinable()) return;
  {
    std::lock_guard lock(impl_->mutex);
    impl_->closed = true;
  }
  impl_->more.notify_one();
  impl_->thread.join();
}

HashTask HashWorker::start(std::string_view bytes, std::shared_ptr<const void> owner) {
  HashTask task;
  try {
    if (!impl_->thread.joinable()) impl_->thread = std::thread([impl = impl_.get()] { impl->work(); });
  } catch (const std::system_error&) {
    return task;
  }
  std::packaged_task<Sha256()> next([bytes, owner] { return sha256(bytes); });
  task.state_ = std::make_shared<HashTask::State>(HashTask::State{std::move(owner), next.get_future().share()});
  {
    std::lock_guard lock(impl_->mutex);
    impl_->waiting.push_back(std::move(next));
  }
  impl_->more.notify_one();
  return task;
}

}  // namespace aptix
