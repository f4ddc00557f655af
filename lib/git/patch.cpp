#include "git/patch.h"

#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "diff/lines/cursor.h"
#include "diff/lines/line_table.h"

namespace aptix::git {

void reverse_patch(Patch& patch) {
  std::swap(patch.old_name, patch.new_name);
  if (patch.new_mode != 0 || patch.is_delete == Stated::yes) std::swap(patch.old_mode, patch.new_mode);
  std::swap(patch.is_new, patch.is_delete);
  std::swap(patch.lines_added, patch.lines_deleted);
  std::swap(patch.old_blob, patch.new_blob);
  for (Hunk& hunk : patch.hunks) {
    std::swap(hunk.old_start, hunk.new_start);
    std::swap(hunk.old_count, hunk.new_count);
  }
}

diff::Hunk lines_of(const Hunk& hunk, Direction direction) {
  diff::Hunk result;
  result.old_start = hunk.old_start;
  result.new_start = hunk.new_start;
  result.has_numbers = true;
  uint64_t counted_twice = hunk.leading + hunk.trailing;
  uint64_t counted = hunk.old_count + hunk.new_count;
  result.lines.reserve(counted - std::min(counted, counted_twice));
  using Kind = diff::HunkLine::Kind;
  Kind minus = direction == Direction::forward ? Kind::removed : Kind::added;
  Kind plus = direction == Direction::forward ? Kind::added : Kind::removed;
  for (diff::Cursor at(hunk.text.substr(hunk.body)); !at.at_end(); at.advance()) {
    const diff::TextLine& line = at.line();
    if (line.text.starts_with('\\')) {
      if (!result.lines.empty()) result.lines.back().no_newline = true;
      continue;
    }
    bool bare = line.text.empty() && !line.carriage_return;
    Kind kind = line.text.starts_with('-') ? minus : line.text.starts_with('+') ? plus : Kind::context;
    result.lines.push_back({kind, line.text.substr(bare ? 0 : 1), line.carriage_return, false, bare});
  }
  return result;
}

BlankEnd blank_end_of(const Hunk& hunk, Direction direction) {
  BlankEnd end;
  char plus = direction == Direction::forward ? '+' : '-';
  uint64_t number = hunk.line;
  for (size_t at = hunk.body; at < hunk.text.size();) {
    std::string_view row = diff::raw_line(hunk.text, at);
    at += row.size();
    ++number;
    bool is_note = row.front() == '\\';  // belongs to the line before it, as in git
    bool blank = !is_note && is_blank(row.substr(1));
    if (row.front() == plus && blank) {
      if (end.count++ == 0) end.line = number;
    } else if (!(blank && (row.front() == ' ' || row.front() == '\n'))) {
      end = {};
    }
  }
  return end;
}

}  // namespace aptix::git
