// Cuts a text into lines. This runs over every byte of an input, so the scan is a memchr.
#include "answer/basis/line.h"

#include <utility>

#include "base/text/text.h"

namespace aptix::answer {

Line line_from(std::string_view text, size_t start) {
  size_t feed = text.find('\n', start);
  if (feed == std::string_view::npos) return {text.substr(start), start, text.size()};
  std::string_view line = text.substr(start, feed - start);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return {line, start, feed + 1};
}

uint64_t LineNumbers::at(size_t offset) {
  number_ += line_at(text_.substr(counted_to_, offset - counted_to_), offset - counted_to_) - 1;
  counted_to_ = offset;
  return number_;
}

std::string with_plain_signs(std::string_view line) {
  constexpr std::pair<std::string_view, std::string_view> kPlain[] = {{kNoBreakSpace, " "}, {"\uFF0C", ", "},
      {"\u3002", ". "}, {"\uFF1A", ": "}, {"\uFF1B", "; "}, {"\uFF08", " ("}, {"\uFF09", ") "}};
  std::string out;
  bool quoted = false;
  while (!line.empty()) {
    auto sign = std::find_if(
        std::begin(kPlain), std::end(kPlain), [&](const auto& row) { return !quoted && line.starts_with(row.first); });
    bool is_plain = sign == std::end(kPlain);
    quoted ^= line.front() == '`';
    out += is_plain ? line.substr(0, 1) : sign->second;
    line.remove_prefix(is_plain ? 1 : sign->first.size());
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
