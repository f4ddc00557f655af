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
    for (auto check : {&ThingProof::skipped, &ThingProof::emptied, &ThingProof::decorators, &ThingProof::renamed})
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
      return Misfit{Code::part_ambiguous,
          fmt::format("it shows nothing of what is in '{}' now, which may stay or go", shown_name(thing)),
          fmt::format("show all of '{}', or put a line with '...' where lines of it stay", shown_name(thing)),
          {known->head + 1}};
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

  // What leads a thing beside its comment, and would go: the block, which shows the comment, may just leave it out.
  std::optional<Misfit> decorators() {
    for (const Thing& thing : part_.block_things.all) {
      const Thing* known = thing.doc < thing.head && thing.start == thing.head ? part_.known(thing) : nullptr;
      if (known == nullptr || known->start == known->head) continue;
      bool goes = std::any_of(placed_.begin(), placed_.end(),
          [&](const Placement& one) { return one.first <= known->start && known->head < one.end; });
      if (goes)
        return Misfit{Code::part_ambiguous,
            fmt::format("'{}' is led by '{}', which the block does not show", shown_name(thing),
                excerpt_for_display(trim(part_.old_line(known->start)), 60)),
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
