// Reads and writes descriptors and reports every failure: a full disk, a closed stream, a reader that has exited, a
// signal.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace aptix::app {

// Buffered output. Keeps the first error and drops what is written after it.
class Output {
 public:
  explicit Output(int fd) : fd_(fd) {}
  ~Output() = default;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void write(std::string_view text);
  void flush();
  // Called before each write to the descriptor.
  void before_writing(std::function<void()> hook) { hook_ = std::move(hook); }
  bool leads_somewhere() const { return fd_ >= 0; }
  bool failed() const { return error_ != 0; }
  int error() const { return error_; }  // errno of the first failure; EPIPE: nobody reads any more

 private:
  void write_through(std::string_view text);

  int fd_;
  int error_ = 0;
  std::string buffer_;
  std::function<void()> hook_{};
};

// Writes all of `text` and closes the descriptor. 0, or errno of the first failure.
int write_and_close(int fd, std::string_view text);
// The same for a file, opened with these flags of open(2) and created if missing.
int write_to_file(const std::string& path, int flags, unsigned mode, std::string_view text);

// Passes on what comes from a descriptor, piece by piece. Fails with input_unreadable, interrupted, and errors of
// `take`.
Status read_pieces(int fd, const std::string& name, const std::atomic<bool>* interrupted,
    const std::function<Status(std::string_view)>& take);

// Reads a descriptor to its end. Fails with input_unreadable, limit_exceeded (more than `most` bytes; 0: no limit),
// interrupted.
Result<std::string> read_all(int fd, const std::string& name, uint64_t most, const std::atomic<bool>* interrupted);

// Reads a whole file; "-" means standard input.
Result<std::string> read_file(const std::string& path, uint64_t most, const std::atomic<bool>* interrupted);

int64_t now_ns();  // since 1970

}  // namespace aptix::app
