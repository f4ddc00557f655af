#include "edit/basis/unremoved.h"

#include <algorithm>

#include "base/text/trim.h"
#include "diff/find/likeness.h"
#include "edit/near/normal_line.h"
#include "edit/replace/line_ends.h"

namespace aptix::edit {
namespace {

constexpr double kAlike = 0.85;

// Without the number that a listing shows before it.
std::string_view without_number(std::string_view line) {
  std::optional<Numbered> shown = numbered(line);
  return trim(shown && !shown->separator.empty() ? shown->rest : line);
}

std::string_view last_line(std::string_view text) {
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  return text.substr(text.rfind('\n') + 1);
}

std::string_view first_telling_line(std::string_view text) { return first_line(text.substr(after_space(text))); }

// Those that say something, without what they are dressed with.
std::vector<std::string> telling(const LinesOf& lines) {
  std::vector<std::string> out;
  for (std::string_view line : lines)
    if (!trim(line).empty()) out.push_back(plain(without_number(line)));
  return out;
}

}  // namespace

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

bool stands_unremoved(std::string_view around, size_t at, std::string_view find, std::string_view replace) {
  size_t part = find.find(replace);
  std::string unix_replace = folded(replace);
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
      (!trim(below).empty() &&
          is_unremoved(first_telling_line(around.substr(at + unix_replace.size())), first_telling_line(below)));
}

}  // namespace aptix::edit
