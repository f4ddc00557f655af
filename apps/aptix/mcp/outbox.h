// What goes to standard output: whole lines, written by a thread of its own, so that a reader that does not read keeps
// nobody from working.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

namespace aptix::app::mcp {

class Outbox {
 public:
  explicit Outbox(int fd) : fd_(fd), thread_([this] { write_all(); }) {}
  ~Outbox();
  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;

  void send(std::string message);             // without its line feed
  bool is_full();                             // nobody reads: nothing more should be taken in
  bool is_broken() const { return broken_; }  // nobody will ever read
  // Gives what is waiting so long to go out. After that the thread is left to itself, and the process has to end.
  void close(int wait_ms);

 private:
  void write_all();
  bool write_line(const std::string& line) const;

  int fd_;
  std::mutex lock_;
  std::condition_variable changed_;
  std::deque<std::string> waiting_;
  size_t bytes_ = 0;
  bool closing_ = false, idle_ = true;
  std::atomic<bool> broken_ = false;
  std::thread thread_;
};

}  // namespace aptix::app::mcp
