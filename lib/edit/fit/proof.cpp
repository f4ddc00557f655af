#include "edit/fit/steps.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/compute/lines.h"
#include "edit/fit/gaps.h"

namespace aptix::edit {
namespace {

class Proof {
 public:
  Proof(const Part& part, const std::vector<Placement>& placed) : part_(part), placed_(placed) {
    for (const Placement& one : placed) edits_.push_back(edits_between(one));
  }

  std::optional<Misfit> run() {
    for (auto check : {&Proof::labels, &Proof::comments, &Proof::removal, &Proof::paragraphs, &Proof::moved})
      if (std::optional<Misfit> why = (this->*check)()) return why;
    return std::nullopt;
  }

 private:
  // Refuses a gap that hides too few lines of the file: none, for a comment with an ellipsis between two placements;
  // fewer than two, for a label without an ellipsis, e.g. "// rest of the file".
  std::optional<Misfit> labels() {
    for (uint32_t at = 0; at < part_.gap.size(); ++at) {
      if (!part_.gap[at]) continue;
      size_t hidden = hidden_by(at, placed_);
      bool between = !placed_.empty() && placed_.front().from < at && at < placed_.back().from;
      bool words = between && begins_as_comment(part_.line(at), part_.kind) && has_word(part_.line(at));
      if (is_gap_line(part_.line(at), part_.kind) ? words && hidden == 0 : hidden < 2)
        return Misfit{Code::placeholder,
            fmt::format("its line {}, '{}', stands for no lines of the file", at + 1, part_.shown(at)),
            "write out what that line stands for"};
    }
    return std::nullopt;
  }

  // How many lines the file has between the placements before and after a line of the block; 2 stands for more.
  size_t hidden_by(uint32_t line, const std::vector<Placement>& placed) const {
    uint32_t first = 0, end = static_cast<uint32_t>(part_.old_count());
    for (const Placement& one : placed) {
      if (one.to <= line) first = std::max(first, one.end);
      else if (one.from > line) end = std::min(end, one.first);
    }
    return part_.filled_between(first, end);
  }

  // Refuses a new comment of one line that may stand for lines of the file:
  // - the first line of a block with gaps, directly before a line of the file;
  // - between two lines of the file, if it would hide some as a gap;
  // - indented less than the next line, if the change removes more code than it adds.
  std::optional<Misfit> comments() {
    uint32_t first = part_.after_blank(0);
    if (part_.has_gap && !placed_.empty() && placed_.front().from == first &&
        part_.filled_between(0, placed_.front().first) != 0 && is_new_comment(first) &&
        is_old_line(part_.after_blank(first + 1), placed_.front()))
      return stands_for_lines(first);
    for (const Placement& one : placed_)
      for (const diff::LineEdit& edit : edits_of(one))
        for (uint64_t i = edit.new_start; i < edit.new_start + edit.new_count; ++i) {
          auto at = one.from + static_cast<uint32_t>(i);
          uint32_t above = at, below = part_.after_blank(at + 1);
          if (!is_new_comment(at)) continue;
          while (above > one.from && part_.block.lines[above - 1].is_blank()) --above;
          bool alone = above > one.from && part_.is_old_line(part_.line(above - 1)) && is_old_line(below, one);
          bool stands_out = below < one.to && part_.block.lines[at].indent < part_.block.lines[below].indent &&
              !part_.block.lines[below].is_comment() && takes_more(one, edit);
          if (stands_out || (alone && may_hide_lines(at))) return stands_for_lines(at);
        }
    return std::nullopt;
  }

  bool is_old_line(uint32_t at, const Placement& one) const { return at < one.to && part_.is_old_line(part_.line(at)); }

  // A comment that is not in the file. The first line of a longer one does not count, nor a line of it with a '*'.
  bool is_new_comment(uint32_t at) const {
    const std::vector<ScannedLine>& lines = part_.block.lines;
    bool goes_on = at + 1 < lines.size() && lines[at + 1].in_comment;
    bool part_of_one = lines[at].in_comment ? trim(lines[at].text).starts_with('*') : goes_on;
    return lines[at].is_comment() && !part_of_one && !part_.is_old_line(lines[at].text);
  }

  // Does it remove at least two lines of code more than it adds?
  bool takes_more(const Placement& one, const diff::LineEdit& edit) const {
    size_t gone = 0, come = 0;
    for (size_t at = one.first + edit.old_start; at < one.first + edit.old_start + edit.old_count; ++at)
      gone += has_word(part_.old.lines[at].code) ? 1 : 0;
    for (size_t at = one.from + edit.new_start; at < one.from + edit.new_start + edit.new_count; ++at)
      come += has_word(part_.block.lines[at].code) ? 1 : 0;
    return gone >= come + 2;
  }

  // If the comment were a gap, would it hide two or more lines, or have several places? Also true after many checks.
  bool may_hide_lines(uint32_t comment) {
    constexpr size_t kMostDoubtful = 7;
    if (++doubtful_ > kMostDoubtful) return true;
    Placing placed = place_by_anchors(Part(part_.file, part_.block.text, comment));
    const auto* places = std::get_if<std::vector<Placement>>(&placed);
    if (places == nullptr) return std::get<Misfit>(placed).code != Code::part_no_place;
    return hidden_by(comment, *places) > 1;
  }

  Misfit stands_for_lines(uint32_t at) const {
    return {Code::placeholder,
        fmt::format("its line {}, '{}', may stand for lines of the file", at + 1, part_.shown(at)),
        "write out what that line stands for, or begin it with '...'"};
  }

  // A block may remove ten lines, or as many as it has.
  std::optional<Misfit> removal() {
    constexpr uint64_t kFew = 10;
    uint64_t removed = 0;
    for (const std::vector<diff::LineEdit>& edits : edits_) removed += diff::counts_of(edits).removed;
    if (removed <= std::max<uint64_t>(kFew, part_.block.lines.size())) return std::nullopt;
    return Misfit{Code::part_no_place,
        fmt::format("{} lines would be removed for the {} of the block", removed, part_.block.lines.size()),
        "ask for the removal as a diff"};
  }

  // Without gaps, fewer paragraphs replace some of the file, or nothing replaces one of them: one that the block does
  // not show may be meant to stay.
  std::optional<Misfit> paragraphs() {
    for (const Placement& one : placed_) {
      if (part_.has_gap || !one.name.empty()) continue;
      std::vector<uint32_t> gone = paragraphs_in(part_.old, one.first, one.end);
      bool fewer = gone.size() > paragraphs_in(part_.block, one.from, one.to).size();
      std::unordered_multiset<std::string_view> shown;
      for (uint32_t at = one.from; at < one.to; ++at) shown.insert(trim(part_.line(at)));
      for (size_t i = 0; i < gone.size(); ++i) {
        uint32_t at = gone[i];
        if (!fewer && !goes_alone(one, at, i + 1 < gone.size() ? gone[i + 1] : one.end)) continue;
        while (!has_long_word(part_.old_line(at)) && at + 1 < one.end) ++at;
        std::string_view line = trim(part_.old_line(at));
        if (auto found = shown.find(line); found != shown.end()) {
          shown.erase(found);
          continue;
        }
        return Misfit{Code::part_ambiguous,
            fmt::format("'{}' and what follows it may go, or stay", excerpt_for_display(line, 60)),
            "put a line with '...' where lines of the file stay", {at + 1}};
      }
    }
    return std::nullopt;
  }

  // Does an edit that adds nothing remove the old lines [first, end), but for blank ones at their end?
  bool goes_alone(const Placement& one, uint32_t first, uint32_t end) const {
    while (end > first && part_.old.lines[end - 1].is_blank()) --end;
    const std::vector<diff::LineEdit>& edits = edits_of(one);
    auto after = std::partition_point(
        edits.begin(), edits.end(), [&](const diff::LineEdit& edit) { return one.first + edit.old_start <= first; });
    if (after == edits.begin()) return false;
    const diff::LineEdit& edit = *std::prev(after);
    return edit.new_count == 0 && one.first + edit.old_start + edit.old_count >= end;
  }

  // The first lines of the paragraphs in [from, to): lines of the least indentation, after a blank line, a deeper line,
  // a closing line or a comment.
  std::vector<uint32_t> paragraphs_in(const Scan& scan, uint32_t from, uint32_t to) const {
    uint32_t indent = UINT32_MAX;
    for (uint32_t at = from; at < to; ++at)
      if (!scan.lines[at].is_blank()) indent = std::min(indent, scan.lines[at].indent);
    std::vector<uint32_t> found;
    bool ended = true;
    for (uint32_t at = from; at < to; ++at) {
      const ScannedLine& line = scan.lines[at];
      bool goes_on = !line.is_blank() && line.indent == indent && !begins_with_closer(line, part_.kind);
      if (goes_on && std::exchange(ended, false)) found.push_back(at);
      ended = !goes_on || (line.is_comment() && at + 1 < to && !scan.lines[at + 1].is_comment());
    }
    return found;
  }

  // All lines that a placement adds are directly before or after it already: they may be moved.
  std::optional<Misfit> moved() {
    for (const Placement& one : placed_) {
      std::unordered_multiset<std::string_view> once;
      for (uint32_t at = one.first; at < one.end; ++at) once.insert(part_.old_line(at));
      std::vector<std::string_view> added;
      for (uint32_t at = one.from; at < one.to; ++at) {
        auto found = once.find(part_.line(at));
        if (found != once.end()) once.erase(found);
        else if (!part_.block.lines[at].is_blank()) added.push_back(part_.line(at));
      }
      if (!added.empty() && are_beside(one, added))
        return Misfit{Code::part_ambiguous,
            fmt::format("'{}' is beside the part already", excerpt_for_display(trim(added.front()), 60)),
            "show the lines that move with those around both places", {one.first + 1}};
    }
    return std::nullopt;
  }

  bool are_beside(const Placement& one, const std::vector<std::string_view>& lines) const {
    for (int step : {-1, 1}) {
      std::unordered_set<std::string_view> beside;
      size_t left = lines.size();
      for (int64_t at = step < 0 ? int64_t{one.first} - 1 : int64_t{one.end};
           at >= 0 && at < std::ssize(part_.old.lines) && left > 0; at += step) {
        const ScannedLine& line = part_.old.lines[static_cast<size_t>(at)];
        if (line.is_blank() && lines.size() > 1) continue;  // a single line must be adjacent
        beside.insert(line.text);
        --left;
      }
      if (std::all_of(lines.begin(), lines.end(), [&](std::string_view line) { return beside.contains(line); }))
        return true;
    }
    return false;
  }

  const std::vector<diff::LineEdit>& edits_of(const Placement& one) const {
    return edits_[static_cast<size_t>(&one - placed_.data())];
  }

  // The diff of a placement, ignoring white space at the ends of lines.
  std::vector<diff::LineEdit> edits_between(const Placement& one) const {
    std::string before, after;
    for (uint32_t at = one.first; at < one.end; ++at) before.append(trim(part_.old_line(at))).append("\n");
    for (uint32_t at = one.from; at < one.to; ++at) after.append(trim(part_.line(at))).append("\n");
    return diff::diff_lines(before, after);
  }

  const Part& part_;
  const std::vector<Placement>& placed_;
  std::vector<std::vector<diff::LineEdit>> edits_;  // of each placement
  size_t doubtful_ = 0;
};

constexpr size_t kMostEnds = 200;              // other places of one line
constexpr uint64_t kMostEndLines = 2'000'000;  // lines compared, in all

// Refuses parts whose first or last lines the file has elsewhere too, so that the change may be meant there.
class EndProof {
 public:
  EndProof(const Part& part, const std::vector<Placement>& placed) : part_(part), placed_(placed) {}

  std::optional<Misfit> run() {
    for (size_t i = 0; i < placed_.size(); ++i) {
      const Placement& one = placed_[i];
      if (!one.name.empty() || one.first == one.end || one.from == one.to) continue;
      uint32_t above = i > 0 ? placed_[i - 1].end : 0;
      uint32_t below = i + 1 < placed_.size() ? placed_[i + 1].first : static_cast<uint32_t>(part_.old_count());
      std::optional<Misfit> why = changes_nothing(one) ? stands_between(one, above, below) : takes_more(one);
      if (why) return why;
    }
    return std::nullopt;
  }

 private:
  // Lines of the block that the file has in a row, from one of its ends on.
  struct Shared {
    uint32_t lines = 0;
    bool words = false, over_blank = false;  // `over_blank`: a blank line is among them
  };
  // From its first line on (step 1), which is line `at` of the file; or from its last line back (step -1).
  Shared shared_from(const Placement& one, uint32_t at, int step) {
    Shared shared;
    uint32_t own = step > 0 ? one.from : one.to - 1;
    for (; shared.lines < one.to - one.from; ++shared.lines, own += static_cast<uint32_t>(step)) {
      int64_t old = int64_t{at} + int64_t{step} * shared.lines;
      if (old < 0 || old >= std::ssize(part_.old.lines) || ++compared_ > kMostEndLines) break;
      std::string_view text = part_.old_line(static_cast<uint32_t>(old));
      if (text != part_.line(own)) break;
      shared.words = shared.words || has_long_word(text);
      shared.over_blank = shared.over_blank || trim(text).empty();
    }
    return shared;
  }

  bool changes_nothing(const Placement& one) {
    return one.end - one.first == one.to - one.from && shared_from(one, one.first, 1).lines == one.to - one.from;
  }

  // Nothing changes in it, and the file has its first lines before it too, or its last ones after it: what is between
  // may be meant to go.
  std::optional<Misfit> stands_between(const Placement& one, uint32_t above, uint32_t below) {
    if (!part_.has_gap) return std::nullopt;
    for (int step : {1, -1})
      for (uint32_t at : part_.old_lines().all(part_.line(step > 0 ? one.from : one.to - 1), kMostEnds)) {
        if (step > 0 ? at < above || at >= one.first : at < one.end || at >= below) continue;
        Shared shared = shared_from(one, at, step);
        if (shared.words && shared.over_blank)
          return between(one, step > 0 ? at : one.end - 1, step > 0 ? one.first : at);
      }
    return std::nullopt;
  }

  Misfit between(const Placement& one, uint32_t first, uint32_t last) const {
    return {Code::part_ambiguous,
        fmt::format("nothing changes in the part that begins with '{}', and what is beside it may go, or stay",
            part_.shown(one.from)),
        "show a line more before and after what goes", {first + 1, last + 1}};
  }

  // The file has its first line again further down: from there on, the part would take away nothing, or far less.
  std::optional<Misfit> takes_more(const Placement& one) {
    std::unordered_set<std::string_view> shown;
    for (uint32_t at = one.from; at < one.to; ++at) shown.insert(trim(part_.line(at)));
    std::vector<uint32_t> lost(one.end - one.first + 1, 0);  // old lines from there to the end that are not shown
    for (uint32_t at = one.end; at-- > one.first;) {
      bool goes = has_long_word(part_.old_line(at)) && !shown.contains(trim(part_.old_line(at)));
      lost[at - one.first] = lost[at - one.first + 1] + (goes ? 1 : 0);
    }
    constexpr uint32_t kMany = 3;
    if (lost.front() < kMany) return std::nullopt;
    for (uint32_t at : part_.old_lines().all(part_.line(one.from), kMostEnds)) {
      if (at <= one.first || at >= one.end || lost[at - one.first] * kMany >= lost.front()) continue;
      Shared shared = shared_from(one, at, 1);
      if (shared.words && one.end - at >= shared.lines)
        return Misfit{Code::part_ambiguous,
            fmt::format("the part that begins with '{}' has several places", part_.shown(one.from)),
            "show more of the lines before it", {one.first + 1, at + 1}};
    }
    return std::nullopt;
  }

  const Part& part_;
  const std::vector<Placement>& placed_;
  uint64_t compared_ = 0;
};

}  // namespace

std::optional<Misfit> nothing_shown(const Part& part, const std::vector<Placement>& placed) {
  for (const Placement& one : placed)
    if (one.first != 0 && !has_word(part.line(one.from)))
      return Misfit{Code::part_ambiguous,
          fmt::format("it changes nothing, and the lines from '{}' on may be elsewhere", part.shown(one.from)),
          "show the line before and after what changes", {one.first + 1}};
  return std::nullopt;
}

std::optional<Misfit> disproof_of_part(const Part& part, const std::vector<Placement>& placed) {
  std::optional<Misfit> why = Proof(part, placed).run();
  if (!why) why = disproof_by_things(part, placed);
  if (!why) why = EndProof(part, placed).run();
  for (const Placement& one : placed)
    if (std::optional<uint32_t> at = why ? std::nullopt : missed_import(part, one.first, one.end))
      why = Misfit{Code::part_ambiguous,
          fmt::format(
              "it would remove '{}', and uses what that imports", excerpt_for_display(trim(part.old_line(*at)), 60)),
          "show the import, or put a line with '...' where lines stay", {*at + 1}};
  return why;
}

}  // namespace aptix::edit
