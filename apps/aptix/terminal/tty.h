// The terminal of the person who runs the program, for what is asked on it.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace aptix::app {

// The person's terminal, even where the standard streams are others: text out, lines in. It stays in its own line mode,
// so that nothing has to be put back when the program ends.
class Terminal {
 public:
  // Fails with usage where the process has none.
  static Result<std::unique_ptr<Terminal>> open(const std::atomic<bool>* interrupted);
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  // `text` is shown as it is: whatever comes from outside must be escaped by then.
  Status write(std::string_view text);
  // Without its line feed; nothing when the person ends the input. Fails with interrupted, io_error.
  Result<std::optional<std::string>> read_line();
  int fd() const { return fd_; }

 private:
  Terminal(int fd, const std::atomic<bool>* interrupted) : fd_(fd), interrupted_(interrupted) {}
  Status wait() const;

  int fd_;
  const std::atomic<bool>* interrupted_;
  std::string buffer_;  // read, but not asked for yet
};

}  // namespace aptix::app
