#include "edit/fit/fit.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "edit/fit/balance.h"
#include "edit/fit/bare_comments.h"
#include "edit/fit/steps.h"

namespace aptix::edit {
namespace {

// Replaces lines [first, end) of the file with `lines`, which have no line ends.
struct Change {
  uint32_t first, end;
  std::vector<std::string> lines{};
  std::string name{};
  bool at_end = false;
};

// A change without the equal lines at its start and end: old lines [first, end), new lines [from, to).
struct Core {
  uint32_t first, end;
  size_t from, to;

  bool is_empty() const { return first == end && from == to; }
};
Core core_of(const OldFile& file, const Change& change) {
  Core core{change.first, change.end, 0, change.lines.size()};
  auto old_line = [&](uint32_t at) { return file.scanned.lines[at].text; };
  auto has_both = [&] { return core.first < core.end && core.from < core.to; };
  while (has_both() && change.lines[core.from] == old_line(core.first)) ++core.first, ++core.from;
  while (has_both() && change.lines[core.to - 1] == old_line(core.end - 1)) --core.end, --core.to;
  return core;
}

std::string shifted(std::string_view line, const Placement& one) {
  bool shifts = !line.empty() && line.starts_with(one.indent_cut);
  return shifts ? one.indent_put + std::string(line.substr(one.indent_cut.size())) : std::string(line);
}

// When code is re-indented: the first line within a multi-line string that may have to stay as it is, because it equals
// a replaced line or is indented less than the code.
std::optional<uint32_t> text_not_to_shift(const Part& part, const Placement& one) {
  if (one.indent_cut == one.indent_put) return std::nullopt;
  auto goes = [&](std::string_view line) {
    for (uint32_t at = one.first; at < one.end; ++at)
      if (part.old_line(at) == line) return true;
    return false;
  };
  uint32_t code = 0;  // the indentation of the line that the string begins in
  for (uint32_t at = one.from; at < one.to; ++at) {
    const ScannedLine& line = part.block.lines[at];
    if (!line.in_string) code = line.indent;
    else if (has_long_word(line.text) && (line.indent < code || goes(line.text))) return at;
  }
  return std::nullopt;
}

// REQUIRES: the changes are in order and do not overlap.
std::string text_with(const OldFile& file, const std::vector<Change>& changes) {
  std::string_view line_end = line_ends(file.text).dominant() == LineEnd::crlf ? "\r\n" : "\n";
  const std::vector<ScannedLine>& lines = file.scanned.lines;
  auto start_of = [&](uint32_t line) {
    return line < lines.size() ? static_cast<size_t>(lines[line].text.data() - file.text.data()) : file.text.size();
  };
  std::string out;
  out.reserve(file.text.size());
  uint32_t done = 0;  // old lines that are copied or replaced
  auto copy_to = [&](uint32_t line) {
    out += file.text.substr(start_of(done), start_of(line) - start_of(done));
    done = line;
  };
  for (const Change& change : changes) {
    Core core = core_of(file, change);  // all other lines keep their line ends
    copy_to(core.first);
    for (size_t at = core.from; at < core.to; ++at) {
      if (!out.empty() && !out.ends_with('\n')) out += line_end;  // after a last line without a line end
      out += change.lines[at];
      out += line_end;
    }
    done = core.end;
  }
  copy_to(static_cast<uint32_t>(lines.size()));
  bool ends_with_feed = file.text.empty() || file.text.ends_with('\n');
  if (!ends_with_feed && out.ends_with('\n')) out.resize(out.size() - (out.ends_with("\r\n") ? 2 : 1));
  return out;
}

// Are the lines of the block in the file, in a row?
bool stands_in(const Part& part, const std::vector<std::string_view>& block) {
  std::optional<std::vector<uint32_t>> places = part.file.places_of(block, 1);
  return places && !places->empty();
}

// Collects the changes of several blocks, each placed on the same old file.
class Layer {
 public:
  Layer(const OldFile& file, NewThings new_things) : file_(file), new_things_(new_things) {}

  std::optional<Misfit> add_all(std::span<const PartText> blocks, MayBe may_be) {
    for (size_t i = 0; i < blocks.size(); ++i) {
      bool pair = !blocks[i].instead_of.empty();
      std::optional<Misfit> why = pair ? place_pair(blocks[i]) : place(blocks[i].text, may_be);
      if (why) why->block = i;
      if (why) return why;
    }
    return std::nullopt;
  }

  Fit finish() {
    if (!whole_.empty()) return Fitted{.as = Fitted::As::whole, .text = std::string(whole_), .replaced = lost_};
    std::stable_sort(changes_.begin(), changes_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (size_t i = 1; i < changes_.size(); ++i)
      if (changes_[i].first < changes_[i - 1].end)
        return Misfit{Code::part_ambiguous, fmt::format("two texts are given for its line {}", changes_[i].first + 1),
            "give each part of the file once", {changes_[i].first + 1}};
    Fitted fitted{.as = Fitted::As::part, .text = text_with(file_, changes_)};
    if (fitted.text == file_.text) {
      fitted.as = Fitted::As::already;
      return fitted;
    }
    for (Change& change : changes_)
      if (!is_same(change)) fitted.replaced.push_back({name_of(change), change.first + 1, change.end, change.at_end});
    return fitted;
  }

 private:
  // Its own name, or that of the innermost thing that contains all changed lines.
  std::string name_of(const Change& change) const {
    if (!change.name.empty()) return change.name;
    auto [first, end, from, to] = core_of(file_, change);
    constexpr size_t kMostLooked = 1000;
    const std::vector<Thing>& all = file_.things().all;
    auto thing = std::partition_point(all.begin(), all.end(), [&](const Thing& one) { return one.start <= first; });
    for (size_t looked = 0; thing != all.begin() && looked < kMostLooked; ++looked) {
      --thing;
      if (thing->has_body() && !thing->name().empty() && thing->last + 1 >= std::max(end, first + 1))
        return thing->name();
    }
    return {};
  }

  bool is_same(const Change& change) const { return core_of(file_, change).is_empty(); }

  std::optional<Misfit> place(std::string_view block, MayBe may_be) {
    Part part(file_, block);
    std::vector<std::string_view> lines = worded_lines(block);
    if (!part.has_gap && stands_in(part, lines)) {
      if (part.block.lone.empty() || lines == worded_lines(file_.text)) return std::nullopt;
      return Misfit{Code::part_unbalanced, "its lines are in the file, and end within a body", "ask for the rest"};
    }
    if (std::optional<uint32_t> at = part.line_that_hides_code())
      return Misfit{Code::placeholder, fmt::format("not all of '{}' is shown", part.shown(*at)),
          "write it out, or put a line with '...' in place of all that stays"};
    if (part.has_gap || may_be == MayBe::part) return place_part(part);
    std::optional<uint64_t> gone = gone_from_whole(part);
    if (!gone || shows_only_new_imports(part)) return place_part(part);
    if (*gone * 2 <= part.old_count()) {
      if (std::optional<uint32_t> last = cut_line(part))
        return Misfit{Code::part_unbalanced,
            fmt::format("it ends with '{}', the beginning of a line of it", part.shown(*last)), "ask for the rest"};
      if (std::optional<Misfit> why = one_of_twins(part)) return why;
      std::vector<ReplacedRange> lost = lost_things(part);
      if (std::optional<Misfit> why = things_alone(part, lost)) return why;
      whole_ = block;
      lost_ = std::move(lost);
      return std::nullopt;
    }
    std::optional<Placing> named = place_by_names(part);
    if (named && std::holds_alternative<std::vector<Placement>>(*named)) return place_part(part);
    std::optional<Misfit> names = unknown_names(part);
    bool appends = new_things_ == NewThings::appended && names && names->code == Code::part_no_place;
    if (names && (*gone == part.old_count() || appends)) return place_new(part, std::move(*names));
    return Misfit{Code::whole_doubtful, fmt::format("{} of its {} lines would be removed", *gone, part.old_count()),
        "ask for the change as a diff"};
  }

  // Refuses a block of whole things alone that leaves out others of the file: it may be the file without them, or those
  // that changed.
  static std::optional<Misfit> things_alone(const Part& part, const std::vector<ReplacedRange>& lost) {
    std::optional<Placing> named = lost.empty() ? std::nullopt : place_by_names(part);
    const auto* placed = named ? std::get_if<std::vector<Placement>>(&*named) : nullptr;
    if (placed == nullptr) return std::nullopt;
    auto stays = std::find_if(lost.begin(), lost.end(), [placed](const ReplacedRange& one) {
      return std::none_of(placed->begin(), placed->end(),
          [&one](const Placement& known) { return known.first < one.first && one.first <= known.end; });
    });
    if (stays == lost.end()) return std::nullopt;
    return Misfit{Code::whole_doubtful, fmt::format("it is unclear whether '{}' stays", stays->name),
        "show all of the file, or put a line with '...' where lines stay", {stays->first}};
  }

  // The things that a whole file removes. One is left out for each that it adds under a new name: it may be renamed.
  static std::vector<ReplacedRange> lost_things(const Part& part) {
    auto is_named = [&](const Thing& thing) { return thing.has_body() && (part.kind.keys || !thing.name().empty()); };
    auto has = [](const Things& things, const Thing& other) {
      return things.has_head(other.head_text) || (!other.name().empty() && !things.with_name(other.name()).empty());
    };
    size_t fresh = 0;
    for (const Thing& thing : part.block_things.all) fresh += is_named(thing) && !has(part.old_things(), thing) ? 1 : 0;
    std::vector<ReplacedRange> lost;
    uint32_t within = 0;  // lines before it belong to a removed thing
    for (const Thing& old : part.old_things().all) {
      if (!is_named(old) || old.head < within || has(part.block_things, old)) continue;
      within = old.last + 1;
      lost.push_back({.name = std::string(old.called()), .first = old.head + 1, .last = old.last + 1});
    }
    lost.erase(lost.begin(), lost.begin() + static_cast<ptrdiff_t>(std::min(fresh, lost.size())));
    return lost;
  }

  // Places a block on the lines that it replaces.
  std::optional<Misfit> place_pair(const PartText& given) {
    Part part(file_, given.text);
    if (part.has_gap) return gap_in_pair(part);
    std::vector<std::string_view> old_half = worded_lines(given.instead_of), new_half = worded_lines(given.text);
    if (stands_in(part, new_half)) return std::nullopt;
    std::optional<std::vector<uint32_t>> places = file_.places_of(old_half, 2);
    if (!places || places->size() != 1) {
      bool none = places && places->empty();
      return Misfit{none ? Code::part_no_place : Code::part_ambiguous,
          fmt::format("the lines that it takes the place of {}", none ? "are not there" : "occur several times"),
          "show more of the lines before and after it"};
    }
    uint32_t from = 0, to = static_cast<uint32_t>(part.block.lines.size());
    while (from < to && part.block.lines[from].is_blank()) ++from;
    while (to > from && part.block.lines[to - 1].is_blank()) --to;
    uint32_t at = places->front();
    OldLines shown{at, at + static_cast<uint32_t>(old_half.size())};
    std::variant<OldLines, Misfit> grown = lines_of_pair(part, shown);
    const OldLines* lines = std::get_if<OldLines>(&grown);
    if (begins_with_thing_around(part, lines != nullptr ? *lines : shown)) return place_part(part);
    if (lines == nullptr) return std::get<Misfit>(std::move(grown));
    auto [first, end] = *lines;
    return add(part, {.first = first, .end = end, .from = from, .to = to});
  }

  // It is unknown which of the replaced lines the gap stands for.
  static Misfit gap_in_pair(const Part& part) {
    auto gap = static_cast<uint32_t>(std::find(part.gap.begin(), part.gap.end(), true) - part.gap.begin());
    return {Code::placeholder,
        fmt::format("its line {}, '{}', stands for lines that the block before it shows", gap + 1, part.shown(gap)),
        "write out what that line stands for"};
  }

  std::optional<Misfit> place_part(const Part& part) {
    size_t before = changes_.size();
    std::optional<Misfit> why = place_as_one(part);
    std::optional<ImportLines> imports = import_lines(part);
    if (!imports) return why;
    std::vector<Change> as_one = taken_back(before);
    std::optional<Misfit> apart = place_below(part, *imports);
    if (why) return apart && imports->placed.empty() ? why : apart;
    std::vector<Change> in_two = taken_back(before);
    if (!apart && takes_more(as_one, in_two))
      return Misfit{Code::part_ambiguous,
          fmt::format("the lines between '{}' and what follows it may go, or stay", part.shown(imports->last)),
          "put a line with '...' where lines stay"};
    const std::vector<Change>& chosen = apart ? as_one : in_two;  // they differ in blank lines
    changes_.insert(changes_.end(), chosen.begin(), chosen.end());
    return std::nullopt;
  }

  // The changes after the first `kept`, which are no longer made.
  std::vector<Change> taken_back(size_t kept) {
    auto first = changes_.begin() + static_cast<ptrdiff_t>(kept);
    std::vector<Change> taken(first, changes_.end());
    changes_.erase(first, changes_.end());
    return taken;
  }

  // Do the first changes replace lines, other than blank ones, that the second ones leave?
  bool takes_more(const std::vector<Change>& first, const std::vector<Change>& second) const {
    std::set<uint32_t> lines;
    for (const Change& change : first) {
      Core core = core_of(file_, change);
      for (uint32_t at = core.first; at < core.end; ++at) lines.insert(at);
    }
    for (const Change& change : second)
      for (uint32_t at = change.first; at < change.end; ++at) lines.erase(at);
    return std::any_of(lines.begin(), lines.end(), [&](uint32_t at) { return !file_.scanned.lines[at].is_blank(); });
  }

  // The statements that import something among those of the file, and what is below them by itself.
  std::optional<Misfit> place_below(const Part& part, const ImportLines& imports) {
    std::optional<Misfit> why;
    if (imports.rest < part.block.lines.size()) {
      auto at = static_cast<size_t>(part.line(imports.rest).data() - part.block.text.data());
      std::string below(imports.rest, '\n');  // so that messages name the right lines
      why = place(below.append(part.block.text.substr(at)), MayBe::part);
    }
    for (const Placement& one : imports.placed)
      if (!why && imports_.insert(part.lines_of(one)).second) why = add(part, one);  // once, of several blocks
    return why;
  }

  std::optional<Misfit> place_as_one(const Part& part) {
    if (std::optional<Misfit> why = cut_off(part)) return why;
    std::optional<Placing> named = place_by_names(part);
    Placing placed = named ? std::move(*named) : place_by_anchors(part);
    if (Misfit* why = std::get_if<Misfit>(&placed)) {
      std::optional<Misfit> names = unknown_names(part);
      return names ? place_new(part, std::move(*names)) : std::move(*why);
    }
    return take(part, std::get<std::vector<Placement>>(placed));
  }

  // New things that show no place: appended, or refused with `names`.
  std::optional<Misfit> place_new(const Part& part, Misfit&& names) {
    std::optional<Placing> placed = names.code == Code::part_no_place ? place_at_end(part) : std::nullopt;
    if (!placed) return std::move(names);
    auto* at_end = std::get_if<std::vector<Placement>>(&*placed);
    if (new_things_ == NewThings::appended)
      return at_end != nullptr ? take(part, *at_end) : std::optional(std::get<Misfit>(std::move(*placed)));
    if (at_end != nullptr) names.ask += ", or give '--append' to put it at the end of the file";
    return std::move(names);
  }

  std::optional<Misfit> take(const Part& part, const std::vector<Placement>& placed) {
    if (std::optional<Misfit> why = disproof_of_part(part, placed)) return why;
    bool changes = false;
    for (const Placement& one : placed) {
      if (std::optional<Misfit> why = add(part, one)) return why;
      changes = changes || !core_of(file_, changes_.back()).is_empty();
    }
    return changes || !part.has_gap ? std::nullopt : nothing_shown(part, placed);
  }

  std::optional<Misfit> add(const Part& part, const Placement& one) {
    Change& change =
        changes_.emplace_back(Change{.first = one.first, .end = one.end, .name = one.name, .at_end = one.at_end});
    change.lines.resize(one.blank_before);
    if (std::optional<uint32_t> at = text_not_to_shift(part, one))
      return Misfit{Code::part_ambiguous,
          fmt::format("the text from its line {} on may be indented with the code, or stay", *at + 1),
          "ask for it with the indentation that the file has"};
    for (uint32_t at = one.from; at < one.to; ++at) change.lines.push_back(shifted(part.line(at), one));
    return std::nullopt;
  }

  const OldFile& file_;
  NewThings new_things_;
  std::vector<Change> changes_;
  std::set<std::string> imports_;  // that are added
  std::string_view whole_;
  std::vector<ReplacedRange> lost_;
};

// Checks the new file: brackets must balance, and no comment may replace code.
std::optional<Misfit> disproof_of_result(const OldFile& file, const OldFile& result, std::string_view path) {
  if (std::optional<Unbalanced> found = unbalanced(file.text, result.text, path))
    return Misfit{Code::part_unbalanced, fmt::format("in line {} of the result, {}", found->line, found->what),
        "show the part with the lines that close it"};
  if (std::optional<BareComment> found = bare_comment(file.text, result.text, file.kind))
    return Misfit{Code::placeholder,
        fmt::format(
            "{} lines would be removed for the comment '{}'", found->lines, excerpt_for_display(found->text, 60)),
        "write out what that line stands for"};
  return std::nullopt;
}

}  // namespace

Fit fit(std::string_view old_text, std::span<const PartText> blocks, std::string_view path, MayBe may_be,
    NewThings new_things) {
  MayBe here = blocks.size() == 1 ? may_be : MayBe::part;
  OldFile file(old_text, source_kind(path));
  Layer layer(file, new_things);
  if (std::optional<Misfit> why = layer.add_all(blocks, here)) return std::move(*why);
  Fit laid = layer.finish();
  const Fitted* fitted = std::get_if<Fitted>(&laid);
  if (fitted == nullptr || fitted->as != Fitted::As::part) return laid;
  OldFile result(fitted->text, file.kind);
  if (std::optional<Misfit> why = disproof_of_result(file, result, path)) return std::move(*why);
  Layer again(result, new_things);
  if (again.add_all(blocks, here)) return laid;
  Fit twice = again.finish();
  const Fitted* second = std::get_if<Fitted>(&twice);
  if (second != nullptr && second->text != fitted->text)
    return Misfit{Code::part_ambiguous,
        "it has more than one reading: laid on its own result, it would change that again",
        "show more of the lines before and after it"};
  return laid;
}

}  // namespace aptix::edit
