#include "edit/ladder/ladder.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/find/likeness.h"
#include "diff/find/windows.h"
#include "diff/lines/cursor.h"
#include "diff/lines/line_table.h"
#include "diff/lines/pattern.h"
#include "edit/hunk/applied_before.h"
#include "edit/hunk/hunk_shape.h"

namespace aptix::edit {
namespace {

constexpr size_t kMostRefitPlaces = 100;
constexpr double kAlikeFirstLines = 0.5;

std::string_view behind_indent(std::string_view line) { return line.substr(indent_of(line).size()); }

// All tabs, or all spaces.
bool of_one_kind(std::string_view blanks) {
  return blanks.empty() || blanks.find_first_not_of(blanks[0]) == std::string_view::npos;
}

std::vector<const diff::HunkLine*> old_lines(const diff::Hunk& hunk) {
  return diff::pattern_of(hunk, diff::Side::before).lines;
}

// What one place says about the indentation of all lines.
class Shift {
 public:
  // False when these two lines do not fit as the ones before did.
  bool add(std::string_view wanted, std::string_view in_text) {
    if (is_blank(wanted) || is_blank(in_text)) return is_blank(wanted) && is_blank(in_text);
    if (without_trailing_blanks(behind_indent(wanted)) != without_trailing_blanks(behind_indent(in_text))) return false;
    std::string_view shown = indent_of(wanted);
    std::string_view there = indent_of(in_text);
    bool more = there.size() >= shown.size();
    std::string_view longer = more ? there : shown;
    std::string_view shorter = more ? shown : there;
    if (!longer.starts_with(shorter) || !of_one_kind(longer)) return shown == there && take(true, {});
    return take(more, longer.substr(shorter.size()));
  }

  // A new line as it is indented there; nothing when it has not what would have to go.
  std::optional<std::string> shifted(std::string_view line) const {
    if (is_blank(line)) return std::string(line);
    std::string_view indent = indent_of(line);
    if (!more_)
      return indent.starts_with(blanks_) ? std::optional(std::string(line.substr(blanks_.size()))) : std::nullopt;
    std::string made = std::string(blanks_) + std::string(line);
    return blanks_.empty() || of_one_kind(indent_of(made)) ? std::optional(std::move(made)) : std::nullopt;
  }

  // By how much lines are moved; "" when they are not.
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

using Lines = std::vector<std::string_view>;

// As many lines of the text as that, or fewer where it ends.
Lines lines_from(std::string_view text, size_t start, size_t count) {
  Lines lines;
  for (diff::Cursor at(text.substr(start)); lines.size() < count && !at.at_end(); at.advance())
    lines.push_back(at.line().text);
  return lines;
}

// Goes through the places where the longest line stands, whatever its indentation is: visit(start, lines of the text)
// for each; false ends it. Is false when so much looks alike that it would take long.
template <class Visit>
bool each_place(std::string_view text, const std::vector<const diff::HunkLine*>& wanted, Visit visit) {
  auto trimmed = [&wanted](size_t i) { return diff::trimmed(wanted[i]->text); };
  size_t anchor = 0;
  for (size_t i = 0; i < wanted.size(); ++i)
    if (trimmed(i).size() > trimmed(anchor).size()) anchor = i;
  if (wanted.empty() || trimmed(anchor).empty()) return true;
  uint64_t left = 4096 + 4 * wanted.size() + text.size() / 32;
  bool complete = true;
  diff::each_line_with(text, trimmed(anchor), [&](size_t line) {
    complete = left-- != 0;
    if (!complete || diff::trimmed(diff::raw_line(text, line)) != trimmed(anchor)) return complete;
    std::optional<size_t> start = diff::start_above(text, line, anchor);
    if (!start) return true;
    complete = left >= wanted.size();
    if (!complete) return false;
    left -= wanted.size();
    Lines there = lines_from(text, *start, wanted.size());
    return there.size() != wanted.size() || visit(*start, there);
  });
  return complete;
}

bool same_but_for_indentation(const std::vector<const diff::HunkLine*>& wanted, const Lines& there) {
  auto body = [](std::string_view line) { return without_trailing_blanks(behind_indent(line)); };
  return std::equal(wanted.begin(), wanted.end(), there.begin(), there.end(),
      [&](const diff::HunkLine* a, std::string_view b) { return body(a->text) == body(b); });
}

uint64_t line_of(std::string_view text, size_t start) { return line_at(text, start); }

// A new line that is an old one in another place: what the text has for that.
std::optional<std::string> moved_line(const diff::Hunk& hunk, const Lines& there, std::string_view added) {
  std::optional<std::string> found;
  size_t old = 0;
  for (const diff::HunkLine& line : hunk.lines) {
    if (line.kind == LineKind::added) continue;
    std::string_view in_text = there[old++];
    if (line.text != added || is_blank(added)) continue;
    if (found && *found != in_text) return std::nullopt;
    found = std::string(in_text);
  }
  return found;
}

// The hunk with the lines of the text in place of its own, and its new lines as `renew` makes them.
template <class Renew>
std::optional<Refit> rewritten(const diff::Hunk& hunk, const Lines& there, Renew renew) {
  Refit refit;
  refit.hunk = hunk;
  refit.hunk.has_numbers = false;
  size_t old = 0;
  for (diff::HunkLine& line : refit.hunk.lines) {
    if (line.kind != LineKind::added) {
      line.text = there[old++];
      line.no_newline = false;
      continue;
    }
    std::optional<std::string> made = moved_line(hunk, there, line.text);
    if (!made) made = renew(line.text);
    if (!made) return std::nullopt;
    if (*made != line.text) line.text = refit.texts.emplace_back(std::move(*made));
  }
  return refit;
}

// What has come of all places: the only one, or the lines of several.
class Found {
 public:
  explicit Found(std::string_view text) : text_(text) {}

  // A refit that fits, but must not be used.
  bool add_untold(size_t start, const Refit& refit) {
    uint64_t line = line_of(text_, start);
    result_.untold = "give the old and the new lines with the indentation of the file, from line " +
        std::to_string(line) + " on: with " + refit.differs +
        ", it is not clear which of the new ones are indented in full";
    return add(start, std::nullopt);
  }

  bool add(size_t start, std::optional<Refit> refit) {
    result_.lines.push_back(line_of(text_, start));
    result_.only = result_.lines.size() == 1 ? std::move(refit) : std::nullopt;
    if (result_.only) result_.only->line = result_.lines.front();
    return result_.lines.size() < kMostRefitPlaces;
  }

  RefitResult take(bool complete) {
    if (!complete) result_.only.reset();
    if (!complete || result_.lines.size() != 1) result_.untold.clear();
    if (result_.lines.size() == 1) result_.lines.clear();
    return std::move(result_);
  }

 private:
  std::string_view text_;
  RefitResult result_;
};

// Could one line be a slip of the pen for the other? Not with other numbers; with another indentation, or another level
// of escapes, the new lines would be wrong in the same way.
bool may_be_slip(std::string_view a, std::string_view b) {
  auto digits = [](std::string_view line) {
    std::string out;
    for (char c : line)
      if (c >= '0' && c <= '9') out += c;
    return out;
  };
  return is_blank(a) || a == b || (indent_of(a) == indent_of(b) && digits(a) == digits(b) && plain(a) != plain(b));
}

std::set<std::string_view> words_of(std::string_view line) {
  auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || static_cast<unsigned char>(c) >= 0x80;
  };
  std::set<std::string_view> words;
  for (size_t at = 0; at < line.size();) {
    size_t end = at;
    while (end < line.size() && is_word(line[end])) ++end;
    if (end != at) words.insert(line.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return words;
}

// Does a new line repeat a word that the text has in other letters? Then it is not clear what it should say.
bool repeats_slip(const diff::Hunk& hunk, const Lines& there) {
  std::set<std::string_view> slips;
  size_t old = 0;
  for (const diff::HunkLine& line : hunk.lines) {
    if (line.kind == LineKind::added) continue;
    std::string_view in_text = there[old++];
    if (line.text == in_text) continue;
    std::set<std::string_view> right = words_of(in_text);
    for (std::string_view word : words_of(line.text))
      if (!right.contains(word)) slips.insert(word);
  }
  return !slips.empty() && std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const diff::HunkLine& line) {
    if (line.kind != LineKind::added || moved_line(hunk, there, line.text)) return false;
    std::set<std::string_view> words = words_of(line.text);
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return slips.contains(word); });
  });
}

bool is_told(const diff::HunkLine* line) { return !is_blank(line->text); }

// May the first line of a hunk be the rest of an indented one? Then its first new line is one as well.
bool may_be_trimmed(const diff::Hunk& hunk) {
  if (hunk.lines.empty() || hunk.old_count() == 0 || hunk.new_count() == 0) return false;
  const diff::HunkLine& first = *old_lines(hunk).front();
  if (first.text.empty() || !indent_of(first.text).empty()) return false;
  std::vector<const diff::HunkLine*> new_lines = diff::pattern_of(hunk, diff::Side::after).lines;
  // With one line it is not clear whether it alone was moved, or all of them.
  std::vector<const diff::HunkLine*> old = old_lines(hunk);
  if (std::count_if(old.begin(), old.end(), is_told) == 1 &&
      std::count_if(new_lines.begin(), new_lines.end(), is_told) != 1)
    return false;
  const diff::HunkLine& first_new = *new_lines.front();
  if (first_new.text.empty() || !indent_of(first_new.text).empty()) return false;
  // Where other lines come first, they may stand as they are meant to.
  return old.size() == 1 || first_new.kind != LineKind::added ||
      diff::likeness(first.text, first_new.text) >= kAlikeFirstLines;
}

// Does a new line stand in the text as it is, with its indentation? One that is an old one as well is moved as that is.
bool keeps_indentation(const diff::Hunk& hunk, const Lines& there) {
  return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const diff::HunkLine& line) {
    return line.kind == LineKind::added && is_told(&line) && !indent_of(line.text).empty() &&
        !moved_line(hunk, there, line.text) && std::find(there.begin(), there.end(), line.text) != there.end();
  });
}

// With one line it is not clear whether it alone was moved, or all of them: may the new ones after the first be
// indented in full, or stand in another part of the file?
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

}  // namespace

RefitResult refit_first_line(std::string_view text, const diff::Hunk& hunk) {
  if (!may_be_trimmed(hunk)) return {};
  std::vector<const diff::HunkLine*> wanted = old_lines(hunk);
  const diff::HunkLine* first_new = diff::pattern_of(hunk, diff::Side::after).lines.front();
  size_t first_added = static_cast<size_t>(first_new - hunk.lines.data());
  Found found(text);
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

RefitResult refit_indentation(std::string_view text, const diff::Hunk& hunk) {
  std::vector<const diff::HunkLine*> wanted = old_lines(hunk);
  Found found(text);
  bool complete = each_place(text, wanted, [&](size_t start, const Lines& there) {
    Shift shift;
    bool fits = true;
    for (size_t i = 0; fits && i < there.size(); ++i) fits = shift.add(wanted[i]->text, there[i]);
    // A place that is indented in another way may be the one as well.
    if (!fits) return !same_but_for_indentation(wanted, there) || found.add(start, std::nullopt);
    std::optional<Refit> refit = rewritten(hunk, there, [&](std::string_view line) { return shift.shifted(line); });
    if (refit) refit->differs = shift.describe();
    bool untold = !shift.blanks().empty() && (keeps_indentation(hunk, there) || may_be_in_full(hunk, shift.blanks()));
    return refit && untold ? found.add_untold(start, *refit) : found.add(start, std::move(refit));
  });
  return found.take(complete);
}

RefitResult refit_fuzzy(std::string_view text, const diff::Hunk& hunk) {
  std::vector<std::string_view> wanted;
  for (const diff::HunkLine* line : old_lines(hunk)) wanted.push_back(line->text);
  std::vector<diff::LikeWindow> windows = diff::likest_windows(text, wanted);
  RefitResult result;
  if (windows.empty() || windows[0].score < kFuzzyLeast || windows[0].least < kFuzzyLine) return result;
  if (windows.size() > 1 && windows[1].score > windows[0].score - kFuzzyLead) {
    for (const diff::LikeWindow& window : windows) result.lines.push_back(line_of(text, window.start));
    return result;
  }
  for (size_t i = 0; i < wanted.size(); ++i)
    if (!may_be_slip(wanted[i], windows[0].lines[i])) return result;
  if (repeats_slip(hunk, windows[0].lines)) return result;
  result.only = rewritten(hunk, windows[0].lines, [](std::string_view line) { return std::string(line); });
  if (!result.only) return result;
  result.only->rule = Rule::fuzzy;
  result.only->line = line_of(text, windows[0].start);
  result.only->differs = std::to_string(static_cast<int>(windows[0].score * 100)) + " % of it is the same";
  return result;
}

RefitResult refit(std::string_view text, const diff::Hunk& hunk, MatchMode mode) {
  RefitResult result = refit_first_line(text, hunk);
  bool found = result.only || !result.lines.empty();
  if (!found && mode != MatchMode::exact) result = refit_indentation(text, hunk);
  found = result.only || !result.lines.empty() || !result.untold.empty();
  return found || mode != MatchMode::fuzzy ? std::move(result) : refit_fuzzy(text, hunk);
}

std::string lower_rung(std::string_view text, const diff::Hunk& hunk, MatchMode mode) {
  RefitResult found = refit_indentation(text, hunk);
  if (!found.untold.empty()) return std::move(found.untold);
  if (mode == MatchMode::fuzzy) return {};
  if (mode == MatchMode::whitespace) found = refit_fuzzy(text, hunk);
  if (!found.only) return {};
  std::string_view rung = found.only->rule == Rule::fuzzy ? "fuzzy" : "whitespace";
  return "copy the lines from line " + std::to_string(found.only->line) + " on, or allow '--match " +
      std::string(rung) + "', which takes them (" + found.only->differs + ")";
}

}  // namespace aptix::edit
