// Line diff: cuts off what is equal at both ends, numbers the lines in between, lets Myers compare
// those that occur in both texts, and moves the edits to where people expect them.
#include "diff/compute/lines.h"

#include <algorithm>
#include <unordered_map>

#include "base/text/find_bytes.h"
#include "base/text/in_common.h"
#include "diff/compute/myers.h"
#include "diff/lines/hash_index.h"
#include "diff/lines/line_table.h"

namespace aptix::diff {
namespace {

// Whole lines that both texts begin with, in bytes.
size_t common_first_lines(std::string_view a, std::string_view b) {
  size_t same = common_prefix(a, b);
  if (same == a.size() && same == b.size()) return same;
  return start_of_line(a, same);
}

// Whole lines that both texts end with, in bytes. Both begin at a line start.
size_t common_last_lines(std::string_view a, std::string_view b) {
  size_t same = common_suffix(a, b);
  auto at_line_start = [same](std::string_view text) {
    return same == text.size() || text[text.size() - same - 1] == '\n';
  };
  if (at_line_start(a) && at_line_start(b)) return same;
  size_t feed = a.find('\n', a.size() - same);
  return feed == std::string_view::npos ? 0 : a.size() - feed - 1;
}

// One of the two texts: the lines that may differ, and, as far as needed, those after them.
class NumberedLines {
 public:
  NumberedLines(std::string_view text, size_t begin, size_t end) : text_(text), starts_{begin} {
    while (starts_.back() < end) starts_.push_back(starts_.back() + raw_line(text_, starts_.back()).size());
    middle_ = starts_.size() - 1;
  }

  size_t size() const { return middle_; }
  std::string_view line(size_t i) const { return text_.substr(starts_[i], starts_[i + 1] - starts_[i]); }

  // Also for lines after those that may differ. False at the end of the text.
  bool reach(size_t i) {
    while (starts_.size() <= i + 1 && starts_.back() < text_.size())
      starts_.push_back(starts_.back() + raw_line(text_, starts_.back()).size());
    return i + 1 < starts_.size();
  }

  std::vector<uint32_t> ids;
  std::vector<bool> changed;  // may get longer: a change can move past the lines that may differ

 private:
  std::string_view text_;
  std::vector<size_t> starts_;
  size_t middle_;
};

// Gives equal lines equal numbers. Returns how many there are.
size_t number_lines(NumberedLines& before, NumberedLines& after) {
  struct Hash {
    size_t operator()(std::string_view line) const { return hash_line(line); }
  };
  std::unordered_map<std::string_view, uint32_t, Hash> known;
  known.reserve(before.size() + after.size());
  for (NumberedLines* side : {&before, &after}) {
    side->ids.reserve(side->size());
    for (size_t i = 0; i < side->size(); ++i)
      side->ids.push_back(known.emplace(side->line(i), static_cast<uint32_t>(known.size())).first->second);
    side->changed.resize(side->size());
  }
  return known.size();
}

// The lines of one side that occur in the other as well; all others are changed, that is certain.
struct Shared {
  std::vector<uint32_t> ids;
  std::vector<uint32_t> lines;
};

Shared shared_lines(NumberedLines& side, const NumberedLines& other, size_t ids) {
  std::vector<bool> occurs(ids);
  for (uint32_t id : other.ids) occurs[id] = true;
  Shared shared;
  shared.ids.reserve(side.size());
  shared.lines.reserve(side.size());
  for (size_t i = 0; i < side.size(); ++i) {
    if (occurs[side.ids[i]]) {
      shared.ids.push_back(side.ids[i]);
      shared.lines.push_back(static_cast<uint32_t>(i));
    } else {
      side.changed[i] = true;
    }
  }
  return shared;
}

void mark_changes(NumberedLines& before, NumberedLines& after) {
  size_t ids = number_lines(before, after);
  Shared old_lines = shared_lines(before, after, ids);
  Shared new_lines = shared_lines(after, before, ids);
  auto marker = [](NumberedLines& side, const Shared& shared) {
    return [&side, &shared](uint32_t first, uint32_t count) {
      for (uint32_t i = first; i < first + count; ++i) side.changed[shared.lines[i]] = true;
    };
  };
  compare(old_lines.ids, new_lines.ids, {marker(before, old_lines), marker(after, new_lines)});
}

std::vector<LineEdit> collect_edits(const NumberedLines& before, const NumberedLines& after) {
  std::vector<LineEdit> edits;
  size_t x = 0;
  size_t y = 0;
  while (x < before.changed.size() || y < after.changed.size()) {
    size_t first_x = x;
    size_t first_y = y;
    while (x < before.changed.size() && before.changed[x]) ++x;
    while (y < after.changed.size() && after.changed[y]) ++y;
    if (x != first_x || y != first_y) edits.push_back({first_x, x - first_x, first_y, y - first_y});
    ++x, ++y;
  }
  return edits;
}

// A run of changed lines of one side, perhaps an empty one, between two lines that are not changed.
struct Group {
  size_t start = 0, end = 0;

  bool empty() const { return start == end; }
};

// Moves the groups of one side: into neighbours that they reach, then beside a group of the other side, or else as far
// down as the same result allows. As git without its heuristic for indentation, so that both show conflicts alike.
class Slider {
 public:
  Slider(NumberedLines& side, const NumberedLines& other)
      : side_(side),
        other_(other),
        work_left_(kWorkForLine * (side.size() + other.size() + 64)) {}

  void slide() {
    own_ = first_group(side_);
    theirs_ = first_group(other_);
    while (true) {
      if (!own_.empty()) place();
      if (own_.end >= side_.changed.size() || work_left_ == 0) return;
      own_ = next_group(side_, own_);
      theirs_ = next_group(other_, theirs_);
    }
  }

 private:
  static constexpr size_t kWorkForLine = 64;  // limits moves line by line over long repeats

  static bool is_changed(const NumberedLines& side, size_t i) { return i < side.changed.size() && side.changed[i]; }
  static Group first_group(const NumberedLines& side) { return from(side, 0); }
  static Group next_group(const NumberedLines& side, const Group& group) { return from(side, group.end + 1); }
  static Group from(const NumberedLines& side, size_t start) {
    Group group{start, start};
    while (is_changed(side, group.end)) ++group.end;
    return group;
  }
  static Group group_before(const NumberedLines& side, const Group& group) {
    Group before{group.start - 1, group.start - 1};
    while (before.start > 0 && is_changed(side, before.start - 1)) --before.start;
    return before;
  }

  void place() {
    size_t size = 0, highest = 0;
    bool beside_other = false;
    do {
      size = own_.end - own_.start;
      while (move_up()) theirs_ = group_before(other_, theirs_);
      highest = own_.end;
      beside_other = !theirs_.empty();
      while (move_down()) {
        theirs_ = next_group(other_, theirs_);
        beside_other = beside_other || !theirs_.empty();
      }
    } while (size != own_.end - own_.start && work_left_ != 0);
    if (own_.end == highest || !beside_other) return;
    while (theirs_.empty() && move_up()) theirs_ = group_before(other_, theirs_);
  }

  bool may_work() {
    if (work_left_ != 0) --work_left_;
    return work_left_ != 0;
  }

  bool move_up() {
    if (own_.start == 0 || side_.line(own_.start - 1) != side_.line(own_.end - 1) || !may_work()) return false;
    side_.changed[--own_.start] = true;
    side_.changed[--own_.end] = false;
    while (own_.start > 0 && side_.changed[own_.start - 1]) --own_.start;
    return true;
  }

  bool move_down() {
    if (!side_.reach(own_.end) || side_.line(own_.start) != side_.line(own_.end) || !may_work()) return false;
    if (own_.end == side_.changed.size()) side_.changed.push_back(false);
    side_.changed[own_.start++] = false;
    side_.changed[own_.end++] = true;
    while (is_changed(side_, own_.end)) ++own_.end;
    return true;
  }

  NumberedLines& side_;
  const NumberedLines& other_;
  Group own_, theirs_;  // with as many unchanged lines before the one as before the other
  size_t work_left_;
};

// Texts with more lines are not compared: all of them count as changed.
constexpr size_t kMostComparedLines = size_t{1} << 31;

}  // namespace

std::vector<LineEdit> diff_lines(std::string_view before, std::string_view after) {
  if (before == after) return {};
  size_t first = common_first_lines(before, after);
  size_t last = common_last_lines(before.substr(first), after.substr(first));
  NumberedLines old_side(before, first, before.size() - last);
  NumberedLines new_side(after, first, after.size() - last);
  uint64_t skipped = LineTable(before.substr(0, first)).count();
  if (old_side.size() + new_side.size() > kMostComparedLines)
    return {{skipped, old_side.size(), skipped, new_side.size()}};
  mark_changes(old_side, new_side);
  Slider(old_side, new_side).slide();
  Slider(new_side, old_side).slide();
  std::vector<LineEdit> edits = collect_edits(old_side, new_side);
  for (LineEdit& edit : edits) {
    edit.old_start += skipped;
    edit.new_start += skipped;
  }
  return edits;
}

LineCounts counts_of(const std::vector<LineEdit>& edits) {
  LineCounts counts;
  for (const LineEdit& edit : edits) {
    counts.added += edit.new_count;
    counts.removed += edit.old_count;
  }
  return counts;
}

size_t end_of_hunk(const std::vector<LineEdit>& edits, size_t first, uint64_t context) {
  size_t i = first + 1;
  while (i < edits.size() && edits[i].old_start - (edits[i - 1].old_start + edits[i - 1].old_count) <= 2 * context) ++i;
  return i;
}

}  // namespace aptix::diff
