#include "edit/fit/steps.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::edit {
namespace {

// An outermost thing of the block, with the comments and decorators above it.
struct Item {
  const Thing* thing;
  uint32_t from;  // first line in the block, with what leads it
  const Thing* known;
};

class ByNames {
 public:
  explicit ByNames(const Part& part) : part_(part) {}

  std::optional<Placing> run() {
    if (part_.has_gap || !gather()) return std::nullopt;
    for (const Item& item : items_)
      if (std::optional<Misfit> why = twins(item)) return Placing(std::move(*why));
    if (std::none_of(items_.begin(), items_.end(), [](const Item& item) { return item.known != nullptr; }))
      return std::nullopt;
    for (const Item& item : items_) {
      if (item.known == nullptr && !part_.is_new(*item.thing)) return Placing(unclear(item));
      if (std::optional<Misfit> why = doubt(item)) return Placing(std::move(*why));
    }
    std::vector<Placement> placed;
    for (size_t i = 0; i < items_.size(); ++i) {
      if (items_[i].known != nullptr) {
        add_known(placed, items_[i]);
        continue;
      }
      size_t end = i;
      while (end < items_.size() && items_[end].known == nullptr) ++end;
      if (std::optional<Misfit> why = add_new(placed, i, end)) return Placing(std::move(*why));
      i = end - 1;
    }
    return Placing(std::move(placed));
  }

  std::optional<Misfit> unknown() {
    if (part_.has_gap || !gather()) return std::nullopt;
    for (const Item& item : items_)
      if (item.known == nullptr && !part_.is_new(*item.thing)) {
        Misfit several = unclear(item);
        return several.old_lines.empty() ? std::nullopt : std::optional(std::move(several));
      }
    bool known = std::any_of(items_.begin(), items_.end(), [](const Item& item) { return item.known != nullptr; });
    return known ? std::nullopt : std::optional(without_place(items_.front()));
  }

  std::optional<Placing> at_end() {
    if (part_.has_gap || !gather()) return std::nullopt;
    for (const Item& item : items_)
      if (item.known != nullptr || !part_.is_new(*item.thing)) return std::nullopt;
    auto end = static_cast<uint32_t>(part_.old_count());
    while (end > 0 && part_.old.lines[end - 1].is_blank()) --end;
    std::vector<const Thing*> outermost = outermost_of_file();
    if (std::optional<Misfit> why = no_end(end, outermost)) return Placing(std::move(*why));
    std::vector<Placement> placed;
    uint32_t from = items_.front().from;
    for (const Item& item : items_) {
      placed.push_back({.first = end,
          .end = end,
          .from = from,
          .to = item.thing->last + 1,
          .name = std::string(item.thing->called()),
          .at_end = true,
          .blank_before = placed.empty() && end > 0 ? distance(outermost) : 0});
      from = item.thing->last + 1;
    }
    return Placing(std::move(placed));
  }

 private:
  std::vector<const Thing*> outermost_of_file() const {
    std::vector<const Thing*> found;
    for (const Thing& old : part_.old_things().all)
      if (old.has_body() && (found.empty() || old.head > found.back()->last)) found.push_back(&old);
    return found;
  }

  // Why new things cannot be appended to the file.
  std::optional<Misfit> no_end(uint32_t end, const std::vector<const Thing*>& outermost) const {
    const Item& first = items_.front();
    std::string name = shown_name(*first.thing);
    Misfit misfit = without_place(first);
    if (indent_of(part_.line(first.thing->head)).empty() && part_.kind.layout != Layout::tags) {
      if (end == 0) return std::nullopt;
      std::string_view last = part_.old.lines[end - 1].code;
      bool signs = !last.empty() && !has_word(last) && last.find_first_not_of(")]};,") != std::string_view::npos;
      misfit.old_lines = {end};
      if (signs || (part_.kind.directives && last.starts_with('#'))) {
        misfit.what = fmt::format("'{}' is new, and line {} closes what comes before it", name, end);
        return misfit;
      }
      // If one thing, such as a class, is all of the file, new ones may belong into it.
      if (outermost.size() != 1 || part_.kind.layout != Layout::brackets || !holds_things(*outermost.front()))
        return std::nullopt;
      misfit.code = Code::part_ambiguous;
      misfit.what = fmt::format(
          "'{}' is new, and may go into '{}' or after it", name, excerpt_for_display(outermost.front()->head_text, 60));
      return misfit;
    }
    misfit.what = fmt::format("'{}' is new, and is not of the outermost level", name);
    return misfit;
  }

  bool holds_things(const Thing& thing) const {
    return std::any_of(part_.old_things().all.begin(), part_.old_things().all.end(), [&](const Thing& old) {
      return old.has_body() && !old.name().empty() && old.head > thing.head && old.last <= thing.last;
    });
  }

  // How many blank lines to put above an appended thing: as many as the last thing of the file has, at most two.
  uint32_t distance(const std::vector<const Thing*>& outermost) const {
    constexpr uint32_t kMost = 2;
    if (outermost.empty()) return 1;
    uint32_t doc = outermost.back()->doc, above = doc;
    while (above > 0 && part_.old.lines[above - 1].is_blank()) --above;
    bool touches = outermost.size() > 1 && outermost[outermost.size() - 2]->last + 1 == doc;
    if (above == 0 || above == doc) return touches ? 0 : 1;
    return std::min(doc - above, kMost);
  }

  bool gather() {
    const std::vector<ScannedLine>& lines = part_.block.lines;
    uint32_t outermost = UINT32_MAX;
    for (const ScannedLine& line : lines)
      if (!line.code.empty()) outermost = std::min(outermost, line.indent);
    for (uint32_t at = part_.after_blank(0); at < lines.size();) {
      uint32_t head = at;
      auto is_led = [&](const Thing* thing) { return thing != nullptr && thing->doc == at && thing->has_body(); };
      while (head < lines.size() && !is_led(part_.block_things.at(head))) {
        bool leads = lines[head].is_comment() || (head + 1 < lines.size() && !lines[head].is_blank());
        if (!leads || head - at > 200) return false;
        ++head;
      }
      if (head == lines.size()) return false;
      const Thing& thing = *part_.block_things.at(head);
      if (lines[head].indent != outermost) return false;
      items_.push_back({&thing, at, part_.known(thing)});
      at = part_.after_blank(thing.last + 1);
    }
    return !items_.empty();
  }

  // Refuses a head that siblings in the file share, as in the branches of '#if', or that the block has more often than
  // the file: it is unclear which one is meant.
  std::optional<Misfit> twins(const Item& item) const {
    if (item.thing->name().empty()) return std::nullopt;
    constexpr size_t kMostTwins = 20;
    std::vector<const Thing*> old = part_.old_things().with_head(item.thing->head_text, kMostTwins),
                              now = part_.block_things.with_head(item.thing->head_text, kMostTwins);
    if (now.size() == 1 && old.size() > 1 && are_siblings(*old[0], *old[1])) return unclear(item);
    if (now.size() > 1 && old.size() > 1 && now.size() != old.size()) return unclear(item);
    if (now.size() == 1 || old.size() != 1) return std::nullopt;
    return Misfit{Code::part_ambiguous,
        fmt::format("it has '{}' twice, and the file has it once", shown_name(*item.thing)), "give each thing once",
        {old[0]->head + 1}};
  }

  bool are_siblings(const Thing& one, const Thing& next) const {
    const std::vector<ScannedLine>& lines = part_.old.lines;
    if (!one.has_body() || !next.has_body() || lines[one.head].indent != lines[next.head].indent) return false;
    for (uint32_t at = one.last + 1; at < next.head; ++at) {
      bool directive = part_.kind.directives && lines[at].code.starts_with('#');
      if (!lines[at].code.empty() && !directive && lines[at].indent < lines[next.head].indent) return false;
    }
    return true;
  }

  Misfit unclear(const Item& item) const {
    Misfit misfit{Code::part_ambiguous, fmt::format("'{}' has several places", shown_name(*item.thing))};
    for (const Thing& thing : part_.old_things().all)
      if (thing.head_text == item.thing->head_text || (!thing.name().empty() && thing.name() == item.thing->name()))
        misfit.old_lines.push_back(thing.head + 1);
    if (misfit.old_lines.empty())
      for (uint32_t at : part_.old_lines().all(part_.line(item.thing->head)))
        if (!part_.old.lines[at].code.empty() && !part_.old.lines[at].in_string) misfit.old_lines.push_back(at + 1);
    if (misfit.old_lines.empty()) misfit.code = Code::part_no_place;
    if (misfit.old_lines.size() == 1 && part_.block_things.with_head(item.thing->head_text).size() == 1)
      misfit.what =
          fmt::format("'{}' may be another than that in line {}", shown_name(*item.thing), misfit.old_lines.front());
    misfit.ask =
        fmt::format("show the line before and after '{}', or the first line of what it is in, and '...' between",
            shown_name(*item.thing));
    return misfit;
  }

  Misfit without_place(const Item& item) const {
    return {Code::part_no_place,
        fmt::format("'{}' is new, and nothing that it stands beside is shown", shown_name(*item.thing)),
        "show it with the function or the lines that it stands beside"};
  }

  // Refuses a thing at the end of the block that may be cut off: indentation alone does not show where a body ends.
  std::optional<Misfit> doubt(const Item& item) const {
    if (item.known != nullptr && part_.kind.keys) return doubt_of_keys(item);
    if (item.known == nullptr) return std::nullopt;
    if (std::optional<Misfit> why = part_.kind.headings ? doubt_of_subsections(item) : std::nullopt) return why;
    if (!item.thing->to_end) return std::nullopt;
    std::string_view last = trim(part_.line(item.thing->last));
    const ScannedLine &shown = part_.block.lines[item.thing->last], &head = part_.block.lines[item.thing->head];
    auto is_deeper_than = [&](uint32_t at) {
      return shown.indent > head.indent + part_.old.lines[at].indent - part_.old.lines[item.known->head].indent;
    };
    for (uint32_t at = item.known->last; at > item.known->head; --at) {
      std::string_view old = trim(part_.old_line(at));
      if (old == last || (part_.kind.headings && old.starts_with(last))) {  // prose may be cut within a line
        bool more = old != last || is_deeper_than(at);  // if deeper, it is another line, above that one
        for (uint32_t next = at + 1; next <= item.known->last; ++next) more = more || !part_.old.lines[next].is_blank();
        return more ? std::optional(ends_within(*item.thing, at)) : std::nullopt;
      }
    }
    if (part_.kind.names && is_deeper_than(item.known->last) && loses_end(item))
      return ends_within(*item.thing, item.known->last);
    return std::nullopt;
  }

  // A section that ends in a new line: it may take the place of the one below it in the file, too.
  std::optional<Misfit> doubt_of_subsections(const Item& item) const {
    auto depth = [](const Thing& thing) { return thing.head_text.find_first_not_of('#'); };
    const Thing* next = item.known + 1;
    const std::vector<Thing>& all = part_.old_things().all;
    if (next == all.data() + all.size() || depth(*next) <= depth(*item.known)) return std::nullopt;
    if (part_.block_things.has_head(next->head_text)) return std::nullopt;
    for (uint32_t at = item.known->head + 1; at <= item.known->last; ++at)
      if (trim(part_.old_line(at)).starts_with(trim(part_.line(item.thing->last)))) return std::nullopt;
    return Misfit{Code::part_ambiguous,
        fmt::format("'{}' has '{}' below it, which may go or stay", shown_name(*item.thing), shown_name(*next)),
        fmt::format("show the line before '{}', or '...' and that heading", shown_name(*next)),
        {item.known->head + 1, next->head + 1}};
  }

  // Does the new body show neither of the last two lines of the old one?
  bool loses_end(const Item& item) const {
    size_t lost = 0;
    for (uint32_t at = item.known->last; at > item.known->head && lost < 2; --at) {
      if (part_.old.lines[at].is_blank()) continue;
      for (uint32_t own = item.thing->head + 1; own <= item.thing->last; ++own)
        if (trim(part_.line(own)) == trim(part_.old_line(at))) return false;
      ++lost;
    }
    return lost == 2;
  }

  // Settings that the block does not show may be meant to stay.
  std::optional<Misfit> doubt_of_keys(const Item& item) const {
    if (!part_.leaves_out_keys(*item.thing, *item.known)) return std::nullopt;
    return Misfit{Code::part_ambiguous, fmt::format("it does not show all that is in '{}'", shown_name(*item.thing)),
        fmt::format("show all of '{}', or put a line with '...' where lines stay", shown_name(*item.thing)),
        {item.known->head + 1}};
  }

  void add_known(std::vector<Placement>& placed, const Item& item) const {
    Placement place{.first = part_.start_of(*item.known, *item.thing, item.from), .end = item.known->last + 1};
    place.from = item.from;
    place.to = item.thing->last + 1;
    place.name = item.thing->called();
    set_shift(place, *item.thing, *item.known);
    placed.push_back(std::move(place));
  }

  // Inserts the new items [first, end) after the known item before them, or else before the one after them.
  std::optional<Misfit> add_new(std::vector<Placement>& placed, size_t first, size_t end) {
    const Thing* before = first > 0 ? items_[first - 1].known : nullptr;
    const Thing* after = end < items_.size() ? items_[end].known : nullptr;
    if (before != nullptr && after != nullptr &&
        (before->last >= after->doc || part_.filled_between(before->last + 1, after->doc) != 0))
      return Misfit{Code::part_ambiguous,
          fmt::format("'{}' is new, and may go after line {} or before line {}", shown_name(*items_[first].thing),
              before->last + 1, after->doc + 1),
          "show it with the one thing that it stands beside", {before->last + 1, after->doc + 1}};
    uint32_t from = before != nullptr ? items_[first - 1].thing->last + 1 : items_[first].from;
    uint32_t to = before != nullptr ? items_[end - 1].thing->last + 1 : items_[end].from;
    const Thing& known = before != nullptr ? *before : *after;
    uint32_t at = before != nullptr ? before->last + 1 : after->doc;
    const Thing& like = before != nullptr ? *items_[first - 1].thing : *items_[end].thing;
    Placement placement{
        .first = at, .end = at, .from = from, .to = to, .name = std::string(items_[first].thing->called())};
    set_shift(placement, like, known);
    placed.push_back(std::move(placement));
    return std::nullopt;
  }

  void set_shift(Placement& placement, const Thing& of_block, const Thing& old_thing) const {
    placement.indent_cut = indent_of(part_.line(of_block.head));
    placement.indent_put = indent_of(part_.old_line(old_thing.head));
  }

  const Part& part_;
  std::vector<Item> items_;
};

}  // namespace

std::optional<Misfit> unknown_names(const Part& part) { return ByNames(part).unknown(); }

std::optional<Placing> place_at_end(const Part& part) { return ByNames(part).at_end(); }

std::optional<Placing> place_by_names(const Part& part) { return ByNames(part).run(); }

}  // namespace aptix::edit
