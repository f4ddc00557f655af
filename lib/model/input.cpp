// Places in an input, computed only for messages.
#include "model/input.h"

#include <algorithm>

#include "base/text/find_bytes.h"
#include "base/text/text.h"

namespace aptix {
namespace {

// Start of the line after the one that contains `at`; the end of the text after the last one.
size_t next_line(std::string_view text, size_t at) {
  size_t feed = text.find('\n', at);
  return feed == std::string_view::npos ? text.size() : feed + 1;
}

// Of the line that begins at `start`, without its line end. REQUIRES: start <= text.size().
size_t line_length(std::string_view text, size_t start) {
  std::string_view line = text.substr(start, text.find('\n', start) - start);
  return line.size() - (line.ends_with('\r') ? 1 : 0);
}

}  // namespace

Place Input::place_of(size_t offset, std::string_view pointer) const {
  const Input* input = this;
  while (offset < input->base && input->previous != nullptr) input = input->previous;
  std::string_view text = input->bytes;
  offset = std::min(offset - input->base, text.size());
  size_t start = start_of_line(text, offset);
  // A byte-order mark takes no column.
  if (start == 0 && text.starts_with(kByteOrderMark)) start = std::min(offset, kByteOrderMark.size());
  Place place;
  place.input = input->name;
  place.line = line_at(text, offset);
  place.column = count_code_points(text.substr(start, offset - start)) + 1;
  place.pointer = pointer;
  return place;
}

BodyOffsets::BodyOffsets(const Input& input, const Block& block) : start_(block.offset), end_(input.bytes.size()) {
  if (!block.unindented) return;
  std::string_view shown = *block.unindented, text = input.bytes;
  start_ = static_cast<size_t>(block.body.data() - shown.data());
  size_t from = block.offset;
  for (size_t at = 0; at < shown.size(); at = next_line(shown, at)) {
    size_t removed = line_length(text, from) - std::min(line_length(shown, at), line_length(text, from));
    lines_.push_back({at, from + removed});
    from = next_line(text, from);
  }
  lines_.push_back({shown.size(), from});
}

size_t BodyOffsets::in_input(size_t body_offset) const {
  size_t at = start_ + body_offset;
  if (lines_.empty()) return std::min(at, end_);
  auto next = std::ranges::upper_bound(lines_, at, {}, &LineStart::shown);  // the first line begins at 0
  return std::min(std::prev(next)->input + (at - std::prev(next)->shown), end_);
}

size_t Block::to_input(const Input& input, size_t body_offset) const {
  return input.base + BodyOffsets(input, *this).in_input(std::min(body_offset, body.size()));
}

Block whole_block(const Input& input) {
  Block block;
  block.body = input.bytes;
  block.end = input.bytes.size();
  block.line = 1;
  return block;
}

}  // namespace aptix
