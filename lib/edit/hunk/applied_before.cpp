#include "edit/hunk/applied_before.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/text/look_alike.h"
#include "base/text/trim.h"
#include "diff/find/likeness.h"
#include "diff/lines/pattern.h"
#include "edit/hunk/hunk_shape.h"
#include "edit/near/differs.h"
#include "edit/replace/line_end_match.h"

namespace aptix::edit {
namespace {

constexpr double kAlike = 0.85;

// "12 | a" is a line as a listing shows it.
std::string_view without_number(std::string_view line) {
  line = trim(line);
  size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  std::string_view rest = trim(line.substr(digits));
  bool numbered = digits != 0 && (rest.starts_with('|') || rest.starts_with(':'));
  return numbered ? trim(rest.substr(1)) : line;
}

std::string_view last_line(std::string_view text) {
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  return text.substr(text.rfind('\n') + 1);
}

std::string_view first_line(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text.substr(0, text.find('\n'));
}

// Those that say something, without what they are dressed with.
std::vector<std::string> telling(const LinesOf& lines) {
  std::vector<std::string> out;
  for (std::string_view line : lines)
    if (!trim(line).empty()) out.push_back(plain(without_number(line)));
  return out;
}

}  // namespace

std::string plain(std::string_view line) {
  std::string bare = as_meant(as_meant(line, entities()), typography());
  std::erase(bare, '\\');
  return std::string(trim(bare));
}

bool is_unremoved(std::string_view line, std::string_view removed) {
  line = trim(line);
  removed = trim(removed);
  if (line.empty() || removed.empty()) return line.empty() && removed.empty();
  return line == removed || plain(line) == plain(without_number(removed)) || diff::likeness(line, removed) >= kAlike;
}

bool stand_unchanged(const LinesOf& old_lines, const LinesOf& new_lines, const Surroundings& around) {
  constexpr size_t kMostLines = 500;
  if (old_lines.size() > kMostLines || around.lines.size() > 4 * kMostLines) return false;
  std::vector<std::string> old = telling(old_lines);
  std::vector<std::string> made = telling(new_lines);
  bool goes = std::any_of(old.begin(), old.end(),
      [&](const std::string& line) { return std::find(made.begin(), made.end(), line) == made.end(); });
  if (!goes) return false;
  auto begin = around.lines.begin();
  std::vector<std::string> above = telling({begin, begin + static_cast<std::ptrdiff_t>(around.first)});
  std::vector<std::string> there = telling(around.lines);
  size_t end = telling({begin, begin + static_cast<std::ptrdiff_t>(around.end)}).size();
  for (auto at = there.begin();; ++at) {
    at = std::search(at, there.end(), old.begin(), old.end());
    if (at == there.end()) return false;
    auto start = static_cast<size_t>(at - there.begin());
    if (start < end && start + old.size() > above.size()) return true;
  }
}

bool stands_unremoved(std::string_view text, std::string_view find, std::string_view replace) {
  size_t part = find.find(replace);
  std::string unix_text = folded(text);
  if (!unix_text.ends_with('\n')) unix_text += '\n';
  std::string unix_replace = folded(replace);
  size_t at = unix_text.find(unix_replace);
  if (at == std::string::npos) return false;
  std::string_view around = unix_text;
  if (part == std::string_view::npos) {
    size_t from = around.rfind('\n', at - std::min(at, 2 * find.size())) + 1;
    size_t start = around.rfind('\n', at) + 1;
    Surroundings there{lines_of(around.substr(from, at - from + unix_replace.size() + 2 * find.size())), 0, 0};
    there.first = start < from ? 0 : lines_of(around.substr(from, start - from)).size();
    there.end = std::min(there.first + lines_of(unix_replace).size(), there.lines.size());
    return stand_unchanged(lines_of(find), lines_of(replace), there);
  }
  std::string_view above = find.substr(0, part);
  std::string_view below = find.substr(part + replace.size());
  bool blank_stands = !below.empty() && trim(above).empty() && trim(below).empty() &&
      around.substr(at + unix_replace.size()).starts_with('\n');
  if (blank_stands) return true;
  return (!trim(above).empty() && is_unremoved(last_line(around.substr(0, at)), last_line(above))) ||
      (!trim(below).empty() && is_unremoved(first_line(around.substr(at + unix_replace.size())), first_line(below)));
}

namespace {

std::optional<diff::Place> result_at(const HunkCandidate& candidate, uint64_t line, diff::Locator& locator) {
  if (!candidate.chosen->blanks) return locator.at(*candidate.hunk, line, diff::Side::after);
  if (!locator.blanks_at(*candidate.hunk, line, diff::Side::after)) return std::nullopt;
  return diff::Place{line, false, true};
}

bool stands_in(const diff::Pattern& before, const diff::Pattern& after, uint64_t skipped, bool but_for_blanks) {
  if (skipped + before.size() > after.size()) return false;
  for (size_t i = 0; i < before.size(); ++i)
    if (std::string_view a = before.lines[i]->text, b = after.lines[i + skipped]->text;
        but_for_blanks ? !diff::same_but_for_blanks(a, b) : a != b)
      return false;
  return true;
}

// Of what the result has above and below the `count` lines after the first `skipped` ones.
size_t telling_bytes_around(const diff::Pattern& after, uint64_t skipped, size_t count) {
  size_t bytes = 0;
  for (size_t i = 0; i < after.size(); ++i)
    if (i < skipped || i >= skipped + count) bytes += telling_bytes(after.lines[i]->text);
  return bytes;
}

// A hunk that adds lines to lines that stay finds the latter also where it was applied before.
void settle_addition(HunkCandidate& candidate, diff::Locator& locator) {
  if (!candidate.chosen || candidate.side == diff::Side::after) return;
  uint64_t old_count = candidate.hunk->old_count();
  if (old_count == 0 || candidate.hunk->new_count() <= old_count) return;
  diff::Pattern before = diff::pattern_of(*candidate.hunk, diff::Side::before);
  diff::Pattern after = diff::pattern_of(*candidate.hunk, diff::Side::after);
  Extent extent = extent_of(*candidate.hunk, diff::Side::after);
  size_t least = extent.lead != 0 && extent.trail != 0 ? kProof : 1;
  for (uint64_t skipped = 0; skipped <= after.size() - before.size(); ++skipped) {
    // A hunk that stands where it says it does would stand there as well after it was applied.
    if (skipped != 0 && candidate.at_home) continue;
    if (skipped >= candidate.chosen->line || !stands_in(before, after, skipped, candidate.chosen->blanks)) continue;
    if (telling_bytes_around(after, skipped, before.size()) < least) continue;
    std::optional<diff::Place> place = result_at(candidate, candidate.chosen->line - skipped, locator);
    if (!place) continue;
    candidate.side = diff::Side::after;
    candidate.chosen = place;
    return;
  }
}

// In a text where a part of the patch stands already, lines that a hunk is for may still stand
// somewhere else; where its result stands once, it has been applied.
void settle_second_run(std::vector<HunkCandidate>& candidates, diff::Locator& locator) {
  auto in_place = [](const HunkCandidate& candidate) {
    return candidate.chosen && candidate.side == diff::Side::after;
  };
  if (std::none_of(candidates.begin(), candidates.end(), in_place)) return;
  for (HunkCandidate& candidate : candidates) {
    if (candidate.why || candidate.at_home || candidate.side == diff::Side::after || !can_be_already(*candidate.hunk))
      continue;
    diff::Places there = locator.find(*candidate.hunk, 1, diff::Side::after);
    if (there.count != 1) continue;
    candidate.side = diff::Side::after;
    candidate.chosen = there.places.front();
  }
}

LinesOf texts_of(const diff::Pattern& pattern) {
  LinesOf texts;
  for (const diff::HunkLine* line : pattern.lines) texts.push_back(line->text);
  return texts;
}

// The result that stands at `line`, with as many lines above and below as the hunk could have taken away.
Surroundings surroundings_of(uint64_t line, uint64_t count, uint64_t reach, diff::LineTable& lines) {
  uint64_t from = line - std::min(line - 1, reach);
  Surroundings around{{}, static_cast<size_t>(line - from), static_cast<size_t>(line - from + count)};
  for (uint64_t at = from; at < line + count + reach && lines.has(at - 1); ++at)
    around.lines.push_back(lines.line(at - 1));
  return around;
}

}  // namespace

void settle_applied(std::vector<HunkCandidate>& candidates, diff::Locator& locator) {
  for (HunkCandidate& candidate : candidates) settle_addition(candidate, locator);
  settle_second_run(candidates, locator);
}

bool stands_unapplied(const HunkCandidate& candidate, diff::Locator& locator) {
  diff::Pattern before = diff::pattern_of(*candidate.hunk, diff::Side::before);
  diff::Pattern after = diff::pattern_of(*candidate.hunk, diff::Side::after);
  if (after.size() == 0 || before.size() == 0) return false;
  diff::LineTable& lines = locator.lines();
  uint64_t line = candidate.chosen->line;
  if (stand_unchanged(texts_of(before), texts_of(after), surroundings_of(line, after.size(), before.size() + 2, lines)))
    return true;
  auto same = [](const diff::HunkLine* a, const diff::HunkLine* b) { return a->text == b->text; };
  auto part = std::search(before.lines.begin(), before.lines.end(), after.lines.begin(), after.lines.end(), same);
  if (part == before.lines.end() || after.size() >= before.size()) return false;
  auto behind = part + static_cast<std::ptrdiff_t>(after.size());
  bool above = part != before.lines.begin() && line > 1 && is_unremoved(lines.line(line - 2), (*std::prev(part))->text);
  return above || (behind != before.lines.end() && is_unremoved(lines.line(line + after.size() - 1), (*behind)->text));
}

}  // namespace aptix::edit
