// Two steps: a scan of the whole file finds a few regions that have much of the wanted text; then the lines of these
// regions are aligned with those of the text.
#include "edit/near/nearest.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/text/look_alike.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/find/likeness.h"
#include "edit/near/normal_line.h"

namespace aptix::edit {
namespace {

// With kEscapes, one of the two may have a level more, or each may have its own.
bool stands_in(std::string_view window, std::string_view wanted, unsigned ignore) {
  if (ignore == kEscapes &&
      (window.find(unescaped(wanted)) != std::string_view::npos || unescaped(window).find(wanted) != std::string::npos))
    return true;
  return without(window, ignore).find(without(wanted, ignore)) != std::string::npos;
}

std::string describe_indent(std::string_view window, std::string_view wanted) {
  std::vector<std::string_view> have = lines_of(window);
  std::vector<std::string_view> want = lines_of(wanted);
  for (size_t i = 0; i < std::min(have.size(), want.size()); ++i) {
    std::string_view a = indent_of(have[i]);
    std::string_view b = indent_of(want[i]);
    if (a == b || is_blank(have[i]) || is_blank(want[i])) continue;
    bool file_tabs = a.find('\t') != std::string_view::npos;
    bool text_tabs = b.find('\t') != std::string_view::npos;
    if (file_tabs && !text_tabs) return "tabs in the file, spaces in the text";
    if (text_tabs && !file_tabs) return "spaces in the file, tabs in the text";
    return fmt::format("indentation (file: {} {}, text: {})", a.size(), file_tabs ? "tabs" : "spaces", b.size());
  }
  return "indentation";
}

// Special spaces are invisible, or look alike: these are shown by their number.
std::string shown_character(std::string_view character) {
  char32_t code = decode_utf8(character, 0).value;
  bool blank = code == 0xA0 || code == 0x3000 || (code >= 0x2000 && code <= 0x200F) || code == 0x202F ||
      code == 0x205F || code == 0xFEFF;
  return blank ? fmt::format("U+{:04X}", static_cast<uint32_t>(code)) : excerpt_for_display(character, 4);
}

// The first entry whose `shown` occurs in only one of the two texts.
const LookAlike* entry_of_one(std::span<const LookAlike> table, std::string_view a, std::string_view b) {
  auto has = [](std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; };
  auto entry =
      std::ranges::find_if(table, [&](const LookAlike& one) { return has(a, one.shown) != has(b, one.shown); });
  return entry == table.end() ? nullptr : &*entry;
}

// A look-alike character of either text, and what it stands for.
Difference describe_look_alike(std::string_view window, std::string_view wanted) {
  const LookAlike* entry = entry_of_one(typography(), window, wanted);
  if (entry == nullptr) return {"look-alike characters"};
  bool space = entry->meant == " ";
  std::string_view meant = entry->meant.empty() ? "nothing" : space ? "a space" : entry->meant;
  return {fmt::format("look-alike characters ({} for {})", shown_character(entry->shown), meant), space};
}

// The backslashes and the character, or the entity, around the first byte that differs.
std::string_view escape_at(std::string_view line, size_t at) {
  size_t start = std::min(at, line.size());
  while (start > 0 && line[start - 1] == '\\') --start;
  size_t end = start;
  while (end < line.size() && line[end] == '\\') ++end;
  size_t semicolon = line.substr(start, 8).find(';');
  if (start < line.size() && line[start] == '&' && semicolon != std::string_view::npos)
    return line.substr(start, semicolon + 1);
  return line.substr(start, end + 1 - start);
}

Difference describe_escape(std::string_view window, std::string_view wanted) {
  const LookAlike* entry = entry_of_one(escapes(), window, wanted);
  if (entry == nullptr) entry = entry_of_one(entities(), window, wanted);
  if (entry != nullptr) {
    bool tab = entry->meant == "\t";
    std::string_view meant = entry->meant == "\n" ? "a line break" : tab ? "a tab" : entry->meant;
    return {fmt::format("escaping ({} for {})", entry->shown, meant), tab};
  }
  std::vector<std::string_view> have = lines_of(window);
  std::vector<std::string_view> want = lines_of(wanted);
  for (size_t i = 0; i < std::min(have.size(), want.size()); ++i) {
    if (have[i] == want[i]) continue;
    auto at = static_cast<size_t>(
        std::mismatch(have[i].begin(), have[i].end(), want[i].begin(), want[i].end()).first - have[i].begin());
    std::string_view in_text = escape_at(want[i], at);
    return {fmt::format("escaping (the text has '{}', the file has '{}')", in_text, escape_at(have[i], at))};
  }
  return {"escaping"};
}

Difference describe(unsigned kind, std::string_view window, std::string_view wanted) {
  switch (kind) {
    case kTrailing: return {"trailing white space", true};
    case kIndent: return {describe_indent(window, wanted), true};
    case kInner: return {"the number of spaces within the line", true};
    case kCase: return {"letter case"};
    case kLookAlike: return describe_look_alike(window, wanted);
    case kEscapes: return describe_escape(window, wanted);
    case kLineEnds: return {"line ends", true};
    default: return {};
  }
}

bool is_plain(std::string_view line, size_t at) { return at < line.size() && line[at] > ' ' && line[at] < 0x7F; }

bool is_seen(std::string_view line, size_t at) { return at >= line.size() || is_plain(line, at); }

bool is_space_at(std::string_view line, size_t at) { return at < line.size() && is_blank_byte(line[at]); }

// A character that looks like another is shown by its number.
std::string named_character(std::string_view line, size_t at) {
  if (at >= line.size()) return "the end of the line";
  if (is_plain(line, at)) return fmt::format("'{}'", line[at]);
  if (line[at] == ' ') return "a space";
  if (utf8_sequence_size(line, at) == 0) return fmt::format("the byte 0x{:02X}", static_cast<unsigned char>(line[at]));
  return fmt::format("U+{:04X}", static_cast<uint32_t>(decode_utf8(line, at).value));
}

// The first difference may be within a character of either text: then the start of that character.
size_t start_of_character(std::string_view a, std::string_view b, size_t at) {
  auto is_within = [at](std::string_view text) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  };
  if (!is_within(a) && !is_within(b)) return at;
  for (size_t start = at; start > 0 && at - start < 3;)
    if ((static_cast<unsigned char>(a[--start]) & 0xC0) != 0x80)
      return utf8_sequence_size(a, start) > at - start || utf8_sequence_size(b, start) > at - start ? start : at;
  return at;
}

constexpr size_t kShown = 80;

Difference first_difference(std::string_view window, std::string_view wanted) {
  std::vector<std::string_view> have = lines_of(window);
  std::vector<std::string_view> want = lines_of(wanted);
  size_t at = 0;
  while (at < std::min(have.size(), want.size()) && normal_line(have[at]) == normal_line(want[at])) ++at;
  if (at == want.size()) return {"line ends", true};
  if (at == have.size()) return {"the file ends before the text does"};
  return which_line_differs(at + 1, have[at], want[at]);
}

constexpr size_t kMostWanted = 4096;   // bytes of the text that are looked for, and of one line of the file
constexpr size_t kMostWindow = 16384;  // bytes of the file that are compared with it
constexpr size_t kShownLines = 5;
constexpr size_t kShortText = 16;
constexpr size_t kShortReach = 1 << 20;  // bytes of the file in which a short text is looked for
constexpr double kLikeEnough = 0.4;      // of the longest line that must match, or as many bytes of equal lines

// Lines in normal form, without spaces.
std::vector<std::string> normal_lines(std::span<const std::string_view> lines) {
  std::vector<std::string> normal;
  for (std::string_view line : lines) {
    normal.push_back(normal_line(line.substr(0, kMostWanted)));
    std::erase(normal.back(), ' ');
  }
  return normal;
}

struct NearPlace {
  size_t start = 0;
  double score = 0;  // 1: as much as the longest line
};

NearPlace best_place(std::string_view text, const std::vector<diff::Region>& regions, std::string_view sought) {
  NearPlace best;
  std::vector<std::string> normal = normal_lines(lines_of(sought));
  std::vector<std::string_view> wanted(normal.begin(), normal.end());
  size_t longest = 1;
  for (std::string_view line : wanted) longest = std::max(longest, line.size());
  for (diff::Region region : regions) {
    size_t line = text.substr(0, region.start).rfind('\n') + 1;
    size_t cut = region.start - line > kMostWindow ? region.start - std::min(region.start, sought.size()) : 0;
    diff::LinesOfText around = diff::lines_around(
        text.substr(cut), {region.start - cut, region.end - cut}, std::min(sought.size(), kMostWindow));
    std::vector<std::string> there = normal_lines(around.lines);
    std::vector<std::string_view> lines(there.begin(), there.end());
    std::vector<diff::Alignment> found = diff::alignments(lines, wanted, diff::likeness_of_part);
    if (found.empty() || found.front().weight <= best.score * static_cast<double>(longest)) continue;
    auto index = static_cast<size_t>(std::max<ptrdiff_t>(found.front().first, 0));
    best = {
        cut + around.starts[std::min(index, lines.size() - 1)], found.front().weight / static_cast<double>(longest)};
  }
  return best;
}

// The beginning of the text, for a wanted text too short for diff::LikelyRegions.
std::vector<diff::Region> first_regions(std::string_view text) {
  std::vector<diff::Region> regions;
  for (size_t at = 0; at < std::min(text.size(), kShortReach); at += kMostWindow)
    regions.push_back({at, std::min(at + kMostWindow, text.size())});
  return regions;
}

std::string_view text_from(std::string_view text, size_t start, size_t count) {
  size_t end = start;
  for (; count > 0 && end < text.size(); --count) end = std::min(text.find('\n', end), text.size() - 1) + 1;
  return text.substr(start, std::min(end - start, kMostWindow));
}

void set_difference(Candidate& near, Difference difference) {
  near.differs = std::move(difference.words);
  near.white_space = difference.white_space;
}

}  // namespace

Difference how_line_differs(std::string_view found, std::string_view expected) {
  auto parted = std::mismatch(found.begin(), found.end(), expected.begin(), expected.end()).first;
  size_t at = start_of_character(found, expected, static_cast<size_t>(parted - found.begin()));
  constexpr std::array<unsigned, 5> kKinds = {kTrailing, kIndent, kInner, kCase, kEscapes};
  auto kind = std::find_if(kKinds.begin(), kKinds.end(),
      [&](unsigned ignore) { return without(found, ignore) == without(expected, ignore); });
  if (kind == kKinds.end() && is_seen(expected, at) && is_seen(found, at)) return {};
  Difference how;
  if (kind != kKinds.end()) how = describe(*kind, found, expected);
  else
    how = {fmt::format("{} is expected, {} stands there", named_character(expected, at), named_character(found, at)),
        is_space_at(expected, at) || is_space_at(found, at)};
  how.words = fmt::format("column {}: {}", count_code_points(expected.substr(0, at)) + 1, how.words);
  return how;
}

Difference which_line_differs(size_t number, std::string_view found, std::string_view expected) {
  Difference how = how_line_differs(found, expected);
  how.words =
      fmt::format("line {} of the text is '{}', the file has '{}'{}{}", number, excerpt_for_display(expected, kShown),
          excerpt_for_display(found, kShown), how.words.empty() ? "" : "; they first differ in ", how.words);
  return how;
}

Difference what_differs(std::string_view window, std::string_view wanted) {
  constexpr std::array<unsigned, 7> kKinds = {kTrailing, kIndent, kInner, kCase, kLookAlike, kEscapes, kLineEnds};
  if (window.find(wanted) != std::string_view::npos) return {};
  for (unsigned kind : kKinds)
    if (stands_in(window, wanted, kind)) return describe(kind, window, wanted);
  if (wanted.ends_with('\n') && !window.ends_with('\n') &&
      stands_in(window, wanted.substr(0, wanted.find_last_not_of("\r\n") + 1), 0))
    return {"the last line of the file has no line end"};
  if (!stands_in(window, wanted, kAll)) return first_difference(window, wanted);
  Difference all;
  for (unsigned kind : kKinds) {
    if (stands_in(window, wanted, kAll & ~kind)) continue;
    Difference one = describe(kind, window, wanted);
    all.words += (all.words.empty() ? "" : ", ") + one.words;
    all.white_space = all.white_space || one.white_space;
  }
  return all.words.empty() ? first_difference(window, wanted) : all;
}

std::optional<Candidate> nearest(std::string_view text, std::string_view wanted) {
  diff::LikelyRegions regions(text);
  return nearest(regions, wanted);
}

std::optional<Candidate> nearest(diff::LikelyRegions& likely, std::string_view wanted) {
  size_t first = wanted.find_first_not_of("\r\n");
  if (first == std::string_view::npos) return {};
  std::string_view sought = wanted.substr(first, kMostWanted);
  std::string_view text = likely.text();
  std::vector<diff::Region> regions = likely.of(sought);
  NearPlace place = best_place(text, regions, sought);
  size_t count = lines_of(sought).size();
  std::string other_sought = unescaped(sought);
  if (other_sought != sought) {
    NearPlace other = best_place(text, regions, other_sought);
    if (other.score > place.score) {
      place = other;
      count = lines_of(other_sought).size();
    }
  }
  if (place.score < kLikeEnough && count == 1 && sought.size() <= kShortText)
    place = best_place(text, first_regions(text), sought);
  if (place.score < kLikeEnough) return {};
  Candidate near;
  near.line = line_at(text, place.start);
  near.text = text_from(text, place.start, std::min(count, kShownLines));
  while (near.text.ends_with('\n') || near.text.ends_with('\r')) near.text.pop_back();
  set_difference(near, what_differs(text_from(text, place.start, count), sought));
  return near;
}

std::optional<Candidate> nearest_lines(std::string_view text, std::span<const std::string_view> wanted) {
  std::string joined;
  for (std::string_view line : wanted) (joined += line) += '\n';
  std::optional<Candidate> near = nearest(text, joined);
  if (!near) return near;
  size_t at = 0;
  while (wanted[at].empty()) ++at;  // nearest() skips empty lines at the start
  for (std::string_view rest = near->text; at < wanted.size() && !rest.empty(); ++at) {
    std::string_view line = take_line(rest);
    if (line.ends_with('\r') && !wanted[at].ends_with('\r')) line.remove_suffix(1);
    if (line == wanted[at]) continue;
    set_difference(*near, which_line_differs(at + 1, line, wanted[at]));
    break;
  }
  return near;
}

}  // namespace aptix::edit
