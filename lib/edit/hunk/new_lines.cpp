// White space is learned from pairs of an old line of a hunk and the line of the text that it matches.
#include "edit/hunk/new_lines.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/lines/line_table.h"

namespace aptix::edit {
namespace {

// Converts the new lines of a hunk; where `renew` gives nothing, the line stays. Has any line changed?
bool renew_lines(PlacedHunks& all, PlacedHunk& placed, const Renew& renew) {
  diff::Hunk made = *placed.hunk;
  bool changed = false;
  for (diff::HunkLine& line : made.lines) {
    std::optional<std::string> renewed = line.kind == LineKind::added ? renew(line.text) : std::nullopt;
    if (!renewed || *renewed == line.text) continue;
    line.text = all.texts.emplace_back(std::move(*renewed));
    changed = true;
  }
  if (changed) placed.hunk = &all.rewritten.emplace_back(std::move(made));
  return changed;
}

bool has_tab(std::string_view text) { return text.find('\t') != std::string_view::npos; }

// Visits each line of a placed hunk in order, with the line of the text that it matches, without line end; "" if added.
template <class OnLine>
void each_line(std::string_view text, const PlacedHunk& placed, OnLine on_line) {
  size_t at = placed.start;
  for (const diff::HunkLine& line : placed.hunk->lines) {
    std::string_view raw = line.kind == LineKind::added ? std::string_view() : diff::raw_line(text, at);
    at += raw.size();
    on_line(line, diff::split_line(raw).text);
  }
}

// How the hunks of a file show its tabs, or the file those of the hunks.
struct TabStyle {
  diff::BlankFit fit{};
  bool text_has_tabs = false, patch_has_tabs = false;  // where the other one has spaces

  // The indentation that the text would have for `shown`; nothing if that is unclear.
  std::optional<std::string> indent(std::string_view shown) const {
    if (shown.empty()) return std::string();
    if (text_has_tabs == patch_has_tabs) return std::nullopt;
    if (has_tab(shown) == text_has_tabs) return std::string(shown);
    return fit.indent(shown, text_has_tabs ? diff::BlankFit::Wanted::tabs : diff::BlankFit::Wanted::spaces);
  }
};

class Rewriter {
 public:
  Rewriter(std::string_view text, PlacedHunks& placed, const HunkName& name)
      : text_(text),
        placed_(placed),
        name_(name) {}

  void run() {
    for (const PlacedHunk& placed : placed_.hunks)
      if (placed.status == EditStatus::applied && is_told(placed)) one_style_ &= style_.fit.add(*placed.blanks);
    if (!style_.fit.tabs()) return;
    for (const PlacedHunk& placed : placed_.hunks)
      if (placed.status == EditStatus::applied)
        each_line(text_, placed, [&](const diff::HunkLine& line, std::string_view in_text) {
          if (line.kind != LineKind::added) learn(line.text, in_text);
        });
    for (size_t i = 0; i < placed_.hunks.size(); ++i)
      if (placed_.hunks[i].status == EditStatus::applied) rewrite(i);
  }

 private:
  static bool is_told(const PlacedHunk& placed) { return placed.blanks && placed.blanks->tabs(); }

  void learn(std::string_view shown, std::string_view in_text) {
    if (is_blank(shown) || is_blank(in_text)) return;
    std::string_view indent = indent_of(shown), of_text = indent_of(in_text);
    auto [known, is_new] = indents_.try_emplace(indent, of_text);
    if (!is_new && known->second != of_text) known->second = std::nullopt;
    if (indent != of_text) (has_tab(of_text) ? style_.text_has_tabs : style_.patch_has_tabs) = true;
    inner_ = inner_ || trim(shown) != trim(in_text);
  }

  // Does the text indent with tabs wherever the known ones would do?
  bool text_is_regular() const {
    return std::all_of(indents_.begin(), indents_.end(), [&](const auto& known) {
      return known.second &&
          (has_tab(known.first) || style_.fit.indent(known.first, diff::BlankFit::Wanted::tabs) == *known.second);
    });
  }

  std::optional<std::string> indent(std::string_view shown) const {
    if (auto known = indents_.find(shown); known != indents_.end() && !shown.empty())
      return known->second ? std::optional<std::string>(*known->second) : std::nullopt;
    bool doubtful = !shown.empty() && style_.text_has_tabs && !has_tab(shown) && !text_is_regular();
    return doubtful ? std::nullopt : style_.indent(shown);
  }

  // An added line with the text's indentation; nothing if it is unclear which of its spaces are tabs.
  std::optional<std::string> as_in_text(std::string_view added) const {
    std::string_view shown = indent_of(added), rest = added.substr(shown.size());
    bool may_hide_tab = inner_ && (rest.find("  ") != std::string_view::npos || has_tab(rest));
    std::optional<std::string> made = one_style_ && !may_hide_tab ? indent(shown) : std::nullopt;
    if (made) made->append(rest);
    return made;
  }

  void rewrite(size_t number) {
    PlacedHunk& placed = placed_.hunks[number];
    if (is_told(placed))
      placed.bare = [style = style_](std::string_view line) {
        std::optional<std::string> made = style.indent(indent_of(line));
        if (made) made->append(line.substr(indent_of(line).size()));
        return made;
      };
    bool unclear = false;
    renew_lines(placed_, placed, [&](std::string_view line) {
      std::optional<std::string> made = is_blank(line) ? std::optional(std::string(line)) : as_in_text(line);
      unclear = unclear || !made;
      return made;
    });
    if (!unclear || !is_told(placed)) return;
    name_.number = number + 1;
    placed.status = EditStatus::failed;
    placed.fail(hunk_error(name_, Code::match_not_found,
        fmt::format("fits line {}{} but for tabs, and it is not clear which of its added spaces are tabs", placed.line,
            with_file("of", name_)),
        "write its lines with the tabs that the file has"));
  }

  std::string_view text_;
  PlacedHunks& placed_;
  HunkName name_;
  TabStyle style_;
  bool one_style_ = true;
  bool inner_ = false;                                                   // some lines differ after the indentation
  std::map<std::string_view, std::optional<std::string_view>> indents_;  // by that of hunks: that of the text
};

// Do all lines that are not blank, at least two old ones, end in the same white space, where the text has none?
bool has_surplus_blanks(std::string_view text, const PlacedHunk& placed) {
  std::optional<std::string_view> blanks;
  size_t old_lines = 0;
  bool surplus = true;
  each_line(text, placed, [&](const diff::HunkLine& line, std::string_view in_text) {
    surplus = surplus && without_trailing_blanks(in_text).size() == in_text.size();
    if (is_blank(line.text)) return;
    old_lines += line.kind != LineKind::added;
    std::string_view trailing = line.text.substr(without_trailing_blanks(line.text).size());
    surplus = surplus && blanks.value_or(trailing) == trailing;
    blanks = trailing;
  });
  return surplus && old_lines >= 2 && !blanks->empty();
}

void hold(PlacedHunks& all, PlacedHunk& hunk, const PlacedHunk& proof, const HunkName& name) {
  if (hunk.why || !hunk.chosen || hunk.side == diff::Side::after) return;
  // An old line that matches as it is, and not as converted, was written in another way than the proof.
  auto is_clear = [&](const diff::HunkLine& line) {
    std::optional<std::string> read = proof.bare(line.text);
    return read && (line.kind == LineKind::added || *read == line.text);
  };
  auto stays = [&](const diff::HunkLine& line) {
    return line.kind != LineKind::added || proof.bare(line.text) == std::optional(std::string(line.text));
  };
  const std::vector<diff::HunkLine>& lines = hunk.hunk->lines;
  if (std::all_of(lines.begin(), lines.end(), stays)) return;
  if (!std::all_of(lines.begin(), lines.end(), is_clear))
    return hunk.fail(hunk_error(name, Code::match_not_found,
        fmt::format("fits line {}{}, but others fit but for {}, and it is not clear what its new lines are to be",
            hunk.chosen->line, with_file("of", name), proof.differs),
        "write all of them as the file has them"));
  renew_lines(all, hunk, proof.bare);
  hunk.rule = Rule::look_alike;
  hunk.differs = proof.differs;
}

}  // namespace

void drop_surplus_blanks(std::string_view text, PlacedHunks& placed) {
  for (PlacedHunk& one : placed.hunks) {
    if (one.status != EditStatus::applied || !one.blanks || !one.blanks->trailing() || !has_surplus_blanks(text, one))
      continue;
    renew_lines(placed, one, [](std::string_view line) { return std::string(without_trailing_blanks(line)); });
  }
}

void give_tabs_of_text(std::string_view text, PlacedHunks& placed, const HunkName& name) {
  Rewriter(text, placed, name).run();
}

void hold_all_to_proofs(PlacedHunks& placed, HunkName name) {
  std::set<std::string> proven;
  for (size_t i = 0; i < placed.hunks.size(); ++i) {
    if (!placed.hunks[i].bare || !proven.insert(placed.hunks[i].differs).second) continue;
    for (size_t k = 0; k < placed.hunks.size(); ++k) {
      name.number = k + 1;
      if (!placed.hunks[k].bare) hold(placed, placed.hunks[k], placed.hunks[i], name);
    }
  }
}

}  // namespace aptix::edit
