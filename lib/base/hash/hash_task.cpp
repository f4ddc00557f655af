// Pure: bytes in, hash out.
#include "base/hash/hash_task.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace aptix {
namespace {

constexpr size_t kPart = 1 << 20;  // bytes

using Hashers = std::vector<std::promise<Sha256Hasher>>;  // after each part

// With the hashers goes what they promise: whoever waits for one is told when there will be none.
Sha256 hash_in_parts(std::string_view bytes, Hashers after) {
  Sha256Hasher hasher;
  for (std::promise<Sha256Hasher>& one : after) {
    hasher.update(bytes.substr(0, kPart));
    bytes.remove_prefix(kPart);
    one.set_value(hasher);
  }
  hasher.update(bytes);
  return hasher.finish();
}

}  // namespace

struct HashTask::State {
  std::shared_ptr<const void> owner;
  std::shared_future<Sha256> result;
  std::vector<std::shared_future<Sha256Hasher>> after = {};  // each part
};

HashTask HashTask::start(std::string_view bytes, std::shared_ptr<const void> owner) {
  HashTask task;
  try {
    Hashers hashers(bytes.size() / kPart);
    std::vector<std::shared_future<Sha256Hasher>> after;
    for (std::promise<Sha256Hasher>& one : hashers) after.push_back(one.get_future().share());
    auto result = std::async(std::launch::async,
        [bytes, hashers = std::move(hashers)]() mutable { return hash_in_parts(bytes, std::move(hashers)); });
    task.state_ = std::make_shared<State>(State{std::move(owner), result.share(), std::move(after)});
  } catch (const std::system_error&) {
    // Whoever wants the hash computes it.
  }
  return task;
}

Sha256 HashTask::wait() const { return state_->result.get(); }

size_t HashTask::begin_alike(size_t common, Sha256Hasher& hasher) const {
  size_t parts = std::min(common / kPart, state_->after.size());
  if (parts > 0) hasher = state_->after[parts - 1].get();
  return parts * kPart;
}

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
