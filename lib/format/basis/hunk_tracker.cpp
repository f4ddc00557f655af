// Counting the lines of a hunk against its header.
#include "format/basis/hunk_tracker.h"

#include <algorithm>

namespace aptix::format {
namespace {

constexpr uint64_t kMostLines = 1'000'000'000'000;  // more than any input has; keeps the sum small

bool take_text(std::string_view& rest, std::string_view text) {
  if (!rest.starts_with(text)) return false;
  rest.remove_prefix(text.size());
  return true;
}

std::optional<uint64_t> take_number(std::string_view& rest) {
  size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  if (digits == 0) return std::nullopt;
  uint64_t value = 0;
  for (char digit : rest.substr(0, digits))
    value = std::min(value * 10 + static_cast<uint64_t>(digit - '0'), kMostLines);
  rest.remove_prefix(digits);
  return value;
}

// "12,7" or "12", which means one line.
std::optional<uint64_t> take_range_count(std::string_view& rest) {
  if (!take_number(rest)) return std::nullopt;
  if (!take_text(rest, ",")) return 1;
  return take_number(rest);
}

}  // namespace

std::optional<HunkCounts> hunk_counts(std::string_view line) {
  if (!take_text(line, "@@ -")) return std::nullopt;
  std::optional<uint64_t> old_lines = take_range_count(line);
  if (!old_lines || !take_text(line, " +")) return std::nullopt;
  std::optional<uint64_t> new_lines = take_range_count(line);
  if (!new_lines || !take_text(line, " @@")) return std::nullopt;
  return HunkCounts{*old_lines, *new_lines};
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

}  // namespace aptix::format
