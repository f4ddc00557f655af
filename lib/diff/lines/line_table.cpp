// Reads line starts block by block, and stores one for each block; the others are searched for again.
#include "diff/lines/line_table.h"

namespace aptix::diff {
namespace {

constexpr uint64_t kBlock = 16;

size_t after_line(std::string_view text, size_t start) { return start + raw_line(text, start).size(); }

}  // namespace

void LineTable::read_block() {
  for (uint64_t i = 0; i < kBlock && read_bytes_ < text_.size(); ++i) {
    read_bytes_ = after_line(text_, read_bytes_);
    ++read_lines_;
  }
  if (read_lines_ % kBlock == 0 && read_lines_ / kBlock == marks_.size()) marks_.push_back(read_bytes_);
}

void LineTable::read_to_line(uint64_t line) {
  while (read_lines_ <= line && read_bytes_ < text_.size()) read_block();
}

uint64_t LineTable::count() {
  read_to_line(UINT64_MAX);
  return read_lines_;
}

std::string_view LineTable::line(uint64_t line) {
  return has(line) ? split_line(raw_line(text_, start_of(line))).text : std::string_view();
}

bool LineTable::has(uint64_t line) {
  read_to_line(line);
  return line < read_lines_;
}

size_t LineTable::start_of(uint64_t line) {
  if (!has(line)) return text_.size();
  if (line < last_line_ || line / kBlock != last_line_ / kBlock) {
    last_line_ = line / kBlock * kBlock;
    last_start_ = marks_[static_cast<size_t>(line / kBlock)];
  }
  for (; last_line_ != line; ++last_line_) last_start_ = after_line(text_, last_start_);
  return last_start_;
}

}  // namespace aptix::diff
