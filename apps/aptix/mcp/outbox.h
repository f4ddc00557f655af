// Writes lines to standard output in a thread of its own, so that a client that does not read blocks nobody.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace aptix::app::mcp {

class Outbox {
 public:
  explicit Outbox(int fd);
  ~Outbox();
  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;

  void send(std::string message);                     // without line feed
  bool is_full();                                     // the client does not read: accept no more work
  bool is_broken() const { return shared_->broken; }  // the client will never read again
  // Waits up to `wait_ms` until everything is written. A thread that still cannot write is then abandoned.
  void close(int wait_ms);

 private:
  // Lives as long as the thread, which may be blocked forever.
  struct Shared {
    int fd = 1;
    std::mutex lock;
    std::condition_variable changed;
    std::deque<std::string> waiting;
    size_t bytes = 0;
    bool closing = false, idle = true;
    std::atomic<bool> broken = false;
  };
  static void write_all(Shared& shared);

  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
  std::thread thread_;
};

}  // namespace aptix::app::mcp
