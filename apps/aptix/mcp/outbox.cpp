#include "mcp/outbox.h"

#include <unistd.h>

#include <cerrno>
#include <chrono>

namespace aptix::app::mcp {
namespace {

constexpr size_t kMostWaiting = 64 << 20;

}  // namespace

Outbox::~Outbox() {
  if (thread_.joinable()) thread_.detach();
}

void Outbox::send(std::string message) {
  message += '\n';
  std::lock_guard held(lock_);
  if (closing_) return;
  bytes_ += message.size();
  waiting_.push_back(std::move(message));
  changed_.notify_all();
}

bool Outbox::is_full() {
  std::lock_guard held(lock_);
  return bytes_ > kMostWaiting;
}

bool Outbox::write_line(const std::string& line) const {
  for (size_t done = 0; done < line.size();) {
    ssize_t put = ::write(fd_, line.data() + done, line.size() - done);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    done += static_cast<size_t>(put);
  }
  return true;
}

void Outbox::write_all() {
  std::unique_lock held(lock_);
  for (;;) {
    changed_.wait(held, [&] { return !waiting_.empty() || closing_; });
    if (waiting_.empty()) break;
    std::string line = std::move(waiting_.front());
    waiting_.pop_front();
    idle_ = false;
    held.unlock();
    if (!broken_ && !write_line(line)) broken_ = true;
    held.lock();
    bytes_ -= line.size();
    idle_ = true;
    changed_.notify_all();
  }
  changed_.notify_all();
}

void Outbox::close(int wait_ms) {
  std::unique_lock held(lock_);
  closing_ = true;
  changed_.notify_all();
  bool done = changed_.wait_for(
      held, std::chrono::milliseconds(wait_ms), [&] { return broken_ || (waiting_.empty() && idle_); });
  held.unlock();
  if (done && thread_.joinable() && !broken_) thread_.join();
}

}  // namespace aptix::app::mcp
