// Messages between programs: a JSON object in one line, whose member "length" says how many raw bytes follow it. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json/json.h"

namespace aptix::json {

// `fields`: an object without "length". Only what goes before the content is made, so that a long one is not copied.
std::string framed_header(std::string fields, size_t length);

struct Framed {
  std::string header;  // the line, without its end
  std::string content;
};

// Takes bytes as they come.
class FrameReader {
 public:
  explicit FrameReader(size_t most_content) : most_content_(most_content) {}
  void take(std::string_view bytes);
  // A message that is whole; its bytes are then forgotten.
  std::optional<Framed> next();
  bool is_bad() const { return is_bad_; }  // what came is no such message, or one that is too large

 private:
  static constexpr size_t kMostHeader = 1 << 20;

  void read_header();

  size_t most_content_;
  std::string ahead_;  // what came after the message that is being read, or a part of its header
  Framed now_;
  std::optional<size_t> length_;  // of the content, where the header is read
  bool is_bad_ = false;
};

}  // namespace aptix::json
