#include "edit/replace/added_lines.h"

#include "edit/replace/line_end_match.h"

namespace aptix::edit {
namespace {

constexpr size_t kTelling = 8;
constexpr size_t kMostWays = 16;      // a find text that stands in its replacement more often is no anchor
constexpr size_t kIndentation = 128;  // of the first added line, as far as it is looked at

// Lines put above the find text: they end where a line starts. White space after the last line feed is
// the indentation of the find text, which stands above the first of the added lines in the file.
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

// Where the first of the added lines starts: after nothing but indentation.
bool at_line_start(std::string_view before) {
  size_t last = before.find_last_not_of(" \t");
  return last == std::string_view::npos || before[last] == '\n';
}

// The last line feed of a text ends the last added line, and not one after it: an added empty line needs its own.
bool at_line_end(std::string_view after, std::string_view below) {
  if (after.empty()) return below.find_first_not_of('\n') != std::string_view::npos;
  return after.front() == '\n' || after.starts_with("\r\n");
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

bool stands_in_own_replacement(
    std::string_view before, std::string_view after, std::string_view find, std::string_view replace) {
  if (replace.size() <= find.size()) return false;
  size_t at = replace.find(find);
  for (size_t seen = 0; at != std::string_view::npos && seen < kMostWays; ++seen, at = replace.find(find, at + 1))
    if (before.ends_with(replace.substr(0, at)) && after.starts_with(replace.substr(at + find.size()))) return true;
  return false;
}

AddedLines::AddedLines(std::string_view find, std::string_view replace) {
  // A folded text still has a CR LF where it had CR CR LF: it is not clear whose line end that is.
  if (replace.size() <= find.size() || replace.find("\r\n") != std::string_view::npos) return;
  from_line_end_ = find.starts_with('\n');
  to_line_start_ = find.ends_with('\n');
  size_t at = replace.find(find);
  for (size_t seen = 0; at != std::string_view::npos && seen < kMostWays; ++seen, at = replace.find(find, at + 1)) {
    Way way{replace.substr(0, at), replace.substr(at + find.size())};
    if (are_lines_above(way.above, find) && are_lines_below(way.below, find)) ways_.push_back(way);
  }
  if (!ways_.empty()) reach_ = 2 * (replace.size() - find.size()) + 2 + kIndentation;
}

bool AddedLines::stand_around(std::string_view before, std::string_view after) const {
  for (const Way& way : ways_) {
    std::optional<size_t> above = suffix_fits(before, way.above);
    if (!above) continue;
    // "import os" must not be seen in "#import os", nor an added empty line in the end of any line.
    if (!way.above.empty() && !from_line_end_ && !at_line_start(before.substr(0, before.size() - *above))) continue;
    std::optional<size_t> below = prefix_fits(after, way.below);
    if (!below) continue;
    // "import re" must not be seen in "import requests".
    if (way.below.empty() || to_line_start_ || at_line_end(after.substr(*below), way.below)) return true;
  }
  return false;
}

}  // namespace aptix::edit
