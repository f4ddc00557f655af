// Fences and list markers, by the rules of CommonMark 0.30 §4.5 and §5.2.
#include "answer/basis/fence.h"

#include "answer/basis/line.h"
#include "base/text/text.h"

namespace aptix::answer {
namespace {

constexpr size_t kShortestFence = 3;
constexpr size_t kMostDigits = 9;

// Length of the list marker that the text begins with; 0 when there is none.
size_t list_marker(std::string_view text) {
  if (text.empty()) return 0;
  size_t size = 1;
  bool bullet = text[0] == '-' || text[0] == '*' || text[0] == '+';
  if (!bullet) {
    size_t digits = 0;
    while (digits < text.size() && digits <= kMostDigits && text[digits] >= '0' && text[digits] <= '9') ++digits;
    if (digits == 0 || digits > kMostDigits || digits == text.size()) return 0;
    if (text[digits] != '.' && text[digits] != ')') return 0;
    size = digits + 1;
  }
  return size == text.size() || is_blank_byte(text[size]) ? size : 0;
}

}  // namespace

std::optional<Fence> opening_fence(std::string_view line) {
  if (line.empty() || (line[0] != '`' && line[0] != '~')) return std::nullopt;
  size_t length = run_of(line, line[0]);
  if (length < kShortestFence) return std::nullopt;
  std::string_view info = trim(line.substr(length));
  // Backticks further on make it inline code.
  if (line[0] == '`' && info.find('`') != std::string_view::npos) return std::nullopt;
  return Fence{line[0], length, info};
}

std::optional<Fence> fence_in(std::string_view line) { return opening_fence(line.substr(indent_of(line).bytes)); }

bool closes(const Fence& fence, std::string_view line) {
  if (line.empty() || line[0] != fence.mark) return false;
  size_t length = run_of(line, fence.mark);
  return length >= fence.length && is_blank(line.substr(length));
}

ListItems::Content ListItems::enter(std::string_view line) {
  Indent indent = indent_of(line);
  Content content{indent.bytes, indent.columns, 0, false};
  if (indent.bytes == line.size()) return content;  // an empty line leaves no item
  while (!columns_.empty() && content.column < columns_.back()) columns_.pop_back();
  content.container = columns_.empty() ? 0 : columns_.back();
  while (!content.is_indented_code()) {
    size_t marker = list_marker(line.substr(content.at));
    if (marker == 0) break;
    Indent gap = indent_of(line.substr(content.at + marker));
    bool empty = content.at + marker + gap.bytes == line.size();
    // Five spaces and more after a marker begin indented code.
    bool code = gap.columns > 4;
    size_t skipped = empty || code ? 0 : gap.bytes;
    content.container = content.column + marker + (empty || code ? 1 : gap.columns);
    columns_.push_back(content.container);
    content.at += marker + skipped;
    content.column = content.container;
    content.after_marker = true;
    if (empty || code) break;
  }
  return content;
}

}  // namespace aptix::answer
