// git applies hunk after hunk to one image; here the text stays as it is, and the hunks that were
// placed are remembered as lines that are taken and by how much they move what is behind them.
#include "git/git_places.h"

#include <algorithm>

#include "diff/lines/pattern.h"

namespace aptix::diff {
namespace {

constexpr uint64_t kNearSteps = 64;  // lines tried one by one before the whole text is searched

// Of one side, the other one being `other`: nothing when it has no line.
const HunkLine* last_line(const Hunk& hunk, HunkLine::Kind other) {
  auto last = std::find_if(
      hunk.lines.rbegin(), hunk.lines.rend(), [other](const HunkLine& line) { return line.kind != other; });
  return last == hunk.lines.rend() ? nullptr : &*last;
}

// Its result has a line without newline in front of another one, or one without anything.
bool has_odd_marks(const Hunk& hunk) {
  const HunkLine* last = last_line(hunk, HunkLine::Kind::removed);
  return std::any_of(hunk.lines.begin(), hunk.lines.end(), [last](const HunkLine& line) {
    bool nothing = line.text.empty() && !line.carriage_return;
    return line.no_newline && line.kind != HunkLine::Kind::removed && (nothing || &line != last);
  });
}

// A removed line without newline: to git, one with a newline is the same where nothing ties the hunk to the end.
bool removes_open_line(const Hunk& hunk) {
  const HunkLine* last = last_line(hunk, HunkLine::Kind::added);
  return last != nullptr && last->no_newline && last->kind == HunkLine::Kind::removed;
}

}  // namespace

std::optional<uint64_t> GitPlaces::place(const Hunk& hunk) {
  uint64_t count = hunk.old_count();
  if (has_odd_marks(hunk) || (anchors_ == Anchors::none && removes_open_line(hunk))) return std::nullopt;
  std::optional<uint64_t> line = find(hunk, count);
  const HunkLine* last = last_line(hunk, HunkLine::Kind::removed);
  bool open = last != nullptr && last->no_newline;
  if (!line || would_glue(*line, count) || (open && taken_.contains(*line + count))) return std::nullopt;
  end_is_open_ = end_is_open_ || open;
  lines_meet_ = lines_meet_ || last == nullptr;
  Gap gap = gap_before(*line);
  auto taken = taken_.try_emplace(gap.behind, *line, Taken{*line, 0});
  if (taken->second.end == *line) gap.growth -= taken->second.growth;  // lines were added here before
  taken->second.end = *line + count;
  taken->second.growth += static_cast<int64_t>(hunk.new_count()) - static_cast<int64_t>(count);
  last_ = {taken, gap.growth};
  return *line + 1;
}

bool GitPlaces::is_unsure(const Hunk& hunk) const {
  bool marked = std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const HunkLine& line) { return line.no_newline; });
  return !taken_.empty() || marked || hunk.old_count() == 0;
}

// Would lines be added behind a last one that has no newline?
bool GitPlaces::would_glue(uint64_t line, uint64_t count) {
  std::string_view text = locator_.lines().text();
  if (count != 0 || ((line == 0 || text.ends_with('\n')) && !end_is_open_)) return false;
  return locator_.lines().start_of(line) == text.size();
}

std::optional<uint64_t> GitPlaces::find(const Hunk& hunk, uint64_t count) {
  bool zero = anchors_ == Anchors::none;
  bool at_start = hunk.old_start == 0 || (hunk.old_start == 1 && !zero);
  bool at_end = !zero && (hunk.lines.empty() || hunk.lines.back().kind != HunkLine::Kind::context);
  if (at_start) {
    bool ends_right = !at_end || (locator_.lines().count() == count && !taken_.contains(count));
    return ends_right && gap_before(0).growth == 0 && fits(hunk, 0, count) ? std::optional<uint64_t>(0) : std::nullopt;
  }
  uint64_t stated = std::max<uint64_t>(hunk.new_start, 1) - 1, expected = line_of_patched(stated);
  if (!at_end && is_patched(stated, count)) return std::nullopt;  // how near a place is cannot be told from there
  if (!at_end && is_inside(expected, count)) return search(hunk, count, expected);
  uint64_t end = locator_.lines().count();
  if (end < count) return std::nullopt;
  uint64_t last = end - count;
  if (!at_end) return search(hunk, count, std::min(expected, last));
  auto added = taken_.find(end);
  bool behind = count != 0 && added != taken_.end() && added->second.growth > 0;
  return !behind && fits(hunk, last, count) ? std::optional(last) : std::nullopt;
}

// Reads no further than it has to.
bool GitPlaces::is_inside(uint64_t line, uint64_t count) {
  LineTable& lines = locator_.lines();
  return line <= lines.text().size() && (line + count == 0 || lines.has(line + count - 1));
}

// The nearest place to line `expected`, as far as the text that is patched so far is concerned.
std::optional<uint64_t> GitPlaces::search(const Hunk& hunk, uint64_t count, uint64_t expected) {
  if (fits(hunk, expected, count)) return expected;
  if (count == 0 || lines_meet_) return std::nullopt;
  std::optional<uint64_t> near = search_near(hunk, count, expected);
  if (near) return near;
  std::vector<Place> places = locator_.find(hunk, UINT64_MAX).places;
  auto behind = std::lower_bound(
      places.begin(), places.end(), expected + 1, [](const Place& place, uint64_t line) { return place.line < line; });
  auto usable = [&](const Place& place) { return !place.line_ends && fits(hunk, place.line - 1, count); };
  auto forward = std::find_if(behind, places.end(), usable);
  auto back = std::find_if(std::make_reverse_iterator(behind), places.rend(), usable);
  if (forward == places.end() && back == places.rend()) return std::nullopt;
  if (forward == places.end()) return back->line - 1;
  if (back == places.rend()) return forward->line - 1;
  auto patched = [this](uint64_t line) { return static_cast<int64_t>(line) + gap_before(line).growth; };
  auto stated = static_cast<int64_t>(std::max<uint64_t>(hunk.new_start, 1) - 1);
  bool nearer_back = stated - patched(back->line - 1) < patched(forward->line - 1) - stated;
  return (nearer_back ? back->line : forward->line) - 1;
}

// Line by line, as long as no patched lines come in between: then distances are what they seem.
std::optional<uint64_t> GitPlaces::search_near(const Hunk& hunk, uint64_t count, uint64_t from) {
  uint64_t last = locator_.lines().count() - count;
  for (uint64_t away = 1; away <= kNearSteps && away <= from && from + away <= last; ++away) {
    if (!is_free(from - away, count + 2 * away)) return std::nullopt;
    if (locator_.stands(hunk, from + away + 1)) return from + away;
    if (locator_.stands(hunk, from - away + 1)) return from - away;
  }
  return std::nullopt;
}

bool GitPlaces::fits(const Hunk& hunk, uint64_t line, uint64_t count) {
  return is_free(line, count) && locator_.stands(hunk, line + 1);
}

// Does no hunk cover one of these lines, or add lines in between?
bool GitPlaces::is_free(uint64_t line, uint64_t count) const {
  auto behind = taken_.lower_bound(line);
  if (behind != taken_.begin() && std::prev(behind)->second.end > line) return false;
  if (behind != taken_.end() && behind->first == line) {
    bool added_before = behind->second.end == line;
    if (!added_before) return false;
    ++behind;
  }
  return behind == taken_.end() || behind->first >= line + count;
}

// What is taken before this line.
GitPlaces::Gap GitPlaces::gap_before(uint64_t line) const {
  auto is_before = [line](const TakenLines::value_type& taken) {
    return taken.first < line || (taken.first == line && taken.second.end == line);
  };
  Gap gap = last_;
  for (; gap.behind != taken_.end() && is_before(*gap.behind); ++gap.behind) gap.growth += gap.behind->second.growth;
  while (gap.behind != taken_.begin() && !is_before(*std::prev(gap.behind)))
    gap.growth -= (--gap.behind)->second.growth;
  return gap;
}

// Does a line of an earlier hunk stand there now? Or, for an insertion, just before it?
bool GitPlaces::is_patched(uint64_t patched, uint64_t count) const {
  Gap gap = gap_before(line_of_patched(patched));
  auto holds = [&](TakenLines::const_iterator taken, int64_t growth) {
    int64_t begin = static_cast<int64_t>(taken->first) + growth,
            end = static_cast<int64_t>(taken->second.end) + growth + taken->second.growth;
    auto line = static_cast<int64_t>(patched);
    return begin <= line && (line < end || (line == end && count == 0));
  };
  if (gap.behind != taken_.end() && holds(gap.behind, gap.growth)) return true;
  if (gap.behind == taken_.begin()) return false;
  auto before = std::prev(gap.behind);
  return holds(before, gap.growth - before->second.growth);
}

// The line that now stands at line `patched`; for a patched one, one that is taken.
uint64_t GitPlaces::line_of_patched(uint64_t patched) const {
  auto line = static_cast<int64_t>(patched);
  auto ends_before = [line](const TakenLines::value_type& taken, int64_t growth) {
    return static_cast<int64_t>(taken.second.end) + growth <= line;
  };
  Gap gap = last_;
  for (; gap.behind != taken_.end() && ends_before(*gap.behind, gap.growth + gap.behind->second.growth); ++gap.behind)
    gap.growth += gap.behind->second.growth;
  while (gap.behind != taken_.begin() && !ends_before(*std::prev(gap.behind), gap.growth))
    gap.growth -= (--gap.behind)->second.growth;
  auto unpatched = static_cast<uint64_t>(std::max<int64_t>(line - gap.growth, 0));
  return gap.behind == taken_.end() ? unpatched : std::min(unpatched, gap.behind->first);
}

}  // namespace aptix::diff
