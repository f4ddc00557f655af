// Messages between programs: a JSON object on one line, whose member "length" tells how many raw bytes follow it. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json/json.h"

namespace aptix::json {

// `fields`: an object without "length". Returns only what precedes the content, so that a long content is not copied.
std::string framed_header(std::string fields, size_t length);

struct Framed {
  std::string header;  // the line, without its end
  std::string content;
};

// Assembles messages from bytes in pieces of any size.
class FrameReader {
 public:
  explicit FrameReader(size_t most_content) : most_content_(most_content) {}
  void take(std::string_view bytes);
  // The next complete message, which is then removed.
  std::optional<Framed> next();
  bool is_bad() const { return is_bad_; }  // the bytes are no such message, or one that is too large

 private:
  static constexpr size_t kMostHeader = 1 << 20;

  void read_header();

  size_t most_content_;
  std::string ahead_;  // bytes after the current message, or a part of its header
  Framed now_;
  std::optional<size_t> length_;  // of the content; nothing before the header has been read
  bool is_bad_ = false;
};

}  // namespace aptix::json
