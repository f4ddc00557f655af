#include "edit/fit/steps.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/text/ascii.h"
#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::edit {
namespace {

// A function, a class or a list that a block shows, beside what the file has of it.
class ThingProof {
 public:
  ThingProof(const Part& part, const std::vector<Placement>& placed) : part_(part), placed_(placed) {}

  std::optional<Misfit> run() {
    for (auto check : {&ThingProof::skipped, &ThingProof::emptied, &ThingProof::entries, &ThingProof::elsewhere,
             &ThingProof::decorators, &ThingProof::renamed})
      if (std::optional<Misfit> why = (this->*check)()) return why;
    return std::nullopt;
  }

 private:
  // Between two known things, whole and one after the other in the block, other lines of the file would go, that may
  // as well stay.
  std::optional<Misfit> skipped() {
    const Thing* last = nullptr;
    uint32_t within = 0;  // lines before it are of a thing that was looked at
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

  // A class, or what else only holds members, of which no old member is shown: new ones may be meant to be added to it.
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

  // Or directly after it.
  bool has_gap_within(const Thing& thing) const {
    auto first = part_.gap.begin() + thing.head,
         end = part_.gap.begin() + std::min<ptrdiff_t>(part_.after_blank(thing.last + 1) + 1, std::ssize(part_.gap));
    return std::find(first, end, true) != end;
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

  // What holds entries and not code, a list or settings, is shown alone, would get shorter, and no line that it has now
  // is shown: the new ones may be meant to be added to it.
  std::optional<Misfit> entries() {
    constexpr size_t kLeast = 2;
    for (const Thing* thing : shown_alone()) {
      const Thing* known = has_parameters(*thing) ? nullptr : part_.known(*thing);
      if (known == nullptr) continue;
      std::vector<std::string_view> now = entries_of(*thing, part_.block), old = entries_of(*known, part_.old);
      std::unordered_set<std::string_view> shown(now.begin(), now.end());
      bool shows = std::any_of(old.begin(), old.end(), [&](std::string_view line) { return shown.contains(line); });
      if (old.size() >= kLeast && !now.empty() && now.size() < old.size() && !shows)
        return shows_nothing_of(*thing, *known);
    }
    return std::nullopt;
  }

  // "f(int a) {": the name, and parentheses that close.
  static bool has_parameters(const Thing& thing) {
    size_t at = thing.name().empty() ? std::string::npos : thing.head_text.find(thing.name() + "(");
    if (at == std::string::npos) return false;
    std::string_view rest = thing.head_text.substr(at);
    return std::count(rest.begin(), rest.end(), '(') <= std::count(rest.begin(), rest.end(), ')');
  }

  // The lines with words below its head that are no comments and close nothing.
  std::vector<std::string_view> entries_of(const Thing& thing, const Scan& scan) const {
    std::vector<std::string_view> entries;
    for (uint32_t at = thing.head + 1; at <= thing.last; ++at) {
      const ScannedLine& line = scan.lines[at];
      bool closes = begins_with_closer(line, part_.kind) || line.code.starts_with("</");
      if (!line.is_comment() && has_word(line.text) && !closes) entries.push_back(trim(line.text));
    }
    return entries;
  }

  // The things of a block without gaps that are all of their placement.
  std::vector<const Thing*> shown_alone() const {
    std::vector<const Thing*> found;
    for (const Placement& one : placed_) {
      uint32_t first = part_.after_blank(one.from), last = one.to;
      while (last > first && part_.block.lines[last - 1].is_blank()) --last;
      for (const Thing& thing : part_.block_things.all)
        if (!part_.has_gap && thing.has_body() && thing.doc == first && thing.last + 1 == last) found.push_back(&thing);
    }
    return found;
  }

  // Another thing of the file with the same head, and deeper, has more of its lines: a block may leave indentation out.
  std::optional<Misfit> elsewhere() {
    constexpr size_t kMostThings = 20;
    for (const Thing* thing : shown_alone()) {
      std::vector<const Thing*> like = part_.old_things().with_head(thing->head_text, kMostThings);
      auto here =
          std::find_if(like.begin(), like.end(), [&](const Thing* old) { return is_placed_over(*thing, *old); });
      if (like.size() < 2 || here == like.end()) continue;
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
    return std::any_of(placed_.begin(), placed_.end(), [&](const Placement& one) {
      return one.first <= old.head && old.head < one.end && one.from <= thing.head && thing.head < one.to;
    });
  }

  // What leads a thing beside its comment, and would go: the block, which shows the comment, may just leave it out.
  std::optional<Misfit> decorators() {
    for (const Thing& thing : part_.block_things.all) {
      const Thing* known = thing.doc < thing.head && thing.start == thing.head ? part_.known(thing) : nullptr;
      if (known == nullptr || known->start == known->head) continue;
      std::string_view first = trim(part_.old_line(known->start));
      if (thing.head_text.find(first) != thing.head_text.npos) continue;  // on one line with the head now
      bool goes = std::any_of(placed_.begin(), placed_.end(),
          [&](const Placement& one) { return one.first <= known->start && known->head < one.end; });
      if (goes)
        return Misfit{Code::part_ambiguous,
            fmt::format("'{}' is led by '{}', which the block does not show", shown_name(thing),
                excerpt_for_display(first, 60)),
            "show what leads it, or leave its comment out", {known->start + 1}};
    }
    return std::nullopt;
  }

  // What is new, beside a thing of the file with the same body, may be that under another name.
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

  // The next thing before or after the place, whose body has most lines of this one.
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
      bool after = old.doc >= one.end && part_.filled_between(one.end, old.doc) == 0;
      bool before = old.last < one.first && part_.filled_between(old.last + 1, one.first) == 0;
      if ((!after && !before) || part_.block_things.has_head(old.head_text)) continue;
      size_t same = 0;
      for (uint32_t at = old.head + 1; at < old.last; ++at) same += lines.contains(trim(part_.old_line(at))) ? 1 : 0;
      if (same * 2 > count) return &old;
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

}  // namespace aptix::edit
