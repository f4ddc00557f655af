#include "edit/fit/steps.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "edit/fit/thing_edges.h"

namespace aptix::edit {
namespace {

constexpr size_t kMostPairs = 2000;
constexpr size_t kMostAnchors = 20'000;         // old lines that one line is compared with
constexpr uint64_t kMostCompared = 20'000'000;  // lines, in all

// Old lines [first, end) that a segment may replace.
struct Range {
  uint32_t first, end;
  bool operator==(const Range&) const = default;
  auto operator<=>(const Range&) const = default;
};

// A possible border of a segment in the file, and how many lines match from there.
struct Border {
  uint32_t at;
  uint32_t run;
};

struct LineRange {
  uint32_t first, end;
  bool across_gap = false;  // a gap is between the head and the line in question
};

class ByAnchors {
 public:
  explicit ByAnchors(const Part& part) : part_(part), edges_(part) {}

  Placing run() {
    gather_segments();
    if (segments_.size() > 1 && is_edge_of_file(segments_.back(), Edge::end)) segments_.pop_back();
    if (segments_.size() > 1 && is_edge_of_file(segments_.front(), Edge::begin)) segments_.erase(segments_.begin());
    if (segments_.empty()) return Misfit{Code::placeholder, "it shows no line of code", "ask for the code"};
    for (Segment& segment : segments_)
      if (std::optional<Misfit> why = find_ranges(segment)) return std::move(*why);
    return choose();
  }

 private:
  void gather_segments() {
    auto count = static_cast<uint32_t>(part_.block.lines.size());
    auto is_empty = [&](uint32_t at) { return part_.block.lines[at].is_blank(); };
    for (uint32_t at = 0; at < count;) {
      if (part_.gap[at] || is_empty(at)) {
        ++at;
        continue;
      }
      uint32_t end = at;
      while (end < count && !part_.gap[end]) ++end;
      uint32_t last = end;
      while (is_empty(last - 1)) --last;
      segments_.push_back({at, last});
      at = end;
    }
  }

  // Does the last segment only repeat the brackets that the file ends with, or the first one the signs that it begins
  // with? They stay, whatever the gap hides.
  enum class Edge : uint8_t { begin, end };
  bool is_edge_of_file(const Segment& segment, Edge edge) const {
    const std::vector<ScannedLine>& old = part_.old.lines;
    auto is_filled = [](const ScannedLine& line) { return !line.is_blank(); };
    auto first = std::find_if(old.begin(), old.end(), is_filled);
    auto end = std::find_if(old.rbegin(), std::reverse_iterator(first), is_filled).base();
    uint32_t length = segment.to - segment.from;
    if (end - first < length) return false;
    auto line = part_.block.lines.begin() + segment.from;
    return std::equal(line, line + length, edge == Edge::begin ? first : end - length,
        [](const ScannedLine& a, const ScannedLine& b) { return a.text == b.text && !has_long_word(a.text); });
  }

  // The lines of the innermost known thing around a line of the block: its head is above and indented less, gaps
  // ignored. The whole file if there is none.
  LineRange enclosing(uint32_t line) const {
    uint32_t indent = part_.block.lines[line].indent;
    constexpr uint32_t kMostLooked = 5000;
    bool across_gap = false;
    for (uint32_t at = line; at > 0 && line - at < kMostLooked && indent > 0;) {
      --at;
      const ScannedLine& above = part_.block.lines[at];
      across_gap = across_gap || part_.gap[at];
      if (part_.gap[at] || above.code.empty() || above.indent >= indent) continue;
      indent = above.indent;
      const Thing* thing = part_.block_things.at(at);
      const Thing* known = thing != nullptr ? part_.known(*thing) : nullptr;
      if (known != nullptr) return {known->head, known->last + 1, across_gap};
    }
    return {0, static_cast<uint32_t>(part_.old_count())};
  }

  // The longest matches forward from the first line of the segment (step 1), or backward from its last (step -1).
  std::vector<Border> longest_runs(const Segment& segment, LineRange within, int step) {
    constexpr uint32_t kFew = 8;
    uint32_t length = segment.to - segment.from, words = 0;
    for (uint32_t at = 0; at < length && compared_ <= kMostCompared; ++at) {
      uint32_t line = nth(segment, at, step);
      if (!is_word(line)) continue;
      std::vector<uint32_t> places = same_lines(line, within, kFew + 1);
      if (places.empty() && words == 0) return {};
      if (places.empty()) break;
      if (places.size() <= kFew) {  // only there can a match be longer than what is before this line
        std::vector<Border> found = runs_at(segment, places, at, within, step, words);
        if (found.empty()) break;
        return found;
      }
      ++words;
    }
    std::vector<uint32_t> places = same_lines(nth(segment, 0, step), within, kMostAnchors + 1);
    if (places.size() > kMostAnchors || compared_ > kMostCompared) return {};
    return runs_at(segment, places, 0, within, step, 0);
  }

  // The lines of the file that are this one of the block, at most `most`; those outside of `within` may be left out.
  std::vector<uint32_t> same_lines(uint32_t line, LineRange within, size_t most) const {
    constexpr uint32_t kShort = 200;
    std::string_view text = part_.line(line);
    if (within.end - within.first > kShort) return part_.old_lines().all(text, most);
    std::vector<uint32_t> found;
    for (uint32_t at = within.first; at < within.end && found.size() < most; ++at)
      if (part_.old_line(at) == text) found.push_back(at);
    return found;
  }

  // The longest of the matches whose line number `at` is at one of `places`, if they have more than `words`.
  std::vector<Border> runs_at(const Segment& segment, const std::vector<uint32_t>& places, uint32_t at,
      LineRange within, int step, uint32_t words) {
    std::vector<Border> found;
    for (uint32_t place : places) {
      int64_t start = int64_t{place} - int64_t{step} * at;
      if (start < within.first || start >= within.end) continue;
      auto border = static_cast<uint32_t>(start);
      Run run = run_from(segment, border, within, step);
      if (run.words < words + (found.empty() ? 1 : 0)) continue;
      if (run.words > words) found.clear();
      words = run.words;
      found.push_back({step > 0 ? border : border + 1, run.lines});
    }
    return found;
  }

  // The line of the block that is `at` lines after the first of the segment, or before its last.
  static uint32_t nth(const Segment& segment, uint32_t at, int step) {
    return step > 0 ? segment.from + at : segment.to - 1 - at;
  }

  bool is_word(uint32_t line) const { return part_.identifies(part_.line(line)) && !is_label(part_.block.lines[line]); }

  // "public:": lines of any class may follow.
  bool is_label(const ScannedLine& line) const {
    return part_.kind.labels && line.code.ends_with(':') && line.code.find_first_of(" .\"'(") == line.code.npos;
  }

  // How many lines match, and how many of these have words: blank lines and brackets identify nothing.
  struct Run {
    uint32_t lines = 0, words = 0;
  };
  Run run_from(const Segment& segment, uint32_t place, LineRange within, int step) {
    uint32_t length = segment.to - segment.from;
    Run run;
    while (run.lines < length) {
      int64_t at = int64_t{place} + int64_t{step} * run.lines;
      if (at < within.first || at >= within.end) break;
      uint32_t line = nth(segment, run.lines, step);
      if (part_.old_line(static_cast<uint32_t>(at)) != part_.line(line)) break;
      run.words += is_word(line) ? 1 : 0;
      ++run.lines;
    }
    compared_ += run.lines;
    return run;
  }

  std::vector<Border> borders(const Segment& segment, int step) {
    LineRange within = enclosing(step > 0 ? segment.from : segment.to - 1);
    std::vector<Border> found = longest_runs(segment, within, step);
    // The gap may also hide the end of the body.
    if (found.empty() && within.across_gap)
      found = longest_runs(segment, {0, static_cast<uint32_t>(part_.old_count())}, step);
    return found;
  }

  // A segment whose last lines are brackets, and the last one closes a known thing: the last lines of that thing in the
  // file. The lines before the brackets, if any, are new members of it.
  std::optional<Range> closing_lines(Segment& segment) {
    const Thing* thing = edges_.known_that_ends_at(segment.to - 1);
    if (thing == nullptr || thing->head >= segment.from) return std::nullopt;
    uint32_t from = segment.to;
    while (from > segment.from && !has_long_word(part_.line(from - 1))) --from;
    bool adds = from > segment.from;
    if (adds) from = segment.to - 1;  // brackets above the last one may close what is new
    const Thing& known = *part_.known(*thing);
    uint32_t end = known.last + 1, length = segment.to - from;
    if (end < length) return std::nullopt;
    for (uint32_t i = 0; i < length; ++i)
      if (part_.old_line(end - length + i) != part_.line(from + i)) return std::nullopt;
    if (!adds) return Range{end - length, end};
    if (!are_new_members(part_, edges_, {segment.from, from}, *thing, MembersAt::end)) return std::nullopt;
    bool apart = segment.from > 0 && part_.block.lines[segment.from - 1].is_blank();
    if (apart && end > length && !part_.old.lines[end - length - 1].is_blank()) --segment.from;
    return Range{end - length, end};
  }

  // A segment that begins with the head of a known thing and goes on with new members, up to a gap: the lines of the
  // head, with a bracket below it.
  std::optional<Range> head_with_members(Segment& segment) {
    const Thing* thing = edges_.thing_led_by(segment.from, segment.to);
    const Thing* known = thing != nullptr && thing->head + 1 < segment.to ? part_.known(*thing) : nullptr;
    uint32_t after = part_.after_blank(segment.to);
    bool before_gap = after < part_.gap.size() && part_.gap[after];
    if (known == nullptr || !before_gap || part_.old_line(known->head) != part_.line(thing->head)) return std::nullopt;
    uint32_t from = thing->head + 1, end = known->head + 1;
    while (from < segment.to && end < known->last && !has_long_word(part_.line(from)) &&
        part_.line(from) == part_.old_line(end))
      ++from, ++end;
    if (!are_new_members(part_, edges_, {from, segment.to}, *thing, MembersAt::head)) return std::nullopt;
    bool apart = part_.block.lines[segment.to].is_blank();
    if (apart && !part_.old.lines[end].is_blank()) ++segment.to;
    return Range{part_.start_of(*known, *thing, segment.from), end};
  }

  std::optional<Misfit> find_ranges(Segment& segment) {
    std::vector<Range>& ranges = found_.emplace_back();
    std::vector<Border> starts = borders(segment, 1);
    uint32_t length = segment.to - segment.from;
    for (const Border& start : starts)  // the whole segment is in the file
      if (start.run == length) ranges.push_back({start.at, start.at + length});
    if (!ranges.empty()) return std::nullopt;
    std::optional<Range> shown = closing_lines(segment);
    if (!shown) shown = head_with_members(segment);
    if (shown) {
      ranges.push_back(*shown);
      return std::nullopt;
    }
    std::vector<Border> ends = borders(segment, -1), anchored = ends, first_lines = starts;
    if (edges_.begins_with_new(segment)) starts.clear();
    if (std::optional<uint32_t> known = edges_.known_start(segment)) starts = {{*known, 0}};
    if (std::optional<uint32_t> known = edges_.known_end(segment)) ends = {{*known, 0}};
    if (compared_ > kMostCompared) return too_many(segment);
    if (ends.empty()) add_closed(segment, starts);
    if (ends.empty() && ranges.empty()) add_before_ends(segment, first_lines);
    if (!ranges.empty()) return std::nullopt;
    if (starts.empty() || ends.empty()) {
      LineRange within = enclosing(segment.from);
      compared_ += within.end - within.first;
      std::optional<uint32_t> line;
      line = edges_.line_with_left_side(segment, within.first, within.end);
      if (!line) return no_place(segment, starts.empty() ? segment.from : segment.to - 1);
      ranges.push_back({*line, *line + 1});
      return std::nullopt;
    }
    bool few = add_ranges(starts, ends);
    // In a block with gaps, the line that seems to end the thing may end another one.
    if (ranges.empty() && few && part_.has_gap) few = add_ranges(starts, anchored);
    if (!few) return too_many(segment);
    if (ranges.empty()) return no_place(segment, segment.from);
    std::sort(ranges.begin(), ranges.end());
    ranges.erase(std::unique(ranges.begin(), ranges.end()), ranges.end());
    return std::nullopt;
  }

  bool add_ranges(const std::vector<Border>& starts, const std::vector<Border>& ends) {
    std::vector<Range>& ranges = found_.back();
    std::vector<Range> added;
    for (const Border& start : starts)
      for (const Border& end : ends) {
        bool only_adds = end.at > start.at && end.at - start.at <= end.run && starts.size() > 1;
        if (end.at >= start.at + std::max(start.run, end.run)) ranges.push_back({start.at, end.at});
        else if (only_adds) added.push_back({start.at, end.at});
        if (ranges.size() > kMostPairs) return false;
      }
    // The start also matches within the lines that the segment ends with: then the lines before these are only added.
    if (!ranges.empty()) ranges.insert(ranges.end(), added.begin(), added.end());
    return true;
  }

  // The last line of the segment closes all lines before it. In the file, that is the first line after the start that
  // is not indented deeper, if it is the same.
  void add_closed(const Segment& segment, const std::vector<Border>& starts) {
    const ScannedLine& last = part_.block.lines[segment.to - 1];
    if (!begins_with_closer(last, part_.kind)) return;
    for (uint32_t at = segment.from; at + 1 < segment.to; ++at)
      if (!part_.block.lines[at].is_blank() && part_.block.lines[at].indent <= last.indent) return;
    for (const Border& start : starts) {
      uint32_t at = start.at + start.run;
      auto is_within = [&](const ScannedLine& line) {
        bool directive = part_.kind.directives && line.code.starts_with('#');
        return line.code.empty() || line.in_string || directive || line.indent > last.indent;
      };
      while (at < part_.old_count() && is_within(part_.old.lines[at])) ++at;
      if (at < part_.old_count() && part_.old_line(at) == last.text) found_.back().push_back({start.at, at + 1});
    }
  }

  // The segment begins with lines of the file and adds new ones after them.
  void add_before_ends(const Segment& segment, const std::vector<Border>& starts) {
    for (const Border& start : starts)
      if (edges_.are_added({segment.from + start.run, segment.to}, start.at + start.run))
        found_.back().push_back({start.at, start.at + start.run});
  }

  Misfit no_place(const Segment& segment, uint32_t line) const {
    bool last = line != segment.from, there = part_.is_old_line(part_.line(line));
    std::string_view text = trim(part_.line(line));
    bool shifted = part_.file.has_trimmed(text);
    std::string shown = excerpt_for_display(text, 60);
    return {Code::part_no_place,
        fmt::format("it {} with '{}', which {}", last ? "ends" : "begins", shown,
            there         ? "does not show where it goes"
                : shifted ? "the file has with another indentation"
                          : "the file does not have"),
        fmt::format("show the line of the file that stays {} '{}'", last ? "after" : "before", shown)};
  }

  Misfit too_many(const Segment& segment) const {
    return {Code::part_ambiguous, fmt::format("the lines at its ends occur too often, '{}'", part_.shown(segment.from)),
        "show more of the lines before and after it"};
  }

  // Places all segments in order. Each must have exactly one range that comes after the segment before it and leaves
  // room for those after it.
  Placing choose() const {
    size_t count = segments_.size();
    std::vector<uint32_t> room(count + 1, static_cast<uint32_t>(part_.old_count()));  // the latest end of segment i - 1
    for (size_t i = count; i-- > 0;) {
      std::optional<uint32_t> last;
      for (const Range& range : found_[i])
        if (range.end <= room[i + 1]) last = std::max(last.value_or(0), range.first);
      if (!last) return out_of_order();
      room[i] = *last;
    }
    std::vector<Placement> placed;
    uint32_t least = 0;
    for (size_t i = 0; i < count; ++i) {
      std::vector<Range> fitting;
      for (const Range& range : found_[i])
        if (range.first >= least && range.end <= room[i + 1]) fitting.push_back(range);
      if (fitting.empty()) return out_of_order();
      if (fitting.size() > 1) return several(segments_[i], fitting);
      least = fitting.front().end;
      placed.push_back(
          {.first = fitting.front().first, .end = least, .from = segments_[i].from, .to = segments_[i].to});
    }
    return placed;
  }

  static Misfit out_of_order() {
    return {Code::part_no_place, "its parts do not follow each other in the file as in the block",
        "give the parts in the order of the file"};
  }

  Misfit several(const Segment& segment, const std::vector<Range>& places) const {
    Misfit misfit{Code::part_ambiguous,
        fmt::format("the part that begins with '{}' has several places", part_.shown(segment.from)),
        "show more of the lines before and after it"};
    for (const Range& place : places)
      if (misfit.old_lines.empty() || misfit.old_lines.back() != place.first + 1)
        misfit.old_lines.push_back(place.first + 1);
    return misfit;
  }

  const Part& part_;
  ThingEdges edges_;
  std::vector<Segment> segments_;
  std::vector<std::vector<Range>> found_;  // of each segment
  uint64_t compared_ = 0;
};

}  // namespace

Placing place_by_anchors(const Part& part) { return ByAnchors(part).run(); }

}  // namespace aptix::edit
