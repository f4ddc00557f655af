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

size_t Block::to_input(const Input& input, size_t body_offset) const {
  body_offset = std::min(body_offset, body.size());
  if (!unindented) return input.base + offset + body_offset;
  std::string_view text = input.bytes;
  size_t line_start = offset;
  for (uint64_t lines = line_at(body, body_offset) - 1; lines > 0; --lines) line_start = next_line(text, line_start);
  size_t removed = 0;
  while (removed < indent && line_start + removed < text.size() && text[line_start + removed] == ' ') ++removed;
  size_t column = body_offset - start_of_line(body, body_offset);
  return input.base + std::min(line_start + removed + column, text.size());
}

Block whole_block(const Input& input) {
  Block block;
  block.body = input.bytes;
  block.end = input.bytes.size();
  block.line = 1;
  return block;
}

}  // namespace aptix
