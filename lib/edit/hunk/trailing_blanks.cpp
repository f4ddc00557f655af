#include "edit/hunk/trailing_blanks.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text/text.h"
#include "diff/lines/line_table.h"
#include "diff/lines/pattern.h"

namespace aptix::edit {
namespace {

bool has_trailing(std::string_view line) { return without_trailing_blanks(line).size() != line.size(); }

// What all lines that say something have behind them, where the text has nothing: the same blanks, behind two old lines
// at least. "" when it is not so.
std::string_view surplus_blanks(std::string_view text, const PlacedHunk& placed) {
  std::optional<std::string_view> blanks;
  size_t old_lines = 0;
  size_t at = placed.start;
  for (const diff::HunkLine& line : placed.hunk->lines) {
    if (line.kind != diff::HunkLine::Kind::added) {
      std::string_view raw = diff::raw_line(text, at);
      at += raw.size();
      if (has_trailing(diff::split_line(raw).text)) return {};
    }
    if (is_blank(line.text)) continue;
    old_lines += line.kind != diff::HunkLine::Kind::added;
    std::string_view behind = line.text.substr(without_trailing_blanks(line.text).size());
    if (blanks && *blanks != behind) return {};
    blanks = behind;
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
      if (line.kind == diff::HunkLine::Kind::added) line.text = without_trailing_blanks(line.text);
    one.hunk = &placed.rewritten.emplace_back(std::move(made));
  }
}

}  // namespace aptix::edit
