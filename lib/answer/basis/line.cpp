// Cutting a text into lines. Runs over every byte of an input, so the scan is a memchr.
#include "answer/basis/line.h"

#include "base/text/text.h"

namespace aptix::answer {

Line line_from(std::string_view text, size_t start) {
  size_t feed = text.find('\n', start);
  if (feed == std::string_view::npos) return {text.substr(start), start, text.size()};
  std::string_view line = text.substr(start, feed - start);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return {line, start, feed + 1};
}

size_t previous_line(std::string_view text, size_t start) {
  size_t feed = start < 2 ? std::string_view::npos : text.rfind('\n', start - 2);
  return feed == std::string_view::npos ? 0 : feed + 1;
}

uint64_t LineNumbers::at(size_t offset) {
  number_ += line_at(text_.substr(counted_to_, offset - counted_to_), offset - counted_to_) - 1;
  counted_to_ = offset;
  return number_;
}

std::string with_plain_blanks(std::string_view line) {
  std::string out;
  bool quoted = false;
  for (size_t at = 0; at < line.size();) {
    bool is_blank = !quoted && line.substr(at).starts_with(kNoBreakSpace);
    quoted ^= line[at] == '`';
    out += is_blank ? ' ' : line[at];
    at += is_blank ? kNoBreakSpace.size() : 1;
  }
  return out;
}

Indent indent_of(std::string_view line, size_t most) {
  Indent indent;
  while (indent.bytes < line.size() && indent.columns < most) {
    char byte = line[indent.bytes];
    if (byte != ' ' && byte != '\t') break;
    indent.columns += byte == ' ' ? 1 : 4 - indent.columns % 4;
    ++indent.bytes;
  }
  return indent;
}

}  // namespace aptix::answer
