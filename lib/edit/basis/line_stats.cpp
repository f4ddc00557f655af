#include "edit/basis/line_stats.h"

#include <functional>
#include <string>

#include "base/text/find_bytes.h"
#include "base/text/text.h"

namespace aptix::edit {
namespace {

// Walks over the pieces. Between two unchanged lines there is a group: whole lines of the old text from group_start_
// on, and those that replace them.
class PieceWalk {
 public:
  explicit PieceWalk(std::string_view before) : before_(before) {}

  void stayed(size_t start, size_t size) {
    if (start != old_) open();
    old_ = start;
    if (open_ && !close_within(start + size)) {
      new_.append(before_.substr(old_, start + size - old_));
      old_ = start + size;
      return;
    }
    old_ = start + size;
  }

  void came(std::string_view text) {
    open();
    new_.append(text);
  }

  diff::LineCounts finish() {
    if (old_ != before_.size()) open();
    old_ = before_.size();
    if (open_) close();
    return counts_;
  }

 private:
  void open() {
    if (open_) return;
    open_ = true;
    group_start_ = start_of_line(before_, old_);
    new_ = before_.substr(group_start_, old_ - group_start_);
  }

  // Ends the group at the first line end of the old text before `end`, if there is one.
  bool close_within(size_t end) {
    bool at_start = (old_ == 0 || before_[old_ - 1] == '\n') && (new_.empty() || new_.back() == '\n');
    if (!at_start) {
      size_t feed = before_.substr(0, end).find('\n', old_);
      if (feed == std::string_view::npos) return false;
      new_.append(before_.substr(old_, feed + 1 - old_));
      old_ = feed + 1;
    }
    close();
    return true;
  }

  void close() {
    open_ = false;
    std::string_view old_lines = before_.substr(group_start_, old_ - group_start_);
    if (old_lines == new_) return;
    if (old_lines.empty() || new_.empty()) {
      counts_.added += count_lines(new_);
      counts_.removed += count_lines(old_lines);
      return;
    }
    if (old_lines.find('\n') >= old_lines.size() - 1 && new_.find('\n') >= new_.size() - 1) {
      ++counts_.added;
      ++counts_.removed;
      return;
    }
    diff::LineCounts counts = diff::counts_of(diff::diff_lines(old_lines, new_));
    counts_.added += counts.added;
    counts_.removed += counts.removed;
  }

  std::string_view before_;
  size_t old_ = 0;  // how far the old text is walked over
  bool open_ = false;
  size_t group_start_ = 0;
  std::string new_;
  diff::LineCounts counts_;
};

}  // namespace

diff::LineCounts changed_lines(std::string_view before, std::span<const std::string_view> pieces) {
  if (before.empty() && pieces.size() == 1) return {count_lines(pieces.front()), 0};
  PieceWalk walk(before);
  size_t seen = 0;
  for (std::string_view piece : pieces) {
    std::less_equal<const char*> not_after;
    bool inside = !piece.empty() && !before.empty() && not_after(before.data() + seen, piece.data()) &&
        not_after(piece.data() + piece.size(), before.data() + before.size());
    if (!inside) {
      walk.came(piece);
      continue;
    }
    size_t start = static_cast<size_t>(piece.data() - before.data());
    walk.stayed(start, piece.size());
    seen = start + piece.size();
  }
  return walk.finish();
}

void count_changed_lines(ChangeSet& changes) {
  for (FileChange& change : changes.changes) {
    diff::LineCounts counts = changed_lines(change.compared_with, change.pieces);
    change.lines_added = counts.added;
    change.lines_removed = counts.removed;
  }
}

}  // namespace aptix::edit
