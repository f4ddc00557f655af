#include "mcp/line_reader.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace aptix::app::mcp {
namespace {

constexpr size_t kKept = 1 << 20;  // memory above this is released after a long line

}  // namespace

bool LineReader::take_line(std::string& line) {
  size_t end = held_.find('\n', seen_);
  if (end == std::string::npos) {
    seen_ = held_.size();
    return false;
  }
  line.assign(held_, 0, end);
  if (line.ends_with('\r')) line.pop_back();
  held_.erase(0, end + 1);
  if (held_.size() < piece_.size() && held_.capacity() > kKept) held_.shrink_to_fit();
  seen_ = 0;
  return true;
}

LineReader::Got LineReader::next(std::string& line, int wait_ms) {
  for (;;) {
    if (take_line(line)) {
      if (!passing_ && line.size() <= most_) return Got::line;
      passing_ = false;
      return Got::too_long;
    }
    if (held_.size() > most_) {
      passing_ = true;
      std::string().swap(held_);
      seen_ = 0;
    }
    pollfd ready{.fd = fd_, .events = POLLIN, .revents = 0};
    int polled = ::poll(&ready, 1, wait_ms);
    if (polled < 0) return errno == EINTR ? Got::stopped : Got::end;
    if (polled == 0) return Got::idle;
    ssize_t got = ::read(fd_, piece_.data(), piece_.size());
    int error = errno;
    held_.append(piece_.data(), got > 0 ? static_cast<size_t>(got) : 0);
    if (got == 0) return Got::end;
    if (got < 0 && error == EINTR) return Got::stopped;
    if (got < 0 && error != EAGAIN) return Got::end;
    if (passing_ && held_.find('\n') == std::string::npos) held_.clear(), seen_ = 0;
  }
}

}  // namespace aptix::app::mcp
