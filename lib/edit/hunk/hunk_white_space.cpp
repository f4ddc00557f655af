// Learns from pairs of an old line of a hunk and the line of the text that it stands for.
#include "edit/hunk/hunk_white_space.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/lines/line_table.h"
#include "diff/lines/pattern.h"
#include "edit/basis/hunk_shape.h"
#include "edit/hunk/hunk_messages.h"

namespace aptix::edit {
namespace {

// A line of the text, and the hunk's line that stands for it.
struct Pair {
  std::string_view shown;
  std::string_view in_text;
};

bool has_tab(std::string_view text) { return text.find('\t') != std::string_view::npos; }

// Spaces in the middle that may have been a tab.
bool may_hide_tab(std::string_view text) { return text.find("  ") != std::string_view::npos || has_tab(text); }

// What all hunks of one file say about its tabs.
class Tabs {
 public:
  void learn(const Pair& pair) {
    if (is_blank(pair.shown) || is_blank(pair.in_text)) return;
    std::string_view shown = indent_of(pair.shown);
    std::string_view in_text = indent_of(pair.in_text);
    auto [known, is_new] = indents_.try_emplace(shown, in_text);
    if (!is_new && known->second != in_text) known->second = std::nullopt;
    if (shown != in_text) (has_tab(in_text) ? text_has_tabs_ : patch_has_tabs_) = true;
    inner_ = inner_ ||
        without_trailing_blanks(pair.shown.substr(shown.size())) !=
            without_trailing_blanks(pair.in_text.substr(in_text.size()));
  }

  bool inner() const { return inner_; }

  // The indentation that the text would have for `shown`; nothing when that is not clear.
  std::optional<std::string> indent(std::string_view shown, const diff::BlankFit& fit) const {
    if (shown.empty()) return std::string();
    if (auto known = indents_.find(shown); known != indents_.end())
      return known->second ? std::optional<std::string>(*known->second) : std::nullopt;
    if (text_has_tabs_ && !has_tab(shown) && !text_is_regular(fit)) return std::nullopt;
    return unlearned(shown, fit);
  }

  // What a line of an edit that is not among the hunks would be in the text.
  Renew renew(const diff::BlankFit& fit) const {
    return [tabs = without_pairs(), fit](std::string_view line) {
      std::string_view shown = indent_of(line);
      std::optional<std::string> indent = shown.empty() ? std::string() : tabs.unlearned(shown, fit);
      if (indent) indent->append(line.substr(shown.size()));
      return indent;
    };
  }

 private:
  Tabs without_pairs() const {
    Tabs tabs = *this;
    tabs.indents_.clear();
    return tabs;
  }

  std::optional<std::string> unlearned(std::string_view shown, const diff::BlankFit& fit) const {
    if (text_has_tabs_ == patch_has_tabs_) return std::nullopt;
    if (has_tab(shown) == text_has_tabs_) return std::string(shown);
    return fit.indent(shown, text_has_tabs_ ? diff::BlankFit::Wanted::tabs : diff::BlankFit::Wanted::spaces);
  }

  // Does the text never indent with spaces where the tabs that are known would do?
  bool text_is_regular(const diff::BlankFit& fit) const {
    return std::all_of(indents_.begin(), indents_.end(), [&](const auto& known) {
      return known.second &&
          (has_tab(known.first) || fit.indent(known.first, diff::BlankFit::Wanted::tabs) == *known.second);
    });
  }

  std::map<std::string_view, std::optional<std::string_view>> indents_;
  bool text_has_tabs_ = false;
  bool patch_has_tabs_ = false;
  bool inner_ = false;
};

class Rewriter {
 public:
  Rewriter(std::string_view text, PlacedHunks& placed, std::string_view file)
      : text_(text),
        placed_(placed),
        file_(file) {}

  void run() {
    for (const PlacedHunk& placed : placed_.hunks) {
      if (placed.status != EditStatus::applied || !placed.blanks || !placed.blanks->tabs()) continue;
      if (!fit_.add(*placed.blanks)) one_style_ = false;
    }
    if (!fit_.tabs()) return;
    for (const PlacedHunk& placed : placed_.hunks)
      if (placed.status == EditStatus::applied) learn(placed);
    for (size_t i = 0; i < placed_.hunks.size(); ++i) rewrite(i);
  }

 private:
  // The pairs of a placed hunk, in order.
  template <class OnLine>
  void each_line(const PlacedHunk& placed, OnLine on_line) const {
    size_t at = placed.start;
    for (size_t i = 0; i < placed.hunk->lines.size(); ++i) {
      const diff::HunkLine& line = placed.hunk->lines[i];
      Pair pair{line.text, {}};
      if (line.kind != LineKind::added) {
        std::string_view raw = diff::raw_line(text_, at);
        pair.in_text = diff::split_line(raw).text;
        at += raw.size();
      }
      on_line(i, line.kind, pair);
    }
  }

  void learn(const PlacedHunk& placed) {
    each_line(placed, [&](size_t, LineKind kind, const Pair& pair) {
      if (kind != LineKind::added) tabs_.learn(pair);
    });
  }

  void rewrite(size_t number) {
    PlacedHunk& placed = placed_.hunks[number];
    if (placed.status != EditStatus::applied) return;
    bool told = placed.blanks && placed.blanks->tabs();
    if (told) placed.bare = tabs_.renew(fit_);
    diff::Hunk made = *placed.hunk;
    bool changed = false;
    bool failed = false;
    each_line(placed, [&](size_t i, LineKind kind, const Pair& pair) {
      if (kind != LineKind::added || is_blank(pair.shown)) return;
      std::optional<std::string> line = one_style_ ? as_in_text(pair.shown) : std::nullopt;
      failed = failed || (!line && told);
      if (!line || *line == pair.shown) return;
      made.lines[i].text = placed_.texts.emplace_back(std::move(*line));
      changed = true;
    });
    if (failed) {
      placed.status = EditStatus::failed;
      placed.why = std::make_unique<Diagnostic>(
          hunk_hides_tabs({number + 1, placed_.hunks.size(), HunkNoun::hunk, file_}, placed.line));
    } else if (changed) {
      placed.hunk = &placed_.rewritten.emplace_back(std::move(made));
    }
  }

  // Nothing where it is not clear which of its spaces are tabs.
  std::optional<std::string> as_in_text(std::string_view added) const {
    std::string_view shown = indent_of(added);
    std::string_view rest = added.substr(shown.size());
    std::optional<std::string> indent = tabs_.indent(shown, fit_);
    if (!indent || (tabs_.inner() && may_hide_tab(rest))) return std::nullopt;
    return *indent + std::string(rest);
  }

  std::string_view text_;
  PlacedHunks& placed_;
  std::string_view file_;
  diff::BlankFit fit_;
  bool one_style_ = true;
  Tabs tabs_;
};

bool has_trailing(std::string_view line) { return without_trailing_blanks(line).size() != line.size(); }

// What all lines that say something have at their ends, where the text has nothing: the same white space, on two old
// lines at least. "" when it is not so.
std::string_view surplus_blanks(std::string_view text, const PlacedHunk& placed) {
  std::optional<std::string_view> blanks;
  size_t old_lines = 0;
  size_t at = placed.start;
  for (const diff::HunkLine& line : placed.hunk->lines) {
    if (line.kind != LineKind::added) {
      std::string_view raw = diff::raw_line(text, at);
      at += raw.size();
      if (has_trailing(diff::split_line(raw).text)) return {};
    }
    if (is_blank(line.text)) continue;
    old_lines += line.kind != LineKind::added;
    std::string_view trailing = line.text.substr(without_trailing_blanks(line.text).size());
    if (blanks && *blanks != trailing) return {};
    blanks = trailing;
  }
  return old_lines >= 2 ? *blanks : std::string_view();
}

}  // namespace

void drop_surplus_blanks(std::string_view text, PlacedHunks& placed) {
  for (PlacedHunk& one : placed.hunks) {
    if (one.status != EditStatus::applied || !one.blanks || !one.blanks->trailing() ||
        surplus_blanks(text, one).empty())
      continue;
    diff::Hunk made = *one.hunk;
    for (diff::HunkLine& line : made.lines)
      if (line.kind == LineKind::added) line.text = without_trailing_blanks(line.text);
    one.hunk = &placed.rewritten.emplace_back(std::move(made));
  }
}

void give_tabs_of_text(std::string_view text, PlacedHunks& placed, std::string_view file) {
  Rewriter(text, placed, file).run();
}

}  // namespace aptix::edit
