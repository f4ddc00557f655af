#include "edit/basis/hunk_shape.h"

#include <algorithm>
#include <utility>

namespace aptix::edit {
namespace {

bool has(const diff::Hunk& hunk, LineKind kind) {
  return std::any_of(
      hunk.lines.begin(), hunk.lines.end(), [kind](const diff::HunkLine& line) { return line.kind == kind; });
}

}  // namespace

size_t telling_bytes(std::string_view line) {
  return static_cast<size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return c != ' ' && c != '\t' && c != '\r'; }));
}

size_t telling_bytes(const diff::Hunk& hunk, LineKind kind) {
  size_t count = 0;
  for (const diff::HunkLine& line : hunk.lines) count += line.kind == kind ? telling_bytes(line.text) : 0;
  return count;
}

size_t old_telling_bytes(const diff::Hunk& hunk) {
  return telling_bytes(hunk, LineKind::context) + telling_bytes(hunk, LineKind::removed);
}

std::string side_of(const diff::Hunk& hunk, diff::Side side) {
  LineKind other = side == diff::Side::before ? LineKind::added : LineKind::removed;
  std::string text;
  for (const diff::HunkLine& line : hunk.lines)
    if (line.kind != other) text.append(line.text) += '\n';
  return text;
}

bool can_be_already(const diff::Hunk& hunk) {
  if (has(hunk, LineKind::added)) return telling_bytes(hunk, LineKind::added) >= kProof;
  Extent extent = extent_of(hunk, diff::Side::after);
  return extent.lead != 0 && extent.trail != 0 && telling_bytes(hunk, LineKind::context) >= kProof;
}

bool same_lines(const diff::Hunk& a, const diff::Hunk& b) {
  return std::equal(a.lines.begin(), a.lines.end(), b.lines.begin(), b.lines.end(),
      [](const diff::HunkLine& x, const diff::HunkLine& y) { return x.kind == y.kind && x.text == y.text; });
}

bool has_context(const diff::Hunk& hunk) { return has(hunk, LineKind::context); }

std::optional<diff::Hunk> without_bare_edges(const diff::Hunk& hunk) {
  auto bare = [](const diff::HunkLine& line) { return line.bare && line.kind == LineKind::context; };
  size_t first = 0;
  size_t last = hunk.lines.size();
  while (first < last && bare(hunk.lines[first])) ++first;
  while (last > first && bare(hunk.lines[last - 1])) --last;
  if (first == 0 && last == hunk.lines.size()) return std::nullopt;
  diff::Hunk trimmed = hunk;
  trimmed.lines.assign(
      hunk.lines.begin() + static_cast<std::ptrdiff_t>(first), hunk.lines.begin() + static_cast<std::ptrdiff_t>(last));
  trimmed.old_start += first;
  trimmed.new_start += first;
  return trimmed.old_count() == 0 ? std::nullopt : std::optional<diff::Hunk>(std::move(trimmed));
}

uint64_t stated_line(const diff::Hunk& hunk, diff::Side side) {
  if (side == diff::Side::before) return hunk.old_start + (hunk.old_count() == 0 ? 1 : 0);
  return hunk.new_start + (hunk.new_count() == 0 ? 1 : 0);
}

Extent extent_of(const diff::Hunk& hunk, diff::Side side) {
  LineKind other = side == diff::Side::before ? LineKind::added : LineKind::removed;
  auto changed = [](const diff::HunkLine& line) { return line.kind != LineKind::context; };
  Extent extent;
  for (const diff::HunkLine& line : hunk.lines) extent.lines += line.kind == other ? 0 : 1;
  auto first = std::find_if(hunk.lines.begin(), hunk.lines.end(), changed);
  auto last = std::find_if(hunk.lines.rbegin(), hunk.lines.rend(), changed);
  extent.lead = static_cast<uint64_t>(first - hunk.lines.begin());
  extent.trail = first == hunk.lines.end() ? 0 : static_cast<uint64_t>(last - hunk.lines.rbegin());
  return extent;
}

}  // namespace aptix::edit
