// Counting the lines of a hunk against its header.
#include "answer/basis/hunk_tracker.h"

#include "diff/read/hunk_lines.h"

namespace aptix::answer {
std::optional<HunkCounts> hunk_counts(std::string_view line) {
  if (!line.starts_with("@@ -")) return std::nullopt;
  diff::HunkHeader header = diff::read_hunk_header(line);
  bool has_tabs = line.substr(0, line.find("@@", 2)).find('\t') != std::string_view::npos;
  return header.exact && !has_tabs ? std::optional(HunkCounts{*header.old_count, *header.new_count}) : std::nullopt;
}

void HunkTracker::begin(std::string_view header) {
  std::optional<HunkCounts> counts = hunk_counts(header);
  *this = HunkTracker();
  inside_ = true;
  stated_ = counts.has_value();
  left_ = counts.value_or(HunkCounts{});
}

void HunkTracker::take(uint64_t& left) {
  if (left == 0) overrun_ = true;
  else --left;
}

void HunkTracker::count_context() {
  take(left_.old_lines);
  take(left_.new_lines);
}

void HunkTracker::feed(std::string_view line) {
  if (line.starts_with("@@")) return begin(line);
  if (!inside_) return;
  changes_ = changes_ || line.starts_with('+') || line.starts_with('-');
  switch (line.empty() ? ' ' : line[0]) {
    case ' ': return count_context();
    case '+': return take(left_.new_lines);
    case '-': return take(left_.old_lines);
    case '\\': return;
    default: *this = HunkTracker();
  }
}

}  // namespace aptix::answer
