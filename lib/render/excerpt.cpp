// Cuts a window out of a line so that the place in question is in it.
#include "render/excerpt.h"

#include <algorithm>

#include "base/text/text.h"

namespace aptix::render {
namespace {

struct CodePoints {
  char32_t first, last;
};

// Wide blocks of East Asian scripts and emoji, and the combining marks that take no cell. A table of
// the blocks, not of every character: a caret may stand one cell off, never the text.
constexpr CodePoints kWide[] = {{0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0xA4CF}, {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF}, {0xFE30, 0xFE6F}, {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F}, {0x1F900, 0x1F9FF},
    {0x20000, 0x3FFFD}};
constexpr CodePoints kCombining[] = {
    {0x0300, 0x036F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE20, 0xFE2F}};

template <size_t N>
constexpr bool within(const CodePoints (&ranges)[N], char32_t code_point) {
  for (const CodePoints& range : ranges)
    if (code_point >= range.first && code_point <= range.last) return true;
  return false;
}

// One character as it is shown: never more than a few bytes, whatever stands in the line.
struct Cell {
  std::string text;
  size_t width = 1;
  size_t size = 1;  // bytes of the line
};

// A byte that begins no character counts as one.
size_t size_at(std::string_view line, size_t offset) { return std::max<size_t>(utf8_sequence_size(line, offset), 1); }

// How many terminal cells a code point takes: 0, 1 or 2.
unsigned cells(char32_t code_point) {
  if (within(kCombining, code_point)) return 0;
  return within(kWide, code_point) ? 2 : 1;
}

Cell show(std::string_view line, size_t offset) {
  if (line[offset] == '\t') return {" ", 1, 1};
  std::string_view bytes = line.substr(offset, size_at(line, offset));
  std::string text = escape_for_display(bytes);
  bool as_is = text == bytes && bytes.size() > 1;
  return {text, as_is ? cells(decode_utf8(bytes, 0).value) : text.size(), bytes.size()};
}

constexpr std::string_view kCut = "...";

}  // namespace

Excerpt excerpt(std::string_view line, uint64_t column, size_t width) {
  // Where the window begins: so far before the column that a third of it is what came before.
  size_t before = width / 3;
  uint64_t target = column == 0 ? 0 : column - 1;
  size_t skipped = 0;  // characters
  size_t offset = 0;
  size_t position = 0;
  bool fits = line.size() <= width && escape_for_display(line).size() <= width;
  if (!fits && target > before) skipped = static_cast<size_t>(target) - before;
  while (position < skipped && offset < line.size()) {
    offset += size_at(line, offset);
    ++position;
  }
  Excerpt result;
  if (offset > 0) result.text = kCut;
  size_t used = result.text.size();
  result.caret = used;
  for (; offset < line.size(); ++position) {
    Cell cell = show(line, offset);
    if (position <= target) result.caret = used;
    if (!fits && used + cell.width + kCut.size() > width) {
      result.text += kCut;
      return result;
    }
    result.text += cell.text;
    used += cell.width;
    offset += cell.size;
  }
  if (position <= target) result.caret = used;
  return result;
}

}  // namespace aptix::render
