// Finds whole lines, because a person or a model copies these. A unique text is unique with more lines around it, too,
// so ranges that meet are joined.
#include "edit/lines/edits_between.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/text/text.h"
#include "diff/compute/lines.h"

namespace aptix::edit {
namespace {

constexpr uint64_t kMostSearched = 4ull << 30;  // bytes looked through in all

class TextFinder {
 public:
  TextFinder(std::string_view before, std::string_view after)
      : before_(before),
        after_(after),
        old_lines_(before),
        new_lines_(after) {}

  std::optional<std::vector<Replacement>> run() {
    for (const diff::LineEdit& edit : diff::diff_lines(before_, after_))
      if (!add({edit.old_start, edit.old_start + edit.old_count, edit.new_start, edit.new_start + edit.new_count}))
        return {};
    std::vector<Replacement> found;
    for (const Range& range : ranges_)
      found.push_back({text_of(before_, old_lines_, range.old_first, range.old_last),
          text_of(after_, new_lines_, range.new_first, range.new_last)});
    return found;
  }

 private:
  // Lines [old_first, old_last) that become [new_first, new_last).
  struct Range {
    uint64_t old_first, old_last, new_first, new_last;
  };

  // False: no text around it is unique.
  bool add(Range range) {
    for (bool up = true; !meets_last(range) && !stands_once(range); up = !up) {
      bool can_up = range.old_first > 0;
      bool can_down = range.old_last < old_lines_.count();
      if ((!can_up && !can_down) || work_ > kMostSearched) return false;
      if (can_up && (up || !can_down)) {
        --range.old_first;
        --range.new_first;
      } else {
        ++range.old_last;
        ++range.new_last;
      }
    }
    if (!meets_last(range)) {
      ranges_.push_back(range);
      return true;
    }
    // The range before is unique, so the two together are. Lines after a change are the same on both sides.
    Range& last = ranges_.back();
    last.old_last = std::max(last.old_last, range.old_last);
    last.new_last = range.new_last + (last.old_last - range.old_last);
    return true;
  }

  bool meets_last(const Range& range) const { return !ranges_.empty() && range.old_first <= ranges_.back().old_last; }

  bool stands_once(const Range& range) {
    std::string_view text = text_of(before_, old_lines_, range.old_first, range.old_last);
    if (text.empty()) return false;
    work_ += before_.size();
    return before_.find(text, before_.find(text) + 1) == std::string_view::npos;
  }

  static std::string_view text_of(std::string_view text, const LineIndex& lines, uint64_t first, uint64_t last) {
    size_t start = lines.start_of(first + 1);
    return text.substr(start, lines.start_of(last + 1) - start);
  }

  std::string_view before_, after_;
  LineIndex old_lines_, new_lines_;
  std::vector<Range> ranges_;
  uint64_t work_ = 0;
};

// The lines from `first` on, which are added to `all`. It has room for them.
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

std::optional<std::vector<Replacement>> find_texts(std::string_view before, std::string_view after) {
  return TextFinder(before, after).run();
}

// One change for each edit of the line diff. The byte-order mark is not part of the first line.
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
