#include "edit/trailing_blanks.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "diff/line_table.h"
#include "diff/pattern.h"

namespace aptix::edit {
namespace {

using diff::HunkLine;
using Kind = HunkLine::Kind;

std::string_view without_trailing(std::string_view line) { return line.substr(0, line.find_last_not_of(" \t") + 1); }
bool has_trailing(std::string_view line) { return without_trailing(line).size() != line.size(); }

// Have all old lines that say something blanks behind them, where the text has none?
bool has_surplus_blanks(std::string_view text, const PlacedHunk& placed) {
  bool any = false;
  size_t at = placed.start;
  for (const HunkLine& line : placed.hunk->lines) {
    if (line.kind == Kind::added) continue;
    std::string_view raw = diff::raw_line(text, at);
    at += raw.size();
    if (is_blank(line.text)) continue;
    if (!has_trailing(line.text) || has_trailing(diff::split_line(raw).text)) return false;
    any = true;
  }
  return any;
}

}  // namespace

void drop_surplus_blanks(std::string_view text, PlacedHunks& placed) {
  for (PlacedHunk& one : placed.hunks) {
    if (one.status != EditStatus::applied || !one.blanks || !one.blanks->trailing() || !has_surplus_blanks(text, one)) continue;
    diff::Hunk made = *one.hunk;
    for (HunkLine& line : made.lines)
      if (line.kind == Kind::added) line.text = without_trailing(line.text);
    one.hunk = &placed.rewritten.emplace_back(std::move(made));
  }
}

}  // namespace aptix::edit
