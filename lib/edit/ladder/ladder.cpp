#include "edit/ladder/ladder.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/find/likeness.h"
#include "edit/basis/hunk_shape.h"
#include "edit/basis/unremoved.h"
#include "edit/ladder/context.h"
#include "edit/ladder/indentation.h"

namespace aptix::edit {
namespace {

constexpr double kFuzzyLeast = 0.9, kFuzzyLine = 0.6, kFuzzyLead = 0.1;

constexpr size_t kMostWrong = 8;  // weight of context around an edit that may have been made
constexpr size_t kMostClimbs = 100;
constexpr size_t kLeastClimbs = 4;
constexpr size_t kMostClimbed = 256u << 20;  // bytes, by the looks above the least

// Could one line be a slip of the pen for the other? Not with other numbers; with another indentation, or another level
// of escapes, the new lines would be wrong in the same way.
bool may_be_slip(std::string_view a, std::string_view b) {
  auto digits = [](std::string_view line) {
    std::string out;
    for (char c : line)
      if (is_digit(c)) out += c;
    return out;
  };
  return is_blank(a) || (indent_of(a) == indent_of(b) && digits(a) == digits(b) && plain(a) != plain(b));
}

// May the text have another line for it? Not where that is a new line as well, nor where nothing comes for what goes.
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

// Does a new line repeat a word that the text has in other letters? Then it is not clear what it should say.
bool repeats_slip(const diff::Hunk& hunk, const Lines& there) {
  std::set<std::string_view> slips;
  HunkLines old = old_lines(hunk);
  for (size_t i = 0; i < old.size(); ++i) {
    if (old[i]->text == there[i]) continue;
    std::vector<std::string_view> right = words_of(there[i]);
    for (std::string_view word : words_of(old[i]->text))
      if (std::find(right.begin(), right.end(), word) == right.end()) slips.insert(word);
  }
  return has_new_word(hunk, there, [&](std::string_view word) { return slips.contains(word); });
}

// The one place whose lines are like the hunk's: at least kFuzzyLeast in all, kFuzzyLine for each, and kFuzzyLead ahead
// of the next best; each with the same indentation and the same digits, and with no word that the text has in other
// letters in a new line.
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
  if (repeats_slip(hunk, windows[0].lines) || stands_made(text, hunk, kMostWrong) ||
      may_be_made(hunk, lines_around_place(text, windows[0].start, wanted.size(), hunk)))
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
      look_alikes_(text),
      drafts_(original, text),
      regions_(text),
      left_(std::clamp(kMostClimbed / (text.size() + 1), kLeastClimbs, kMostClimbs)) {}

bool Ladder::may_look() {
  if (left_ == 0) return false;
  --left_;
  return true;
}

RefitResult Ladder::of_draft(const diff::Hunk& hunk) {
  RefitResult result;
  if (std::optional<uint64_t> line = drafts_.redone(hunk))
    result.untold = "an earlier edit of the answer changed line " + std::to_string(*line) +
        ", too: '--block N' takes the block of one of them; 'aptix bundle validate -v' lists the blocks";
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
