// How lines of a hunk and of a text are compared.
#include "diff/lines/pattern.h"

#include <algorithm>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/lines/line_table.h"

namespace aptix::diff {
namespace {

bool same_line(const HunkLine& a, const HunkLine& b, Fit wanted) {
  if (a.text != b.text) return false;
  return wanted == Fit::line_ends || (a.carriage_return == b.carriage_return && a.no_newline == b.no_newline);
}

// For every prefix of the pattern, the longest shorter prefix that it also ends with.
std::vector<size_t> fallbacks(const Pattern& pattern, Fit wanted) {
  std::vector<size_t> fallback(pattern.size() + 1, 0);
  for (size_t i = 1, matched = 0; i < pattern.size(); ++i) {
    while (matched > 0 && !same_line(*pattern.lines[i], *pattern.lines[matched], wanted)) matched = fallback[matched];
    if (same_line(*pattern.lines[i], *pattern.lines[matched], wanted)) ++matched;
    fallback[i + 1] = matched;
  }
  return fallback;
}

}  // namespace

Pattern pattern_of(const Hunk& hunk, Side side) {
  HunkLine::Kind other = side == Side::before ? HunkLine::Kind::added : HunkLine::Kind::removed;
  Pattern pattern;
  pattern.lines.reserve(hunk.lines.size());
  bool new_side_ends = false;
  for (const HunkLine& line : hunk.lines) {
    if (line.kind != other) pattern.lines.push_back(&line);
    if (line.kind != HunkLine::Kind::removed) new_side_ends = line.no_newline;
  }
  pattern.ends_text = new_side_ends || (!pattern.lines.empty() && pattern.lines.back()->no_newline);
  return pattern;
}

Fit fit(const HunkLine& wanted, std::string_view raw, size_t start) {
  if (start == 0 && !wanted.text.starts_with(kByteOrderMark)) raw = without_mark(raw);
  if (raw.size() < wanted.text.size() || raw.size() > wanted.text.size() + 2) return Fit::none;
  TextLine line = split_line(raw);
  if (line.text != wanted.text || (wanted.no_newline && line.newline)) return Fit::none;
  return line.carriage_return == wanted.carriage_return && line.newline != wanted.no_newline ? Fit::exact
                                                                                             : Fit::line_ends;
}

std::string_view trimmed(std::string_view raw) { return trim(without_mark(raw)); }

WindowFit fit_window(const Pattern& pattern, std::string_view text, size_t start) {
  WindowFit result{Fit::exact, 0};
  for (const HunkLine* wanted : pattern.lines) {
    ++result.compared;
    if (start == text.size()) return {Fit::none, result.compared};
    std::string_view raw = raw_line(text, start);
    Fit line = fit(*wanted, raw, start);
    if (line == Fit::none) return {Fit::none, result.compared};
    if (line == Fit::line_ends) result.fit = Fit::line_ends;
    start += raw.size();
  }
  if (pattern.ends_text && start != text.size()) result.fit = Fit::none;
  return result;
}

void search_lines(const Pattern& pattern, std::string_view text, Fit wanted, const OnPlace& on_place) {
  std::vector<size_t> fallback = fallbacks(pattern, wanted);
  std::vector<size_t> starts(pattern.size());  // of the last lines, in a ring
  size_t matched = 0;
  uint64_t line = 0;
  for (size_t start = 0; start < text.size(); ++line) {
    std::string_view raw = raw_line(text, start);
    starts[static_cast<size_t>(line % pattern.size())] = start;
    auto fits = [&](const HunkLine& hunk_line) { return fit(hunk_line, raw, start) >= wanted; };
    while (matched > 0 && !fits(*pattern.lines[matched])) matched = fallback[matched];
    if (fits(*pattern.lines[matched])) ++matched;
    start += raw.size();
    if (matched < pattern.size()) continue;
    matched = fallback[matched];
    if (pattern.ends_text && start != text.size()) continue;
    uint64_t first = line + 1 - pattern.size();
    if (!on_place(first, starts[static_cast<size_t>(first % pattern.size())])) return;
  }
}

}  // namespace aptix::diff
