// One change for each edit of the line diff. The byte-order mark is no part of the first line.
#include "edit/lines/line_changes_between.h"

#include "base/text/text.h"
#include "diff/compute/lines.h"
#include "edit/lines/line_changes.h"

namespace aptix::edit {
namespace {

LineChange change_of(const diff::LineEdit& edit, const LineIndex& before, const LineIndex& after) {
  // A last line that got a newline because lines follow it is the same line.
  bool same_head =
      edit.old_count != 0 && edit.new_count != 0 && before.line(edit.old_start + 1) == after.line(edit.new_start + 1);
  uint64_t kept = same_head ? 1 : 0;
  LineChange change;
  for (uint64_t i = kept; i < edit.old_count; ++i) change.expected.push_back(before.line(edit.old_start + i + 1));
  for (uint64_t i = kept; i < edit.new_count; ++i) change.lines.push_back(after.line(edit.new_start + i + 1));
  change.first = edit.old_start + kept + (change.expected.empty() ? 0 : 1);
  change.last = edit.old_start + edit.old_count;
  if (!change.expected.empty())
    change.kind = change.lines.empty() ? LineChange::Kind::remove : LineChange::Kind::replace;
  return change;
}

}  // namespace

std::vector<LineChange> line_changes_between(std::string_view before, std::string_view after) {
  before = without_mark(before);
  after = without_mark(after);
  LineIndex old_lines(before), new_lines(after);
  std::vector<LineChange> changes;
  for (const diff::LineEdit& edit : diff::diff_lines(before, after)) {
    LineChange change = change_of(edit, old_lines, new_lines);
    if (!change.expected.empty() || !change.lines.empty()) changes.push_back(std::move(change));
  }
  return changes;
}

}  // namespace aptix::edit
