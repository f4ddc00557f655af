#include "terminal/tty.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>

#include "base/text/text.h"
#include "terminal/streams.h"

namespace aptix::app {
namespace {

constexpr int kLook = 200;  // milliseconds: a signal that comes just before the wait is seen after that long
constexpr size_t kLongest = 4096;

// EIO: it was hung up. Whoever was to answer has gone, in the middle of a question or of an answer.
Error stream_failure(std::string_view doing, int error) {
  if (error == EIO) return make_error(Code::interrupted, "interrupted: the terminal has gone");
  return make_error(Code::io_error, fmt::format("cannot {} the terminal: {}", doing, system_message(error)));
}

}  // namespace

Result<std::unique_ptr<Terminal>> Terminal::open(const std::atomic<bool>* interrupted) {
  int fd = ::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
  if (fd < 0)
    return fail(Code::usage, "there is no terminal to ask on",
        "leave out '--interactive'; '--dry-run --diff' shows the change without asking");
  return std::unique_ptr<Terminal>(new Terminal(fd, interrupted));
}

Terminal::~Terminal() { ::close(fd_); }

Status Terminal::write(std::string_view text) {
  while (!text.empty()) {
    ssize_t written = ::write(fd_, text.data(), text.size());
    if (written >= 0) text.remove_prefix(static_cast<size_t>(written));
    else if (errno != EINTR) return fail(stream_failure("write to", errno));
    else if (interrupted_->load()) return fail(Code::interrupted, "interrupted");
  }
  return {};
}

Status Terminal::wait() const {
  while (true) {
    if (interrupted_->load()) return fail(Code::interrupted, "interrupted");
    pollfd wanted{fd_, POLLIN, 0};
    int ready = ::poll(&wanted, 1, kLook);
    if (ready > 0) return {};
    if (ready < 0 && errno != EINTR) return fail(stream_failure("read from", errno));
  }
}

Result<std::optional<std::string>> Terminal::read_line() {
  while (true) {
    if (size_t end = buffer_.find('\n'); end != std::string::npos) {
      std::string line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return line;
    }
    if (buffer_.size() > kLongest) buffer_.clear();  // no answer is that long
    TRY(wait());
    char piece[512];
    ssize_t got = ::read(fd_, piece, sizeof piece);
    if (got == 0) return std::nullopt;
    if (got > 0) buffer_.append(piece, static_cast<size_t>(got));
    else if (errno != EINTR) return fail(stream_failure("read from", errno));
  }
}

}  // namespace aptix::app
