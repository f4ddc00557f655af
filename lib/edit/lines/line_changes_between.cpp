// One change for each edit of the line diff. The byte-order mark is no part of the first line.
#include "edit/lines/line_changes_between.h"

#include <span>

#include "base/text/text.h"
#include "diff/compute/lines.h"
#include "edit/lines/line_changes.h"

namespace aptix::edit {
namespace {

// Those from `first` on; `all` has room for them.
std::span<const std::string_view> take_lines(
    const LineIndex& text, uint64_t first, uint64_t count, std::vector<std::string_view>& all) {
  for (uint64_t i = 0; i < count; ++i) all.push_back(text.line(first + i));
  return std::span(all).last(count);
}

LineChange change_of(
    const diff::LineEdit& edit, const LineIndex& before, const LineIndex& after, std::vector<std::string_view>& all) {
  // A last line that got a newline because lines follow it is the same line.
  bool same_head =
      edit.old_count != 0 && edit.new_count != 0 && before.line(edit.old_start + 1) == after.line(edit.new_start + 1);
  uint64_t kept = same_head ? 1 : 0;
  LineChange change;
  change.expected = take_lines(before, edit.old_start + kept + 1, edit.old_count - kept, all);
  change.lines = take_lines(after, edit.new_start + kept + 1, edit.new_count - kept, all);
  change.first = edit.old_start + kept + (change.expected.empty() ? 0 : 1);
  change.last = edit.old_start + edit.old_count;
  if (!change.expected.empty())
    change.kind = change.lines.empty() ? LineChange::Kind::remove : LineChange::Kind::replace;
  return change;
}

}  // namespace

LineChangesBetween line_changes_between(std::string_view before, std::string_view after) {
  before = without_mark(before);
  after = without_mark(after);
  LineIndex old_lines(before), new_lines(after);
  std::vector<diff::LineEdit> edits = diff::diff_lines(before, after);
  LineChangesBetween made;
  uint64_t lines = 0;
  for (const diff::LineEdit& edit : edits) lines += edit.old_count + edit.new_count;
  made.lines.reserve(lines);
  for (const diff::LineEdit& edit : edits) {
    LineChange change = change_of(edit, old_lines, new_lines, made.lines);
    if (!change.expected.empty() || !change.lines.empty()) made.changes.push_back(change);
  }
  return made;
}

}  // namespace aptix::edit
