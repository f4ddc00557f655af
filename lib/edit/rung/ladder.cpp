#include "edit/rung/ladder.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/find/likeness.h"
#include "diff/find/locate.h"
#include "diff/find/windows.h"
#include "diff/lines/pattern.h"
#include "edit/basis/hunk_shape.h"
#include "edit/near/normal_line.h"

namespace aptix::edit {
namespace {

constexpr double kAlikeFirstLines = 0.5;

// All tabs, or all spaces.
bool of_one_kind(std::string_view blanks) {
  return blanks.empty() || blanks.find_first_not_of(blanks[0]) == std::string_view::npos;
}

// How much deeper or less deep a place is indented than the hunk, which must be the same for all lines.
class Shift {
 public:
  // False if these two lines differ in another way than those before.
  bool add(std::string_view wanted, std::string_view in_text) {
    if (is_blank(wanted) || is_blank(in_text)) return is_blank(wanted) && is_blank(in_text);
    if (trim(wanted) != trim(in_text)) return false;
    std::string_view shown = indent_of(wanted);
    std::string_view there = indent_of(in_text);
    bool more = there.size() >= shown.size();
    std::string_view longer = more ? there : shown;
    std::string_view shorter = more ? shown : there;
    if (!longer.starts_with(shorter) || !of_one_kind(longer)) return shown == there && take(true, {});
    return take(more, longer.substr(shorter.size()));
  }

  // A new line, re-indented; nothing if it lacks the white space to remove, or would mix tabs and spaces.
  std::optional<std::string> shifted(std::string_view line) const {
    if (is_blank(line)) return std::string(line);
    std::string_view indent = indent_of(line);
    if (!more_)
      return indent.starts_with(blanks_) ? std::optional(std::string(line.substr(blanks_.size()))) : std::nullopt;
    std::string made = std::string(blanks_) + std::string(line);
    return blanks_.empty() || of_one_kind(indent_of(made)) ? std::optional(std::move(made)) : std::nullopt;
  }

  // The white space that lines have more or less; "" if none.
  std::string_view blanks() const { return blanks_; }

  std::string describe() const {
    if (blanks_.empty()) return "white space at line ends";
    std::string what =
        std::to_string(blanks_.size()) + (blanks_[0] == '\t' ? " tab" : " space") + (blanks_.size() == 1 ? "" : "s");
    return what + (more_ ? " more" : " less") + " of indentation";
  }

 private:
  bool take(bool more, std::string_view blanks) {
    if (known_) return blanks_ == blanks && (more_ == more || blanks.empty());
    known_ = true;
    more_ = more;
    blanks_ = blanks;
    return true;
  }

  bool known_ = false;
  bool more_ = true;
  std::string_view blanks_;
};

bool same_but_for_indentation(const HunkLines& wanted, const Lines& there) {
  return std::equal(wanted.begin(), wanted.end(), there.begin(), there.end(),
      [](const diff::HunkLine* a, std::string_view b) { return diff::trimmed(a->text) == diff::trimmed(b); });
}

bool is_told(const diff::HunkLine* line) { return !is_blank(line->text); }

// May the first line of a hunk have lost its indentation? Then its first new line must lack it, too.
bool may_be_trimmed(const diff::Hunk& hunk) {
  if (hunk.lines.empty() || hunk.old_count() == 0 || hunk.new_count() == 0) return false;
  const diff::HunkLine& first = *old_lines(hunk).front();
  if (first.text.empty() || !indent_of(first.text).empty()) return false;
  std::vector<const diff::HunkLine*> new_lines = diff::pattern_of(hunk, diff::Side::after).lines;
  // With a single old line, it is unclear whether only that line or all of them lost it.
  std::vector<const diff::HunkLine*> old = old_lines(hunk);
  if (std::count_if(old.begin(), old.end(), is_told) == 1 &&
      std::count_if(new_lines.begin(), new_lines.end(), is_told) != 1)
    return false;
  const diff::HunkLine& first_new = *new_lines.front();
  if (first_new.text.empty() || !indent_of(first_new.text).empty()) return false;
  // New lines put before the first old one may be indented as they should be.
  return old.size() == 1 || first_new.kind != LineKind::added ||
      diff::likeness(first.text, first_new.text) >= kAlikeFirstLines;
}

// Is an indented new line at the place already? New lines that equal an old one do not count.
bool keeps_indentation(const diff::Hunk& hunk, const Lines& there) {
  return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const diff::HunkLine& line) {
    return line.kind == LineKind::added && is_told(&line) && !indent_of(line.text).empty() &&
        !moved_line(hunk, there, line.text) && std::find(there.begin(), there.end(), line.text) != there.end();
  });
}

// For a single old line without indentation: may the new lines after the first one be indented in full already, or
// belong to another part of the file?
bool may_be_in_full(const diff::Hunk& hunk, std::string_view blanks) {
  std::vector<const diff::HunkLine*> old = old_lines(hunk);
  if (std::count_if(old.begin(), old.end(), is_told) != 1 ||
      !indent_of((*std::find_if(old.begin(), old.end(), is_told))->text).empty())
    return false;
  std::vector<const diff::HunkLine*> lines = diff::pattern_of(hunk, diff::Side::after).lines;
  auto first = std::find_if(lines.begin(), lines.end(), is_told);
  for (auto line = first; line != lines.end(); ++line)
    if (line != first && is_told(*line) &&
        (indent_of((*line)->text).size() >= blanks.size() || !is_told(*std::prev(line))))
      return true;
  return false;
}

// The first line lost its indentation, as in a trimmed text; all other lines match exactly.
RefitResult refit_first_line(std::string_view text, const diff::Hunk& hunk) {
  if (!may_be_trimmed(hunk)) return {};
  HunkLines wanted = old_lines(hunk);
  const diff::HunkLine* first_new = diff::pattern_of(hunk, diff::Side::after).lines.front();
  size_t first_added = static_cast<size_t>(first_new - hunk.lines.data());
  PlacesThatFit found(text);
  bool complete = each_place(text, wanted, [&](size_t start, const Lines& there) {
    std::string_view indent = indent_of(there[0]);
    bool fits = !indent.empty() && there[0].substr(indent.size()) == wanted[0]->text;
    for (size_t i = 1; fits && i < there.size(); ++i) fits = there[i] == wanted[i]->text;
    if (!fits) return true;
    std::optional<Refit> refit = rewritten(hunk, there, [](std::string_view line) { return std::string(line); });
    if (first_new->kind == LineKind::added)
      refit->hunk.lines[first_added].text =
          refit->texts.emplace_back(std::string(indent) + std::string(first_new->text));
    refit->differs = "the indentation of its first line";
    return found.add(start, std::move(refit));
  });
  return found.take(complete);
}

// All lines have the same white space more or less in front (or only differ in white space at line ends), and new lines
// are re-indented the same way. Tabs do not match spaces. Untold if the new lines may be indented in full already.
RefitResult refit_indentation(std::string_view text, const diff::Hunk& hunk) {
  HunkLines wanted = old_lines(hunk);
  PlacesThatFit found(text);
  bool complete = each_place(text, wanted, [&](size_t start, const Lines& there) {
    Shift shift;
    bool fits = true;
    for (size_t i = 0; fits && i < there.size(); ++i) fits = shift.add(wanted[i]->text, there[i]);
    // A place with other indentation may be meant as well.
    if (!fits) return !same_but_for_indentation(wanted, there) || found.add(start, std::nullopt);
    std::optional<Refit> refit = rewritten(hunk, there, [&](std::string_view line) { return shift.shifted(line); });
    if (refit) refit->differs = shift.describe();
    bool untold = !shift.blanks().empty() && (keeps_indentation(hunk, there) || may_be_in_full(hunk, shift.blanks()));
    return refit && untold ? found.add_untold(start, *refit) : found.add(start, std::move(refit));
  });
  return found.take(complete);
}

constexpr double kFuzzyLeast = 0.9, kFuzzyLine = 0.6, kFuzzyLead = 0.1;

constexpr size_t kMostWrong = 8;  // weight of the wrong context around an edit that may have been made
constexpr size_t kMostClimbs = 100;
constexpr size_t kLeastClimbs = 4;
constexpr size_t kMostClimbed = 256u << 20;  // bytes of text to read, if more than kLeastClimbs

// May one line be a misspelling of the other? Not if digits, indentation or escapes differ: then the new lines would be
// wrong in the same way.
bool may_be_slip(std::string_view a, std::string_view b) {
  auto digits = [](std::string_view line) {
    std::string out;
    for (char c : line)
      if (is_digit(c)) out += c;
    return out;
  };
  return is_blank(a) || (indent_of(a) == indent_of(b) && digits(a) == digits(b) && plain(a) != plain(b));
}

// May this old line differ from the text? Not if it is also a new line, or is removed without a new line in its place.
bool may_be_other(const diff::Hunk& hunk, const diff::HunkLine& old) {
  if (is_new_line(hunk, old.text)) return false;
  if (old.kind == LineKind::context) return true;
  auto goes = [](const diff::HunkLine& line) { return line.kind == LineKind::removed; };
  auto at = hunk.lines.begin() + (&old - hunk.lines.data());
  auto next = std::find_if_not(at, hunk.lines.end(), goes);
  auto above = std::find_if_not(std::make_reverse_iterator(at), hunk.lines.rend(), goes);
  return (next != hunk.lines.end() && next->kind == LineKind::added) ||
      (above != hunk.lines.rend() && above->kind == LineKind::added);
}

// Does a new line repeat a word that the text spells in another way? Then it is unclear what it should be.
bool repeats_slip(const diff::Hunk& hunk, const Lines& there) {
  std::set<std::string_view> slips;
  HunkLines old = old_lines(hunk);
  for (size_t i = 0; i < old.size(); ++i) {
    if (old[i]->text == there[i]) continue;
    std::vector<std::string_view> right = words_of(there[i]);
    for (std::string_view word : words_of(old[i]->text))
      if (std::find(right.begin(), right.end(), word) == right.end()) slips.insert(word);
  }
  return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const diff::HunkLine& line) {
    if (line.kind != LineKind::added || moved_line(hunk, there, line.text)) return false;
    std::vector<std::string_view> words = words_of(line.text);
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return slips.contains(word); });
  });
}

// The only place whose lines are like the hunk's: by kFuzzyLeast in all, by kFuzzyLine each, and by kFuzzyLead more
// than the next place. Differing lines have the same indentation and digits, and no new line repeats a misspelt word.
RefitResult refit_fuzzy(diff::LikelyRegions& regions, const diff::Hunk& hunk) {
  std::string_view text = regions.text();
  HunkLines old = old_lines(hunk);
  Lines wanted;
  for (const diff::HunkLine* line : old) wanted.push_back(line->text);
  std::vector<diff::LikeWindow> windows = diff::likest_windows(regions, wanted);
  RefitResult result;
  if (windows.empty() || windows[0].score < kFuzzyLeast || windows[0].least < kFuzzyLine) return result;
  if (windows.size() > 1 && windows[1].score > windows[0].score - kFuzzyLead) {
    for (const diff::LikeWindow& window : windows) result.lines.push_back(line_at(text, window.start));
    return result;
  }
  for (size_t i = 0; i < wanted.size(); ++i)
    if (wanted[i] != windows[0].lines[i] &&
        (!may_be_slip(wanted[i], windows[0].lines[i]) || !may_be_other(hunk, *old[i])))
      return result;
  if (repeats_slip(hunk, windows[0].lines) || may_be_made(text, hunk, windows[0].start, wanted.size(), kMostWrong))
    return result;
  result.only = rewritten(hunk, windows[0].lines, [](std::string_view line) { return std::string(line); });
  if (!result.only) return result;
  result.only->rule = Rule::fuzzy;
  result.only->line = line_at(text, windows[0].start);
  result.only->differs = std::to_string(static_cast<int>(windows[0].score * 100)) + " % of it is the same";
  return result;
}

}  // namespace

Ladder::Ladder(std::string_view text, std::string_view original)
    : text_(text),
      original_(original),
      look_alikes_(text),
      regions_(text),
      left_(std::clamp(kMostClimbed / (text.size() + 1), kLeastClimbs, kMostClimbs)) {}

// The second of two drafts of a change was made for the file as it was before the first. Untold if the hunk removes a
// line of the original text that was removed already.
RefitResult Ladder::of_draft(const diff::Hunk& hunk) {
  constexpr uint64_t kMostStood = 100;  // places
  RefitResult result;
  bool is_itself = original_.data() == text_.data() && original_.size() == text_.size();
  if (hunk.old_count() == 0 || original_.empty() || is_itself || original_ == text_) return result;
  diff::Places stood = diff::Locator(original_).find(hunk, kMostStood);
  if (stood.count != 0 && !edits_) edits_ = diff::diff_lines(original_, text_);
  for (const diff::Place& place : stood.places) {
    uint64_t line = place.line - 1;
    for (const diff::HunkLine& one : hunk.lines) {
      bool gone = one.kind == LineKind::removed &&
          std::any_of(edits_->begin(), edits_->end(), [line](const diff::LineEdit& edit) {
            return edit.old_start <= line && line < edit.old_start + edit.old_count;
          });
      line += one.kind == LineKind::added ? 0 : 1;
      if (!gone) continue;
      result.untold = "an earlier edit of the answer changed line " + std::to_string(line) +
          ", too: '--block N' takes the block of one of them; 'aptix bundle validate -v' lists the blocks";
      return result;
    }
  }
  return result;
}

RefitResult Ladder::refit(const diff::Hunk& hunk, MatchMode mode) {
  RefitResult result = of_draft(hunk);
  if (!result.none()) return result;
  result = refit_first_line(text_, hunk);
  if (result.none() && mode != MatchMode::exact) result = refit_indentation(text_, hunk);
  if (mode != MatchMode::fuzzy) return result;
  if (result.none()) result = look_alikes_.find(hunk);
  if (result.none()) result = refit_context(text_, hunk);
  return result.none() ? refit_fuzzy(regions_, hunk) : std::move(result);
}

RefitResult Ladder::find(const diff::Hunk& hunk, MatchMode mode) {
  bool changes = std::any_of(
      hunk.lines.begin(), hunk.lines.end(), [](const diff::HunkLine& line) { return line.kind != LineKind::context; });
  return !changes || hunk.old_count() == 0 || !may_look() ? RefitResult() : refit(hunk, mode);
}

std::string Ladder::hint(const diff::Hunk& hunk, MatchMode mode) {
  if (hunk.old_count() == 0 || !may_look()) return {};
  RefitResult found = mode == MatchMode::fuzzy ? of_draft(hunk) : refit(hunk, MatchMode::fuzzy);
  if (!found.only) return std::move(found.untold);
  std::string line = std::to_string(found.only->line);
  return "copy the lines from line " + line + " on, as they stand there; '--match " +
      (found.only->rule == Rule::indentation ? "whitespace" : "fuzzy") + "' would take line " + line + " (" +
      found.only->differs + ")";
}

}  // namespace aptix::edit
