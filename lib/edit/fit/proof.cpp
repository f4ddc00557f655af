#include "edit/fit/proof.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/compute/lines.h"
#include "edit/fit/balance.h"
#include "edit/fit/bare_comments.h"
#include "edit/fit/gaps.h"

namespace aptix::edit {
namespace {

using Why = Misfit::Why;

Misfit begun(const Thing& thing) {
  std::string shown = excerpt_for_display(thing.name.empty() ? thing.head_text : std::string_view(thing.name), 60);
  return {.why = Why::unbalanced,
      .what = fmt::format("'{}' begins in its line {} and does not end", shown, thing.head + 1),
      .block_line = thing.head + 1,
      .ask = fmt::format("ask for all of '{}'", shown)};
}

class Proof {
 public:
  Proof(const Part& part, const std::vector<Placement>& placed, std::string_view old_text, std::string_view new_text,
      std::string_view path)
      : part_(part),
        placed_(placed),
        old_(old_text),
        new_(new_text),
        path_(path) {}

  std::optional<Misfit> run() {
    for (auto check : {&Proof::labels, &Proof::removal, &Proof::balance, &Proof::comments, &Proof::open_bodies,
             &Proof::twice, &Proof::skipped, &Proof::renamed, &Proof::moved, &Proof::unchanged})
      if (std::optional<Misfit> why = (this->*check)()) return why;
    return std::nullopt;
  }

 private:
  // A comment without an ellipsis stands for lines only where it hides two or more, alone between lines of the file.
  std::optional<Misfit> labels() {
    size_t next = 0;
    for (uint32_t at = 0; at < part_.gap.size(); ++at) {
      if (!part_.gap[at] || is_gap_line(part_.line(at))) continue;
      while (next < placed_.size() && placed_[next].from < at) ++next;
      uint32_t from = next == 0 ? 0 : placed_[next - 1].end;
      uint32_t to = next == placed_.size() ? static_cast<uint32_t>(part_.old_count()) : placed_[next].first;
      uint32_t hidden = 0;
      for (uint32_t old = from; old < to; ++old) hidden += part_.old.lines[old].is_blank() ? 0 : 1;
      if (hidden < 2)
        return Misfit{.why = Why::placeholder,
            .what = fmt::format("its line {}, '{}', stands for no lines of the file", at + 1,
                excerpt_for_display(trim(part_.line(at)), 60)),
            .block_line = at + 1,
            .ask = "write out what that line stands for"};
    }
    return std::nullopt;
  }

  // A part takes away no more lines than ten, or than it has.
  std::optional<Misfit> removal() {
    constexpr uint64_t kFew = 10;
    diff::LineCounts counts = diff::counts_of(diff::diff_lines(old_, new_));
    if (counts.removed <= std::max<uint64_t>(kFew, part_.block.lines.size())) return std::nullopt;
    return Misfit{.why = Why::no_place,
        .what =
            fmt::format("{} lines would be removed for the {} of the block", counts.removed, part_.block.lines.size()),
        .ask = "ask for the removal as a diff"};
  }

  std::optional<Misfit> balance() {
    std::optional<Unbalanced> found = unbalanced(old_, new_, path_);
    if (!found) return std::nullopt;
    return Misfit{.why = Why::unbalanced,
        .what = fmt::format("in line {} of the result, {}", found->line, found->what),
        .ask = "show the part with the lines that close it"};
  }

  std::optional<Misfit> comments() {
    std::optional<BareComment> found = bare_comment(old_, new_, part_.kind);
    if (!found) found = bare_comment(old_, new_, part_.kind, GoneLines::all);
    if (!found) return std::nullopt;
    return Misfit{.why = Why::placeholder,
        .what = fmt::format(
            "{} lines would be removed for the comment '{}'", found->lines, excerpt_for_display(found->text, 60)),
        .ask = "write out what that line stands for"};
  }

  static size_t empty_bodies(const Scan& scan) {
    size_t count = 0;
    const ScannedLine* head = nullptr;
    for (const ScannedLine& line : scan.lines) {
      if (line.code.empty() || line.in_string) continue;
      count += head != nullptr && line.indent <= head->indent ? 1 : 0;
      head = line.code.ends_with(':') && line.depth_after == 0 ? &line : nullptr;
    }
    return count + (head != nullptr ? 1 : 0);
  }

  // By indentation: a head with nothing in it, more often than before.
  std::optional<Misfit> open_bodies() {
    if (part_.kind.layout != Layout::indentation || !part_.kind.names) return std::nullopt;
    if (empty_bodies(scan(new_, part_.kind)) <= empty_bodies(part_.old)) return std::nullopt;
    return Misfit{.why = Why::unbalanced, .what = "a body is missing in the result", .ask = "ask for the whole of it"};
  }

  // A thing that the block has comes twice: it was somewhere else.
  std::optional<Misfit> twice() {
    Scan scanned = scan(new_, part_.kind);
    const Things now = things_of(scanned, part_.kind);
    for (const auto& [head, shown] : part_.block_things.by_head) {
      const Thing& thing = part_.block_things.all[shown.front()];
      auto once = part_.old_things.by_head.find(head), there = now.by_head.find(head);
      size_t had = once == part_.old_things.by_head.end() ? 0 : once->second.size();
      size_t has = there == now.by_head.end() ? 0 : there->second.size();
      if (thing.name.empty() || has <= std::max(had, shown.size())) continue;
      return Misfit{.why = Why::ambiguous,
          .what = fmt::format("'{}' would be in the file twice", excerpt_for_display(head, 60)),
          .block_line = thing.head + 1,
          .old_lines = once == part_.old_things.by_head.end()
              ? std::vector<uint64_t>()
              : std::vector<uint64_t>{part_.old_things.all[once->second.front()].head + 1},
          .ask = "show the place that it leaves, too"};
    }
    return std::nullopt;
  }

  // Without gaps: between two known things, whole and one after the other in the block, other things of the file would
  // go, that may as well stay.
  std::optional<Misfit> skipped() {
    if (part_.has_gap) return std::nullopt;
    const Thing* last = nullptr;
    uint32_t within = 0;  // lines before it are of a thing that was looked at
    for (const Thing& thing : part_.block_things.all) {
      if (!thing.has_body() || thing.head < within) continue;
      within = thing.last + 1;
      const Thing* known = part_.known(thing);
      if (last != nullptr && known != nullptr && thing.head > last->last &&
          blank_in_block(last->last + 1, thing.head) && hides_lines(*part_.known(*last), *known))
        return Misfit{.why = Why::ambiguous,
            .what = fmt::format("what is between '{}' and '{}' in the file may go, or stay",
                excerpt_for_display(last->name, 60), excerpt_for_display(thing.name, 60)),
            .block_line = thing.head + 1,
            .old_lines = {part_.known(*last)->last + 1, known->head + 1},
            .ask = "put a line with '...' where lines of the file stay"};
      if (known != nullptr) last = &thing;
    }
    return std::nullopt;
  }

  bool blank_in_block(uint32_t from, uint32_t to) const {
    for (uint32_t at = from; at < to; ++at)
      if (!part_.block.lines[at].is_blank()) return false;
    return true;
  }

  bool hides_lines(const Thing& first, const Thing& second) const {
    if (second.head <= first.last) return false;
    bool placed_over = std::any_of(placed_.begin(), placed_.end(),
        [&](const Placement& one) { return one.first <= first.last && one.end > second.head; });
    if (!placed_over) return false;
    for (uint32_t at = first.last + 1; at < second.head; ++at)
      if (!part_.old.lines[at].is_blank()) return true;
    return false;
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
            .what = fmt::format("'{}' may be '{}' under another name", excerpt_for_display(thing.name, 60),
                excerpt_for_display(twin->name, 60)),
            .block_line = thing.head + 1,
            .old_lines = {twin->head + 1},
            .ask = "show both, or ask for a diff"};
      }
    }
    return std::nullopt;
  }

  // The next thing before or after the place whose body has most lines of this one.
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
    for (const Thing& old : part_.old_things.all) {
      if (!old.has_body() || old.name.empty()) continue;
      bool after = old.doc >= one.end && blank_between(one.end, old.doc);
      bool before = old.last < one.first && blank_between(old.last + 1, one.first);
      if ((!after && !before) || part_.block_things.by_head.contains(old.head_text)) continue;
      size_t same = 0;
      for (uint32_t at = old.head + 1; at < old.last; ++at) same += lines.contains(trim(part_.old_line(at))) ? 1 : 0;
      if (same * 2 > count) return &old;
    }
    return nullptr;
  }

  bool blank_between(uint32_t from, uint32_t to) const {
    for (uint32_t at = from; at < to; ++at)
      if (!part_.old.lines[at].is_blank()) return false;
    return true;
  }

  // All that a placement adds is directly beside it already: it moved.
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
      if (added.empty()) continue;
      if (stand_beside(one, added))
        return Misfit{.why = Why::ambiguous,
            .what = fmt::format("'{}' is beside the part already", excerpt_for_display(trim(added.front()), 60)),
            .block_line = one.from + 1,
            .old_lines = {one.first + 1},
            .ask = "show the lines that move with those around both places"};
    }
    return std::nullopt;
  }

  bool stand_beside(const Placement& one, const std::vector<std::string_view>& added) const {
    auto count = static_cast<uint32_t>(added.size());
    std::unordered_set<std::string_view> before, after;
    for (uint32_t at = one.first - std::min(one.first, count); at < one.first; ++at) before.insert(part_.old_line(at));
    for (uint32_t at = one.end; at < std::min<size_t>(one.end + count, part_.old_count()); ++at)
      after.insert(part_.old_line(at));
    auto all_in = [&](const auto& lines) {
      return std::all_of(added.begin(), added.end(), [&](std::string_view line) { return lines.contains(line); });
    };
    return all_in(before) || all_in(after);
  }

  // What changes nothing says where it is only by a line that the file has once.
  std::optional<Misfit> unchanged() {
    if (!part_.has_gap) return std::nullopt;
    for (const Placement& one : placed_) {
      if (one.by_name || one.end - one.first != one.to - one.from) continue;
      bool same = true, unique = false;
      for (uint32_t at = 0; at < one.to - one.from && same; ++at) {
        same = part_.old_line(one.first + at) == part_.line(one.from + at);
        auto places = part_.old_lines.find(part_.line(one.from + at));
        unique = unique || (places != part_.old_lines.end() && places->second.size() == 1);
      }
      if (same && !unique)
        return Misfit{.why = Why::ambiguous,
            .what = fmt::format(
                "the lines from '{}' on occur several times", excerpt_for_display(trim(part_.line(one.from)), 60)),
            .block_line = one.from + 1,
            .old_lines = {one.first + 1},
            .ask = "show more of the lines before and after it"};
    }
    return std::nullopt;
  }

  const Part& part_;
  const std::vector<Placement>& placed_;
  std::string_view old_, new_, path_;
};

}  // namespace

std::optional<Misfit> cut_off(const Part& part) {
  if (part.has_gap || part.block.lines.empty()) return std::nullopt;
  uint32_t depth = part.block.lines.back().depth_after, outermost = UINT32_MAX;
  for (const Thing& thing : part.block_things.all) outermost = std::min(outermost, part.block.lines[thing.head].indent);
  for (const Thing& thing : part.block_things.all) {
    const ScannedLine& head = part.block.lines[thing.head];
    bool open = depth > head.depth_before || part.kind.word_ends;
    bool is_head = !thing.name.empty() || (thing.callback && head.indent == outermost);
    if (!thing.ends() && thing.to_end && open && is_head) return begun(thing);
    bool heads = part.kind.layout == Layout::indentation && head.code.ends_with(':') && head.depth_after == 0;
    if (thing.to_end && heads && !thing.has_body() && !thing.name.empty()) return begun(thing);
  }
  return std::nullopt;
}

std::optional<Misfit> disproof(const Part& part, const std::vector<Placement>& placed, std::string_view old_text,
    std::string_view new_text, std::string_view path) {
  return Proof(part, placed, old_text, new_text, path).run();
}

}  // namespace aptix::edit
