// Counts lines and checks UTF-8 over pieces of any size.
#include "ops/files/file_facts.h"

#include <algorithm>
#include <cstring>

namespace aptix::ops {
namespace {

// Bytes at the end of `text` that may be the beginning of one character; 0 when it ends in a whole one.
size_t open_tail(std::string_view text) {
  for (size_t back = 1; back <= std::min<size_t>(3, text.size()); ++back) {
    auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if ((byte & 0xC0) == 0x80) continue;
    size_t wanted = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1;
    return wanted > back ? back : 0;
  }
  return 0;
}

}  // namespace

void FileFacts::update(std::string_view bytes) {
  if (bytes.empty()) return;
  size_ += bytes.size();
  if (head_.size() < kByteOrderMark.size()) head_ += bytes.substr(0, kByteOrderMark.size() - head_.size());

  LineEnds ends = aptix::line_ends(bytes);
  // A CR that ended the piece before belongs to the LF that begins this one.
  if (bytes.front() == '\n' && last_ == '\r') --ends.lf, ++ends.crlf;
  ends_.lf += ends.lf;
  ends_.crlf += ends.crlf;
  last_ = bytes.back();

  if (!utf8_) return;
  std::string joined;
  if (!carried_.empty()) {
    joined = carried_ + std::string(bytes);
    bytes = joined;
  }
  size_t tail = open_tail(bytes);
  utf8_ = !find_invalid_utf8(bytes.substr(0, bytes.size() - tail));
  carried_ = std::string(bytes.substr(bytes.size() - tail));
}

uint64_t FileFacts::lines() const {
  uint64_t ended = ends_.lf + ends_.crlf;
  return size_ == 0 || last_ == '\n' ? ended : ended + 1;
}

std::string_view line_ends_name(const LineEnds& ends) {
  if (ends.mixed()) return "mixed";
  switch (ends.dominant()) {
    case LineEnd::none: return "none";
    case LineEnd::lf: return "lf";
    case LineEnd::crlf: return "crlf";
  }
  return "none";
}

}  // namespace aptix::ops
