// What goes to standard output: whole lines, written by a thread of its own, so that a reader that does not read keeps
// nobody from working.
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

  void send(std::string message);                     // without its line feed
  bool is_full();                                     // nobody reads: nothing more should be taken in
  bool is_broken() const { return shared_->broken; }  // nobody will ever read
  // Gives what is waiting so long to go out. After that a thread that cannot write is left to itself.
  void close(int wait_ms);

 private:
  // Lives as long as the thread, which may be left in a call that does not end.
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
