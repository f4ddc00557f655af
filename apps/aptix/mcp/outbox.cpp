#include "mcp/outbox.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <climits>

namespace aptix::app::mcp {
namespace {

constexpr size_t kMostWaiting = 64 << 20;

bool write_line(int fd, const std::string& line) {
  for (size_t done = 0; done < line.size();) {
    ssize_t put = ::write(fd, line.data() + done, line.size() - done);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    done += static_cast<size_t>(put);
  }
  return true;
}

// True if a write would not block, as far as that is known.
bool has_room(int fd, const std::string& line) {
  pollfd ready{.fd = fd, .events = POLLOUT, .revents = 0};
  return line.size() <= PIPE_BUF && ::poll(&ready, 1, 0) == 1 && (ready.revents & POLLOUT) != 0;
}

}  // namespace

Outbox::Outbox(int fd) {
  shared_->fd = fd;
  thread_ = std::thread([shared = shared_] { write_all(*shared); });
}

Outbox::~Outbox() {
  if (thread_.joinable()) thread_.detach();
}

// A short line that fits into the pipe is written at once: that costs less than waking a thread.
void Outbox::send(std::string message) {
  message += '\n';
  {
    std::lock_guard held(shared_->lock);
    if (shared_->closing) return;
    if (shared_->waiting.empty() && shared_->idle && has_room(shared_->fd, message)) {
      if (!shared_->broken && !write_line(shared_->fd, message)) shared_->broken = true;
      return;
    }
    shared_->bytes += message.size();
    shared_->waiting.push_back(std::move(message));
  }
  shared_->changed.notify_all();
}

bool Outbox::is_full() {
  std::lock_guard held(shared_->lock);
  return shared_->bytes > kMostWaiting;
}

void Outbox::write_all(Shared& shared) {
  std::unique_lock held(shared.lock);
  for (;;) {
    shared.changed.wait(held, [&] { return !shared.waiting.empty() || shared.closing; });
    if (shared.waiting.empty()) return;
    std::string line = std::move(shared.waiting.front());
    shared.waiting.pop_front();
    shared.idle = false;
    held.unlock();
    if (!shared.broken && !write_line(shared.fd, line)) shared.broken = true;
    held.lock();
    shared.bytes -= line.size();
    shared.idle = true;
    shared.changed.notify_all();
  }
}

void Outbox::close(int wait_ms) {
  std::unique_lock held(shared_->lock);
  shared_->closing = true;
  shared_->changed.notify_all();
  bool done = shared_->changed.wait_for(held, std::chrono::milliseconds(wait_ms),
      [&] { return shared_->broken || (shared_->waiting.empty() && shared_->idle); });
  held.unlock();
  if (done && thread_.joinable()) thread_.join();
}

}  // namespace aptix::app::mcp
