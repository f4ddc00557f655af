#include "format/names/section.h"

#include <algorithm>

#include "base/text/trim.h"
#include "format/basis/fence.h"
#include "format/basis/line.h"

namespace aptix::format {
namespace {

constexpr size_t kMostAbove = 30, kMostBelow = 200;  // lines

bool is_heading(std::string_view line) { return line.starts_with("# ") || line.starts_with("##"); }

// Does another block follow before the next heading?
bool has_block_below(std::string_view text, size_t end) {
  Line line = line_from(text, std::min(end, text.size()));
  if (looks_like_fence(trim(line.text))) line = line_from(text, line.next);
  for (size_t lines = 0; lines < kMostBelow && line.start < text.size(); ++lines) {
    if (is_heading(trim(line.text))) return false;
    if (looks_like_fence(trim(line.text))) return true;
    line = line_from(text, line.next);
  }
  return line.start < text.size();
}

}  // namespace

std::string_view heading_of_lone_block(std::string_view text, size_t start, size_t end) {
  size_t at = start;
  for (size_t lines = 0; at != 0 && lines < kMostAbove; ++lines) {
    size_t previous = previous_line(text, at);
    std::string_view line = trim(text.substr(previous, at - previous));
    at = previous;
    if (looks_like_fence(line)) return {};
    if (is_heading(line)) return has_block_below(text, end) ? std::string_view() : line;
  }
  return {};
}

}  // namespace aptix::format
