// Lines from standard input, none longer than is allowed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace aptix::app::mcp {

inline constexpr size_t kMostLine = 64 << 20;

class LineReader {
 public:
  // idle: nothing came within the time; stopped: a signal came.
  enum class Got : uint8_t { line, too_long, end, idle, stopped };

  explicit LineReader(int fd, size_t most = kMostLine) : fd_(fd), most_(most) {}
  // `line` without its end. A last line without one, which was cut off, is no line.
  Got next(std::string& line, int wait_ms);

 private:
  bool take_line(std::string& line);

  int fd_;
  size_t most_;
  std::array<char, 64 << 10> piece_;  // what one call reads
  std::string held_;
  size_t seen_ = 0;       // of it no line feed is in the first bytes
  bool passing_ = false;  // over the rest of a line that is too long
};

}  // namespace aptix::app::mcp
