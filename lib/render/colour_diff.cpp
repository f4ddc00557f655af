// Colours for a diff on a terminal.
#include <algorithm>

#include "base/text/text.h"
#include "render/diff.h"
#include "render/style.h"

namespace aptix::render {
namespace {

// What a line of a diff is, by its first characters. Headers are told from lines by the hunk's counts
// in a parser; for colours the usual look is enough.
std::string_view style_of(std::string_view line, bool in_hunk) {
  if (line.starts_with("@@")) return style::kHunk;
  if (!in_hunk) return style::kStrong;
  if (line.starts_with('+')) return style::kAdded;
  if (line.starts_with('-')) return style::kRemoved;
  return {};
}

}  // namespace

std::string colour_diff(std::string_view diff) {
  std::string out;
  bool in_hunk = false;
  while (!diff.empty()) {
    size_t end = std::min(diff.find('\n'), diff.size());
    std::string_view line = diff.substr(0, end);
    diff.remove_prefix(std::min(end + 1, diff.size()));
    if (line.starts_with("@@")) in_hunk = true;
    if (line.starts_with("diff --git ")) in_hunk = false;
    style::append(out, style_of(line, in_hunk), escape_block_for_display(line));
    out += '\n';
  }
  return out;
}

}  // namespace aptix::render
