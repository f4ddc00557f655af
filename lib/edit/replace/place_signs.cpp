#include "edit/replace/place_signs.h"

#include <algorithm>

#include "base/text/bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/find/likeness.h"
#include "edit/near/normal_line.h"
#include "edit/replace/line_ends.h"

namespace aptix::edit {
namespace {

constexpr size_t kTelling = 8;
constexpr size_t kMostWays = 16;      // a find text that is in its replacement more often proves nothing
constexpr size_t kIndentation = 128;  // of the first added line, as far as it is looked at

// Lines put above the find text end where a line starts. White space after their last line feed is the indentation of
// the find text, which in the file is before the first of the added lines.
bool are_lines_above(std::string_view above, std::string_view find) {
  if (above.empty()) return true;
  if (find.starts_with('\n')) return above.starts_with('\n');
  size_t last = above.find_last_not_of(" \t");
  return last != std::string_view::npos && above[last] == '\n';
}

bool are_lines_below(std::string_view below, std::string_view find) {
  if (below.empty()) return true;
  return find.ends_with('\n') ? below.ends_with('\n') : below.starts_with('\n');
}

// The first of the added lines starts after nothing but indentation.
bool at_line_start(std::string_view before) {
  size_t last = before.find_last_not_of(" \t");
  return last == std::string_view::npos || before[last] == '\n';
}

// The last line feed of a text ends the last added line, and not one after it: an added empty line needs its own.
bool at_line_end(std::string_view after, std::string_view below) {
  if (after.empty()) return below.find_first_not_of('\n') != std::string_view::npos;
  return after.front() == '\n' || after.starts_with("\r\n");
}

constexpr size_t kLongestIndent = 1024;  // bytes of a line that are looked at for white space

// How many lines are not blank: 0, 1, or 2 for two or more.
size_t telling_lines(std::string_view text) {
  size_t count = 0;
  while (!text.empty() && count < 2) count += is_blank(take_line(text)) ? 0 : 1;
  return count;
}

bool begins_after_blanks(std::string_view before) {
  std::string_view indent = before.substr(before.rfind('\n') + 1);
  return !indent.empty() && std::all_of(indent.begin(), indent.end(), is_blank_byte);
}

// Does the new text have several lines, or a blank first one?
bool changes_lines(const FindReplace& edit) {
  return telling_lines(edit.replace) > 1 || is_blank(first_line(edit.replace));
}

constexpr double kAlike = 0.85;

// The line without the number of a listing.
std::string_view without_number(std::string_view line) {
  std::optional<Numbered> shown = numbered(line);
  return trim(shown && !shown->separator.empty() ? shown->rest : line);
}

std::string_view last_line(std::string_view text) {
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  return text.substr(text.rfind('\n') + 1);
}

std::string_view first_telling_line(std::string_view text) { return first_line(text.substr(after_space(text))); }

// The lines that are not blank, without numbers, escapes and typography.
std::vector<std::string> telling(const LinesOf& lines) {
  std::vector<std::string> out;
  for (std::string_view line : lines)
    if (!trim(line).empty()) out.push_back(plain(without_number(line)));
  return out;
}

}  // namespace

bool is_telling(std::string_view replacement) {
  size_t count = 0;
  for (char c : replacement) {
    bool starts_character = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    count += starts_character && c != ' ' && c != '\t' && c != '\n' && c != '\r';
    if (count == kTelling) return true;
  }
  return false;
}

OwnReplacement::OwnReplacement(std::string_view find, std::string_view replace)
    : from_line_end_(find.starts_with('\n')),
      to_line_start_(find.ends_with('\n')) {
  if (replace.size() <= find.size()) return;
  // A folded text still has a CR LF where it had CR CR LF: it is not clear whose line end that is.
  bool clear = replace.find("\r\n") == std::string_view::npos;
  for (size_t at = replace.find(find); at != std::string_view::npos && ways_.size() < kMostWays;
       at = replace.find(find, at + 1)) {
    Way way{replace.substr(0, at), replace.substr(at + find.size()), false};
    way.of_lines = clear && are_lines_above(way.above, find) && are_lines_below(way.below, find);
    ways_.push_back(way);
  }
  if (!ways_.empty()) reach_ = 2 * (replace.size() - find.size()) + 2 + kIndentation;
}

bool OwnReplacement::stands_around(std::string_view before, std::string_view after, Adds adds) const {
  return std::any_of(ways_.begin(), ways_.end(), [&](const Way& way) {
    std::optional<size_t> above = suffix_fits(before, way.above);
    std::optional<size_t> below = above ? prefix_fits(after, way.below) : std::nullopt;
    if (!below || adds == Adds::anything) return below.has_value();
    // "import os" must not match in "#import os", "import re" in "import requests", an empty line at any line end.
    return way.of_lines &&
        (way.above.empty() || from_line_end_ || at_line_start(before.substr(0, before.size() - *above))) &&
        (way.below.empty() || to_line_start_ || at_line_end(after.substr(*below), way.below));
  });
}

bool cuts_indentation(std::string_view before, const FindReplace& edit) {
  if (!begins_after_blanks(before) || is_blank(edit.find)) return false;
  if (edit.replace.empty()) return edit.find.ends_with('\n');
  return is_blank_byte(edit.find.front()) && telling_lines(edit.find) == 1 && changes_lines(edit);
}

bool cuts_word(std::string_view before, std::string_view after, std::string_view find) {
  if (trim(find).find_first_of(" \t\n") == std::string_view::npos) return false;
  bool begins = !before.empty() && is_word(before.back()) && is_word(find.front());
  return begins || (!after.empty() && is_word(after.front()) && is_word(find.back()));
}

bool may_cut_indentation(std::string_view before, const FindReplace& edit) {
  return begins_after_blanks(before) &&
      (is_blank_byte(edit.find.front()) || (telling_lines(edit.find) == 1 && changes_lines(edit)));
}

PlaceSigns signs_of_place(const ChangedText& text, const Place& place, const FindReplace& edit) {
  std::string room, room_after;
  std::string_view before = text.before(place.start, kLongestIndent, room);
  return {.cut = cuts_indentation(before, edit),
      .may_cut = may_cut_indentation(before, edit),
      .cuts_word = cuts_word(before, text.after(place.end(), 1, room_after), edit.find)};
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
