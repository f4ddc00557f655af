// How lines of a hunk and of a text are compared.
#include "diff/lines/pattern.h"

#include "base/text/text.h"

namespace aptix::diff {

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

Fit fit(const HunkLine& wanted, std::string_view raw) {
  if (raw.size() < wanted.text.size() || raw.size() > wanted.text.size() + 2) return Fit::none;
  TextLine line = split_line(raw);
  if (line.text != wanted.text || (wanted.no_newline && line.newline)) return Fit::none;
  return line.carriage_return == wanted.carriage_return && line.newline != wanted.no_newline ? Fit::exact
                                                                                             : Fit::line_ends;
}

Fit fit_first(const HunkLine& wanted, std::string_view raw) {
  if (raw.starts_with(kByteOrderMark) && !wanted.text.starts_with(kByteOrderMark))
    raw.remove_prefix(kByteOrderMark.size());
  return fit(wanted, raw);
}

std::string_view trimmed(std::string_view raw) {
  constexpr std::string_view kBlanks = " \t\r\n";
  if (raw.starts_with(kByteOrderMark)) raw.remove_prefix(kByteOrderMark.size());
  size_t first = raw.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return raw.substr(first, raw.find_last_not_of(kBlanks) - first + 1);
}

}  // namespace aptix::diff
