#include "edit/fit/proof.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/compute/lines.h"
#include "edit/fit/by_anchors.h"
#include "edit/fit/gaps.h"
#include "edit/fit/lines_beside.h"
#include "edit/fit/thing_names.h"

namespace aptix::edit {
namespace {

using Why = Misfit::Why;

class Proof {
 public:
  Proof(const Part& part, const std::vector<Placement>& placed) : part_(part), placed_(placed) {
    for (const Placement& one : placed) edits_.push_back(edits_between(one));
  }

  std::optional<Misfit> run() {
    for (auto check : {&Proof::labels, &Proof::first_comment, &Proof::strange_comment, &Proof::removal,
             &Proof::paragraphs, &Proof::skipped, &Proof::emptied, &Proof::renamed, &Proof::beside, &Proof::unchanged,
             &Proof::far_copy, &Proof::uncertain_gap})
      if (std::optional<Misfit> why = (this->*check)()) return why;
    return std::nullopt;
  }

 private:
  std::optional<Misfit> beside() { return lines_beside(part_, placed_); }

  // A comment stands for lines only where it hides some between lines of the file; one without an ellipsis, two or
  // more.
  std::optional<Misfit> labels() {
    size_t next = 0;
    for (uint32_t at = 0; at < part_.gap.size(); ++at) {
      if (!part_.gap[at]) continue;
      while (next < placed_.size() && placed_[next].from < at) ++next;
      uint32_t from = next == 0 ? 0 : placed_[next - 1].end;
      uint32_t to = next == placed_.size() ? static_cast<uint32_t>(part_.old_count()) : placed_[next].first;
      uint32_t hidden = 0;
      for (uint32_t old = from; old < to; ++old) hidden += part_.old.lines[old].is_blank() ? 0 : 1;
      bool dots = is_gap_line(part_.line(at)), between = next > 0 && next < placed_.size();
      if (dots ? between && hidden == 0 && begins_as_comment(part_.line(at)) && has_word(part_.line(at)) : hidden < 2)
        return Misfit{.why = Why::placeholder,
            .what = fmt::format("its line {}, '{}', stands for no lines of the file", at + 1, part_.shown(at)),
            .block_line = at + 1,
            .ask = "write out what that line stands for"};
    }
    return std::nullopt;
  }

  // A new comment as the first line of a block with gaps, before a line of the file: it may stand for what is before.
  std::optional<Misfit> first_comment() {
    uint32_t at = part_.after_blank(0);
    if (!part_.has_gap || placed_.empty() || placed_.front().from != at ||
        part_.is_blank_between(0, placed_.front().first))
      return std::nullopt;
    uint32_t next = part_.after_blank(at + 1);
    if (next >= placed_.front().to || !is_new_comment_above(at, next) || !part_.is_old_line(part_.line(next)))
      return std::nullopt;
    return stands_for_lines(at);
  }

  // A new comment that is indented less than the line after it, where other lines go.
  std::optional<Misfit> strange_comment() {
    for (const Placement& one : placed_)
      for (const diff::LineEdit& edit : edits_of(one)) {
        uint64_t gone = 0, come = 0;
        for (uint64_t i = 0; i < edit.old_count; ++i)
          gone += has_word(part_.old.lines[one.first + static_cast<uint32_t>(edit.old_start + i)].code) ? 1 : 0;
        for (uint64_t i = 0; i < edit.new_count; ++i)
          come += has_word(part_.block.lines[one.from + static_cast<uint32_t>(edit.new_start + i)].code) ? 1 : 0;
        if (gone < come + 2) continue;
        for (uint64_t i = edit.new_start; i < edit.new_start + edit.new_count; ++i) {
          auto at = one.from + static_cast<uint32_t>(i);
          uint32_t next = part_.after_blank(at + 1);
          if (next < one.to && is_new_comment_above(at, next) &&
              part_.block.lines[at].indent < part_.block.lines[next].indent)
            return stands_for_lines(at);
        }
      }
    return std::nullopt;
  }

  // Is line `at` a comment of one line that the file has not, and `next` not one?
  bool is_new_comment_above(uint32_t at, uint32_t next) const {
    const std::vector<ScannedLine>& lines = part_.block.lines;
    bool alone = !lines[at].in_comment && !lines[at + 1].in_comment && !lines[next].is_comment();
    return alone && lines[at].is_comment() && !part_.is_old_line(lines[at].text);
  }

  Misfit stands_for_lines(uint32_t at) const {
    return {.why = Why::placeholder,
        .what = fmt::format("its line {}, '{}', may stand for lines of the file", at + 1, part_.shown(at)),
        .block_line = at + 1,
        .ask = "write out what that line stands for, or begin it with '...'"};
  }

  // A part takes away no more lines than ten, or than it has.
  std::optional<Misfit> removal() {
    constexpr uint64_t kFew = 10;
    uint64_t removed = 0;
    for (const std::vector<diff::LineEdit>& edits : edits_) removed += diff::counts_of(edits).removed;
    if (removed <= std::max<uint64_t>(kFew, part_.block.lines.size())) return std::nullopt;
    return Misfit{.why = Why::no_place,
        .what = fmt::format("{} lines would be removed for the {} of the block", removed, part_.block.lines.size()),
        .ask = "ask for the removal as a diff"};
  }

  // Without a gap, paragraphs of the least indentation would go, and fewer come in their place: one that nobody showed
  // may as well stay.
  std::optional<Misfit> paragraphs() {
    for (const Placement& one : placed_) {
      if (part_.has_gap || !one.name.empty()) continue;
      std::vector<uint32_t> gone = paragraphs_in(part_.old, one.first, one.end);
      if (gone.size() <= paragraphs_in(part_.block, one.from, one.to).size()) continue;
      std::unordered_multiset<std::string_view> shown;
      for (uint32_t at = one.from; at < one.to; ++at) shown.insert(part_.line(at));
      for (uint32_t at : gone) {
        if (auto found = shown.find(part_.old_line(at)); found != shown.end()) {
          shown.erase(found);
          continue;
        }
        return Misfit{.why = Why::ambiguous,
            .what = fmt::format(
                "'{}' and what follows it may go, or stay", excerpt_for_display(trim(part_.old_line(at)), 60)),
            .old_lines = {at + 1},
            .ask = "put a line with '...' where lines of the file stay"};
      }
    }
    return std::nullopt;
  }

  // The first line of each, in lines [from, to): after a blank line, deeper ones, or one that closes them.
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
      ended = !goes_on;
    }
    return found;
  }

  // Between two known things, whole and one after the other in the block, other lines of the file would go, that may
  // as well stay.
  std::optional<Misfit> skipped() {
    const Thing* last = nullptr;
    uint32_t within = 0;  // lines before it are of a thing that was looked at
    for (const Thing& thing : part_.block_things.all) {
      if (!thing.has_body() || thing.head < within) continue;
      within = thing.last + 1;
      const Thing* known = part_.known(thing);
      if (last != nullptr && known != nullptr && thing.head > last->last &&
          blank_in_block(last->last + 1, thing.head) && hides_lines(*part_.known(*last), *known))
        return Misfit{.why = Why::ambiguous,
            .what = fmt::format(
                "what is between '{}' and '{}' in the file may go, or stay", shown_name(*last), shown_name(thing)),
            .block_line = thing.head + 1,
            .old_lines = {part_.known(*last)->last + 1, known->head + 1},
            .ask = "put a line with '...' where lines of the file stay"};
      if (known != nullptr) last = &thing;
    }
    return std::nullopt;
  }

  // A class, or what else only holds members, of which no old member is shown: new ones may be meant to be added to it.
  std::optional<Misfit> emptied() {
    for (const Thing& thing : part_.block_things.all) {
      if (!thing.has_body() || !holds_members(thing) || has_gap_within(thing)) continue;
      const Thing* known = part_.known(thing);
      if (known == nullptr || shows_members(thing, *known)) continue;
      return Misfit{.why = Why::ambiguous,
          .what = fmt::format("it shows nothing of what is in '{}' now, which may stay or go", shown_name(thing)),
          .block_line = thing.head + 1,
          .old_lines = {known->head + 1},
          .ask = fmt::format("show all of '{}', or put a line with '...' where lines of it stay", shown_name(thing))};
    }
    return std::nullopt;
  }

  bool shows_members(const Thing& thing, const Thing& known) const {
    std::unordered_set<std::string_view> shown;
    for (uint32_t at = thing.head + 1; at <= thing.last; ++at) {
      auto [name, rest] = halves_of(part_.block.lines[at]);
      shown.insert(name);
      if (!rest.empty()) shown.insert(rest);
    }
    uint32_t indent = UINT32_MAX;
    for (uint32_t at = known.head + 1; at <= known.last; ++at)
      if (is_member(part_.old.lines[at])) indent = std::min(indent, part_.old.lines[at].indent);
    for (uint32_t at = known.head + 1; at <= known.last; ++at) {
      const ScannedLine& line = part_.old.lines[at];
      if (!is_member(line) || line.indent != indent) continue;
      auto [name, rest] = halves_of(line);
      if (shown.contains(name) || (!rest.empty() && shown.contains(rest))) return true;
    }
    return indent == UINT32_MAX;
  }

  bool has_gap_within(const Thing& thing) const {
    for (uint32_t at = thing.head; at < part_.gap.size(); ++at) {
      if (part_.gap[at]) return true;
      if (at > thing.last && !part_.block.lines[at].is_blank()) break;
    }
    return false;
  }

  static bool is_member(const ScannedLine& line) {
    return !line.in_string && std::any_of(line.code.begin(), line.code.end(), is_of_word);
  }

  // What a member is called, and what comes after it: its type or value.
  static std::pair<std::string_view, std::string_view> halves_of(const ScannedLine& line) {
    size_t end = line.code.find_first_of("=:(;,");
    if (end == line.code.npos) return {first_word_of(line.code), {}};
    std::string_view rest = line.code.substr(end);
    bool tells = line.code[end] != '(' && std::any_of(rest.begin(), rest.end(), is_of_word);
    return {trim(line.code.substr(0, end)), tells ? rest : ""};
  }

  // "class Name", "type Name struct"
  static bool holds_members(const Thing& thing) {
    constexpr std::string_view kWords[] = {"class", "struct", "interface", "enum", "union", "trait", "type", "object",
        "record", "protocol", "extension", "impl", "message"};
    std::string_view head = thing.head_text;
    size_t name = thing.name().empty() ? head.npos : head.find(" " + thing.name());
    if (name == head.npos) return false;
    std::string_view before = trim(head.substr(0, name));
    return is_one_of(kWords, before.substr(before.rfind(' ') + 1));
  }

  bool blank_in_block(uint32_t from, uint32_t to) const {
    for (uint32_t at = from; at < to; ++at)
      if (!part_.block.lines[at].is_blank() || part_.gap[at]) return false;
    return true;
  }

  bool hides_lines(const Thing& first, const Thing& second) const {
    if (second.head <= first.last) return false;
    bool placed_over = std::any_of(placed_.begin(), placed_.end(),
        [&](const Placement& one) { return one.first <= first.last && one.end > second.head; });
    return placed_over && !part_.is_blank_between(first.last + 1, second.head);
  }

  // What is new, beside a thing of the file with the same body, may be that under another name.
  std::optional<Misfit> renamed() {
    for (const Thing& thing : part_.block_things.all) {
      if (!thing.has_body() || !part_.is_new(thing)) continue;
      for (const Placement& one : placed_) {
        if (one.from > thing.head || one.to <= thing.head) continue;
        const Thing* twin = twin_beside(one, thing);
        if (twin == nullptr) continue;
        return Misfit{.why = Why::ambiguous,
            .what = fmt::format("'{}' may be '{}' under another name", shown_name(thing), shown_name(*twin)),
            .block_line = thing.head + 1,
            .old_lines = {twin->head + 1},
            .ask = "show both, or ask for a diff"};
      }
    }
    return std::nullopt;
  }

  // The next thing before or after the place, or one that goes, whose body has most lines of this one.
  const Thing* twin_beside(const Placement& one, const Thing& thing) const {
    std::unordered_set<std::string_view> lines;
    size_t count = 0;
    for (uint32_t at = thing.head + 1; at < thing.last; ++at) {
      std::string_view line = trim(part_.line(at));
      if (!has_long_word(line)) continue;
      ++count;
      lines.insert(line);
    }
    if (count == 0) return nullptr;
    for (const Thing& old : part_.old_things().all) {
      bool calls = old.is_callback() && thing.is_callback();
      if (!old.has_body() || (old.name().empty() && !calls)) continue;
      bool after = old.doc >= one.end && part_.is_blank_between(one.end, old.doc);
      bool before = old.last < one.first && part_.is_blank_between(old.last + 1, one.first);
      bool goes = !calls && old.head >= one.first && old.last < one.end;
      if ((!after && !before && !goes) || part_.block_things.has_head(old.head_text)) continue;
      size_t same = 0;
      for (uint32_t at = old.head + 1; at < old.last; ++at) same += lines.contains(trim(part_.old_line(at))) ? 1 : 0;
      if (same * 2 > count) return &old;
    }
    return nullptr;
  }

  // A line at the end of a part, which is not as often in the old lines as in the part: the place may end at a nearer
  // copy of it, or this one be new.
  std::optional<Misfit> far_copy() {
    constexpr uint64_t kMany = 5;  // fewer lines may go for themselves: an import that is there twice
    for (const Placement& one : placed_) {
      uint32_t first = one.from, last = one.to;
      while (first < last && !has_long_word(part_.line(first))) ++first;
      while (last > first && !has_long_word(part_.line(last - 1))) --last;
      uint64_t gone = diff::counts_of(edits_of(one)).removed;
      if (one.ends_sooner && gone >= kMany) return ends_sooner(one);
      if (first == last || one.by_name || !one.name.empty() || gone < kMany) continue;
      for (uint32_t at : {first, last - 1}) {
        size_t had = 0, has = 0;
        for (uint32_t old = one.first; old < one.end; ++old) had += part_.old_line(old) == part_.line(at) ? 1 : 0;
        for (uint32_t now = one.from; now < one.to; ++now) has += part_.line(now) == part_.line(at) ? 1 : 0;
        if (had != has)
          return Misfit{.why = Why::ambiguous,
              .what = fmt::format("its line '{}' is not as often in the lines that would go", part_.shown(at)),
              .block_line = at + 1,
              .old_lines = {one.first + 1},
              .ask = "show more of the lines before and after it"};
      }
    }
    return std::nullopt;
  }

  Misfit ends_sooner(const Placement& one) const {
    return {.why = Why::ambiguous,
        .what = fmt::format("its line '{}' may be one of its first lines, too", part_.shown(one.to - 1)),
        .block_line = one.to,
        .old_lines = {one.first + 1, one.end},
        .ask = "show more of the lines after it"};
  }

  // A lone new comment between two lines of the file may stand for others.
  std::optional<Misfit> uncertain_gap() {
    for (const Placement& one : placed_)
      for (const diff::LineEdit& edit : edits_of(one))
        for (uint64_t i = edit.new_start; i < edit.new_start + edit.new_count; ++i) {
          auto at = one.from + static_cast<uint32_t>(i);
          if (is_lone_comment(one, at) && may_hide_lines(at)) return stands_for_lines(at);
        }
    return std::nullopt;
  }

  // Read as a gap, does the comment hide two lines or more, or have several places?
  bool may_hide_lines(uint32_t comment) {
    constexpr size_t kMostDoubtful = 7;
    if (++doubtful_ > kMostDoubtful) return true;
    Part with_gap(part_.file, part_.block.text, comment);
    Placing placed = place_by_anchors(with_gap);
    if (const Misfit* why = std::get_if<Misfit>(&placed)) return why->why != Why::no_place;
    uint32_t from = 0, to = static_cast<uint32_t>(part_.old_count());
    for (const Placement& one : std::get<std::vector<Placement>>(placed)) {
      if (one.to <= comment) from = std::max(from, one.end);
      else if (one.from > comment) to = std::min(to, one.first);
    }
    size_t hidden = 0;
    for (uint32_t old = from; old < to; ++old) hidden += part_.old.lines[old].is_blank() ? 0 : 1;
    return hidden > 1;
  }

  const std::vector<diff::LineEdit>& edits_of(const Placement& one) const {
    return edits_[static_cast<size_t>(&one - placed_.data())];
  }

  // From the old lines to the new ones, white space around them apart.
  std::vector<diff::LineEdit> edits_between(const Placement& one) const {
    std::string before, after;
    for (uint32_t at = one.first; at < one.end; ++at) before.append(trim(part_.old_line(at))).append("\n");
    for (uint32_t at = one.from; at < one.to; ++at) after.append(trim(part_.line(at))).append("\n");
    return diff::diff_lines(before, after);
  }

  bool is_lone_comment(const Placement& one, uint32_t at) const {
    auto begins_in_comment = [&](uint32_t line) {
      return line < part_.block.lines.size() && part_.block.lines[line].in_comment;
    };
    if (!part_.block.lines[at].is_comment() || part_.is_old_line(part_.line(at))) return false;
    // A line of a longer comment is none of its own, unless it looks like one.
    bool within = begins_in_comment(at);
    if (within ? trim(part_.line(at)).starts_with('*') : begins_in_comment(at + 1)) return false;
    uint32_t above = at, below = at + 1;
    while (above > one.from && part_.block.lines[above - 1].is_blank()) --above;
    while (below < one.to && part_.block.lines[below].is_blank()) ++below;
    return above > one.from && below < one.to && part_.is_old_line(part_.line(above - 1)) &&
        part_.is_old_line(part_.line(below));
  }

  // What changes nothing says where it is only by a line that the file has once.
  std::optional<Misfit> unchanged() {
    if (!part_.has_gap) return std::nullopt;
    for (const Placement& one : placed_) {
      if (one.by_name || one.end - one.first != one.to - one.from) continue;
      bool same = true, unique = false;
      for (uint32_t at = 0; at < one.to - one.from && same; ++at) {
        same = part_.old_line(one.first + at) == part_.line(one.from + at);
        unique = unique || part_.old_lines().is_once(part_.line(one.from + at));
      }
      if (same && !unique)
        return Misfit{.why = Why::ambiguous,
            .what = fmt::format("the lines from '{}' on occur several times", part_.shown(one.from)),
            .block_line = one.from + 1,
            .old_lines = {one.first + 1},
            .ask = "show more of the lines before and after it"};
    }
    return std::nullopt;
  }

  const Part& part_;
  const std::vector<Placement>& placed_;
  std::vector<std::vector<diff::LineEdit>> edits_;  // of each placement
  size_t doubtful_ = 0;
};

}  // namespace

std::optional<Misfit> disproof_of_part(const Part& part, const std::vector<Placement>& placed) {
  return Proof(part, placed).run();
}

}  // namespace aptix::edit
