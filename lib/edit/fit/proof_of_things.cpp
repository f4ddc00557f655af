// Refuses placements of things that the block may show only in part: what it leaves out may be meant to stay.
#include "edit/fit/steps.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::edit {
namespace {

constexpr std::string_view kEntryEnds = ",([{", kDecorators = "@#[";

// Compares the things of a block with those of the file.
class ThingProof {
 public:
  ThingProof(const Part& part, const std::vector<Placement>& placed) : part_(part), placed_(placed) {}

  std::optional<Misfit> run() {
    for (auto check : {&ThingProof::skipped, &ThingProof::emptied, &ThingProof::entries, &ThingProof::elsewhere,
             &ThingProof::decorators, &ThingProof::renamed, &ThingProof::closers})
      if (std::optional<Misfit> why = (this->*check)()) return why;
    return std::nullopt;
  }

 private:
  // Two known things follow each other in the block, but the file has other lines between them, which would be removed.
  std::optional<Misfit> skipped() {
    const Thing* last = nullptr;
    uint32_t within = 0;  // lines before it belong to a thing that was checked
    for (const Thing& thing : part_.block_things.all) {
      if (!thing.has_body() || thing.head < within) continue;
      within = thing.last + 1;
      const Thing* known = part_.known(thing);
      if (last != nullptr && known != nullptr && part_.after_blank(last->last + 1) == thing.head) {
        uint32_t first = part_.known(*last)->last, end = known->head;
        bool placed_over = std::any_of(
            placed_.begin(), placed_.end(), [&](const Placement& one) { return one.first <= first && one.end > end; });
        if (placed_over && part_.filled_between(first + 1, end) != 0)
          return Misfit{Code::part_ambiguous,
              fmt::format(
                  "what is between '{}' and '{}' in the file may go, or stay", shown_name(*last), shown_name(thing)),
              "put a line with '...' where lines of the file stay", {first + 1, end + 1}};
      }
      if (known != nullptr) last = &thing;
    }
    return std::nullopt;
  }

  // The block shows none of the old members of a class, struct or the like: it may only mean to add new ones.
  std::optional<Misfit> emptied() {
    for (const Thing& thing : part_.block_things.all) {
      if (!thing.has_body() || !holds_members(thing) || has_gap_within(thing)) continue;
      const Thing* known = part_.known(thing);
      if (known == nullptr || shows_members(thing, *known)) continue;
      return shows_nothing_of(thing, *known);
    }
    return std::nullopt;
  }

  static Misfit shows_nothing_of(const Thing& thing, const Thing& known) {
    return {Code::part_ambiguous,
        fmt::format("it shows nothing of what is in '{}' now, which may stay or go", shown_name(thing)),
        fmt::format("show all of '{}', or put a line with '...' where lines of it stay", shown_name(thing)),
        {known.head + 1}};
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

  // Within the thing, or directly after it.
  bool has_gap_within(const Thing& thing) const {
    auto first = part_.gap.begin() + thing.head,
         end = part_.gap.begin() + std::min<ptrdiff_t>(part_.after_blank(thing.last + 1) + 1, std::ssize(part_.gap));
    return std::find(first, end, true) != end;
  }

  static bool is_member(const ScannedLine& line) {
    return !line.in_string && std::any_of(line.code.begin(), line.code.end(), is_of_word);
  }

  // The name of a member, and its type or value.
  static std::pair<std::string_view, std::string_view> halves_of(const ScannedLine& line) {
    size_t end = line.code.find_first_of("=:(;,");
    if (end == line.code.npos) return {first_word_of(line.code), {}};
    std::string_view rest = line.code.substr(end);
    bool tells = line.code[end] != '(' && std::any_of(rest.begin(), rest.end(), is_of_word);
    return {trim(line.code.substr(0, end)), tells ? rest : ""};
  }

  // A list that is all of a placement gets shorter and shows none of its old entries: it may only mean to add new ones.
  std::optional<Misfit> entries() {
    constexpr size_t kLeast = 2;
    for (const Thing* thing : shown_alone()) {
      const Thing* known = part_.known(*thing);
      std::vector<std::string_view> old = known != nullptr ? entries_of(*known, part_.old) : Lines();
      Lines now = old.size() < kLeast ? Lines() : entries_of(*thing, part_.block);
      std::unordered_set<std::string_view> shown(now.begin(), now.end());
      bool shows = std::any_of(old.begin(), old.end(), [&](std::string_view line) { return shown.contains(line); });
      if (!now.empty() && now.size() < old.size() && !shows) return shows_nothing_of(*thing, *known);
    }
    return std::nullopt;
  }

  using Lines = std::vector<std::string_view>;
  // The outermost lines below the head. Empty unless each but the last ends in ',' or an opening bracket.
  Lines entries_of(const Thing& thing, const Scan& scan) const {
    auto has_code = [](const ScannedLine& line) { return !line.code.empty() && !line.in_string; };
    uint32_t end = thing.last + (begins_with_closer(scan.lines[thing.last], part_.kind) ? 0 : 1), indent = UINT32_MAX;
    for (uint32_t at = thing.head + 1; at < end; ++at)
      if (has_code(scan.lines[at])) indent = std::min(indent, scan.lines[at].indent);
    Lines entries;
    bool ends = true;  // the line before ended an entry
    for (uint32_t at = thing.head + 1; at < end; ++at) {
      const ScannedLine& line = scan.lines[at];
      if (!has_code(line) || line.indent != indent) continue;
      if (!ends) return {};
      ends = kEntryEnds.find(line.code.back()) != kEntryEnds.npos;
      if (!begins_with_closer(line, part_.kind)) entries.push_back(trim(line.text));
    }
    return entries;
  }

  // In a block without gaps, the things that are all of their placement.
  std::vector<const Thing*> shown_alone() const {
    std::unordered_map<uint32_t, uint32_t> ends;  // of the placements, by their first line
    for (const Placement& one : placed_) {
      uint32_t end = one.to;
      while (end > one.from && part_.block.lines[end - 1].is_blank()) --end;
      ends.emplace(part_.after_blank(one.from), end);
    }
    std::vector<const Thing*> found;
    for (const Thing& thing : part_.block_things.all) {
      auto end = part_.has_gap || !thing.has_body() ? ends.end() : ends.find(thing.doc);
      if (end != ends.end() && end->second == thing.last + 1) found.push_back(&thing);
    }
    return found;
  }

  // A deeper thing of the file with the same head shares more of its lines: the block may have lost its indentation.
  std::optional<Misfit> elsewhere() {
    constexpr size_t kMostThings = 20;
    for (const Thing* thing : shown_alone()) {
      std::vector<const Thing*> like = part_.old_things().with_head(thing->head_text, kMostThings);
      if (like.size() < 2) continue;
      auto here =
          std::find_if(like.begin(), like.end(), [&](const Thing* old) { return is_placed_over(*thing, *old); });
      if (here == like.end()) continue;
      std::unordered_set<std::string_view> shown;
      for (uint32_t at = thing->head + 1; at <= thing->last; ++at) shown.insert(trim(part_.line(at)));
      auto shared_with = [&](const Thing& old) {
        size_t same = 0;
        for (uint32_t at = old.head + 1; old.has_body() && at <= old.last; ++at)
          same += has_long_word(part_.old_line(at)) && shown.contains(trim(part_.old_line(at))) ? 1 : 0;
        return same;
      };
      size_t shared = shared_with(**here);
      for (const Thing* old : like)
        if (part_.old.lines[old->head].indent > part_.old.lines[(*here)->head].indent && shared_with(*old) > shared)
          return Misfit{Code::part_ambiguous,
              fmt::format(
                  "'{}' is there several times, and line {} has more of its lines", shown_name(*thing), old->head + 1),
              fmt::format("show the first line of what '{}' is in, and '...' between", shown_name(*thing)),
              {(*here)->head + 1, old->head + 1}};
    }
    return std::nullopt;
  }

  bool is_placed_over(const Thing& thing, const Thing& old) const {
    auto after = std::partition_point(
        placed_.begin(), placed_.end(), [&](const Placement& one) { return one.first <= old.head; });
    if (after == placed_.begin()) return false;
    const Placement& one = *std::prev(after);
    return old.head < one.end && one.from <= thing.head && thing.head < one.to;
  }

  // The block shows the comment of a thing but not its decorator, which would be removed: it may just be left out.
  std::optional<Misfit> decorators() {
    uint32_t within = 0;  // lines before it belong to a thing that is shown whole
    for (const Thing& thing : part_.block_things.all) {
      bool inside = thing.head < within;
      if (!inside && thing.has_body() && !part_.has_gap) within = thing.last + 1;
      const Thing* known =
          !inside && thing.doc < thing.head && thing.start == thing.head ? placed_over(thing) : nullptr;
      if (known == nullptr || known->start == known->head) continue;
      std::string_view decorator = trim(part_.old_line(known->start));
      if (kDecorators.find(decorator.front()) == kDecorators.npos || shows(decorator, thing)) continue;
      return Misfit{Code::part_ambiguous,
          fmt::format("'{}' is led by '{}', which the block does not show", shown_name(thing),
              excerpt_for_display(decorator, 60)),
          "show what leads it, or leave its comment out", {known->start + 1}};
    }
    return std::nullopt;
  }

  // The thing of the file with this head, or known by its name, whose place it takes.
  const Thing* placed_over(const Thing& thing) const {
    constexpr size_t kMostHeads = 20;
    const Thing* known = part_.known(thing);
    std::vector<const Thing*> like =
        known != nullptr ? std::vector{known} : part_.old_things().with_head(thing.head_text, kMostHeads);
    auto here = std::find_if(like.begin(), like.end(), [&](const Thing* old) { return is_placed_over(thing, *old); });
    return here != like.end() ? *here : nullptr;
  }

  // On its head, or above it with no blank line or gap between.
  bool shows(std::string_view decorator, const Thing& thing) const {
    if (thing.head_text.find(decorator) != thing.head_text.npos) return true;
    for (uint32_t at = thing.head; at > 0 && !part_.block.lines[at - 1].is_blank() && !part_.gap[at - 1]; --at)
      if (trim(part_.line(at - 1)) == decorator) return true;
    return false;
  }

  // Where the brackets of the result are not checked: the file goes on with a closing one, and the lines that open it
  // would be removed.
  std::optional<Misfit> closers() {
    if (part_.kind.layout != Layout::plain || part_.kind.brackets) return std::nullopt;
    for (const Placement& one : placed_) {
      uint32_t next = one.end;
      while (next < part_.old_count() && part_.old.lines[next].is_blank()) ++next;
      if (next == part_.old_count() || !begins_with_closer(part_.old.lines[next], part_.kind)) continue;
      // Indented no deeper, it closes what all of the placement is in.
      if (one.first == one.end || part_.old.lines[next].indent <= part_.old.lines[one.first].indent) continue;
      if (open_after(part_.old, one.first, one.end) <= open_after(part_.block, one.from, one.to)) continue;
      return Misfit{Code::part_ambiguous,
          fmt::format("'{}' closes what it leaves out", excerpt_for_display(trim(part_.old_line(next)), 60)),
          "show the part with the lines that close it", {next + 1}};
    }
    return std::nullopt;
  }

  // How many more brackets the lines open than they close.
  static int64_t open_after(const Scan& scan, uint32_t from, uint32_t to) {
    int64_t open = 0;
    for (uint32_t at = from; at < to; ++at)
      for (char c : scan.lines[at].code)
        open += std::string_view("([{").find(c) != std::string_view::npos ? 1
            : std::string_view(")]}").find(c) != std::string_view::npos   ? -1
                                                                          : 0;
    return open;
  }

  // A new thing beside a thing of the file with a similar body may be that one, renamed.
  std::optional<Misfit> renamed() {
    for (const Thing& thing : part_.block_things.all) {
      if (!thing.has_body() || !part_.is_new(thing)) continue;
      for (const Placement& one : placed_) {
        const Thing* twin = one.from <= thing.head && thing.head < one.to ? twin_beside(one, thing) : nullptr;
        if (twin != nullptr)
          return Misfit{Code::part_ambiguous,
              fmt::format("'{}' may be '{}' under another name", shown_name(thing), shown_name(*twin)),
              "show both, or ask for a diff", {twin->head + 1}};
      }
    }
    return std::nullopt;
  }

  // "(int a)" of a head; "" if it has none between its brackets.
  static std::string_view parameters_of(const Thing& thing) {
    std::string_view head = thing.head_text;
    size_t open = head.find('('), close = head.rfind(')');
    return open == head.npos || close == head.npos || close <= open + 1 ? "" : head.substr(open, close - open);
  }

  // The thing right before or after the placement whose body has more than half of the lines of `thing`; half of them
  // if both have the same parameters and a gap comes before `thing`. Of a section, that begins with all of them.
  const Thing* twin_beside(const Placement& one, const Thing& thing) const {
    bool section = part_.kind.keys && !part_.kind.names && part_.kind.layout != Layout::indentation;
    if (section) return section_beside(one, thing);
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
      if (!is_beside(old, one) || part_.block_things.has_head(old.head_text)) continue;
      size_t same = 0;
      for (uint32_t at = old.head + 1; at < old.last; ++at) same += lines.contains(trim(part_.old_line(at))) ? 1 : 0;
      bool alike = !parameters_of(thing).empty() && parameters_of(thing) == parameters_of(old);
      bool after_gap = part_.has_gap && part_.after_blank(one.from) == thing.doc;
      if (same * 2 > count || (alike && after_gap && same * 2 == count)) return &old;
    }
    return nullptr;
  }

  bool is_beside(const Thing& old, const Placement& one) const {
    return (old.doc >= one.end && part_.filled_between(one.end, old.doc) == 0) ||
        (old.last < one.first && part_.filled_between(old.last + 1, one.first) == 0);
  }

  const Thing* section_beside(const Placement& one, const Thing& thing) const {
    auto body_of = [](const Thing& section, const Scan& scan) {
      Lines lines;
      for (uint32_t at = section.head + 1; at <= section.last; ++at)
        if (!scan.lines[at].code.empty()) lines.push_back(scan.lines[at].code);
      return lines;
    };
    Lines body = body_of(thing, part_.block);
    for (const Thing& old : part_.old_things().all) {
      if (!old.has_body() || !is_beside(old, one) || part_.block_things.has_head(old.head_text)) continue;
      Lines lines = body_of(old, part_.old);
      if (lines.size() >= body.size() && std::equal(body.begin(), body.end(), lines.begin())) return &old;
    }
    return nullptr;
  }

  const Part& part_;
  const std::vector<Placement>& placed_;
};

}  // namespace

std::optional<Misfit> disproof_by_things(const Part& part, const std::vector<Placement>& placed) {
  return ThingProof(part, placed).run();
}

std::optional<Misfit> one_of_twins(const Part& part) {
  constexpr size_t kMostTwins = 100;
  uint32_t first = part.after_blank(0), last = static_cast<uint32_t>(part.block.lines.size());
  while (last > first && part.block.lines[last - 1].is_blank()) --last;
  for (const Thing& thing : part.block_things.all) {
    if (thing.doc != first || !thing.has_body() || thing.last + 1 != last) continue;
    std::vector<const Thing*> twins = part.old_things().with_head(thing.head_text, kMostTwins);
    std::erase_if(twins, [&](const Thing* one) {
      return !one->has_body() || part.old.lines[one->head].indent != part.block.lines[thing.head].indent;
    });
    if (twins.size() < 2) continue;
    Misfit misfit{Code::part_ambiguous, fmt::format("'{}' has several places", shown_name(thing)),
        "ask for the change as a diff"};
    for (const Thing* twin : twins) misfit.old_lines.push_back(twin->head + 1);
    return misfit;
  }
  return std::nullopt;
}

}  // namespace aptix::edit
