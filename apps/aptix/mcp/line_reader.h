// Reads lines of limited length from standard input.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace aptix::app::mcp {

inline constexpr size_t kMostLine = 64 << 20;

class LineReader {
 public:
  // idle: nothing came in time; stopped: a signal came.
  enum class Got : uint8_t { line, too_long, end, idle, stopped };

  explicit LineReader(int fd, size_t most = kMostLine) : fd_(fd), most_(most) {}
  // `line` has no line end. An unfinished last line is dropped.
  Got next(std::string& line, int wait_ms);

 private:
  bool take_line(std::string& line);

  int fd_;
  size_t most_;
  std::array<char, 64 << 10> piece_;  // buffer of one read call
  std::string held_;
  size_t seen_ = 0;       // the first bytes without a line feed
  bool passing_ = false;  // skipping the rest of a line that is too long
};

}  // namespace aptix::app::mcp
