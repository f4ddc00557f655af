// Walks up from a place like git, for the line that it prints after @@, but accepts any indentation. An anchor selects
// a place in its section; if it occurs only once in the file, everything after it.
#include "edit/hunk/sections.h"

#include <algorithm>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "base/text/bytes.h"
#include "base/text/find_bytes.h"
#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/find/windows.h"
#include "diff/lines/pattern.h"
#include "edit/basis/hunk_shape.h"

namespace aptix::edit {
namespace {

constexpr uint64_t kMostLinesUp = 5000;
constexpr size_t kShortestSection = 3;  // shorter ones occur in too many lines

// It begins like a definition: with a letter, '_' or '$', as for git.
bool may_be_head(std::string_view line) {
  size_t indent = indent_of(line).size();
  if (indent == line.size()) return false;
  char c = line[indent];
  return is_letter(c) || c == '_' || c == '$';
}

// The only place for which `holds` is true.
template <class Holds>
std::optional<diff::Place> only(std::span<const diff::Place> places, Holds holds) {
  auto first = std::find_if(places.begin(), places.end(), holds);
  if (first == places.end() || std::find_if(first + 1, places.end(), holds) != places.end()) return std::nullopt;
  return *first;
}

// The starts of the lines that equal `anchor`, indentation ignored.
std::vector<size_t> lines_that_read(std::string_view text, std::string_view anchor) {
  std::vector<size_t> starts;
  diff::each_line_with(text, anchor, [&](size_t start) {
    if (diff::trimmed(diff::raw_line(text, start)) == anchor) starts.push_back(start);
    return true;
  });
  return starts;
}

}  // namespace

bool SectionFinder::holds(std::string_view section, size_t start) {
  if (section.size() < kShortestSection) return false;
  size_t least_indented = std::numeric_limits<size_t>::max();  // of the heads passed on the way up
  for (uint64_t up = 0; up < kMostLinesUp && start != 0 && lines_left_ != 0; ++up, --lines_left_) {
    size_t previous = start_of_line(text_, start - 1);
    std::string_view line = text_.substr(previous, start - previous);
    if (line.find(section) != std::string_view::npos) return least_indented > indent_of(line).size();
    if (may_be_head(line)) least_indented = std::min(least_indented, indent_of(line).size());
    start = previous;
  }
  return false;
}

bool SectionFinder::stands_before(std::string_view section, size_t end) {
  if (end > bytes_left_) return true;
  bytes_left_ -= end;
  return find_bytes(text_.substr(0, end), section) != std::string_view::npos;
}

std::optional<diff::Place> choose_by_anchors(
    const TextBlock& block, std::span<const diff::Place> places, diff::LineTable& lines) {
  std::string_view text = lines.text();
  Extent extent = extent_of(block.lines, diff::Side::before);
  if (block.at_end)
    return only(places,
        [&](const diff::Place& place) { return is_blank(text.substr(lines.start_of(place.line - 1 + extent.lines))); });
  if (block.anchors.empty()) return std::nullopt;
  auto core = [&](const diff::Place& place) { return lines.start_of(place.line - 1 + extent.lead); };
  SectionFinder section(text);
  std::optional<diff::Place> inside = only(places, [&](const diff::Place& place) {
    return std::all_of(block.anchors.begin(), block.anchors.end(),
        [&](std::string_view anchor) { return section.holds(anchor, core(place)); });
  });
  if (inside) return inside;
  std::vector<size_t> starts = lines_that_read(text, block.anchors.back());
  if (starts.size() != 1) return std::nullopt;
  return only(places, [&](const diff::Place& place) { return core(place) > starts.front(); });
}

std::string_view line_of_anchor(const TextBlock& block, std::string_view text) {
  if (block.anchors.empty()) return {};
  std::vector<size_t> starts = lines_that_read(text, block.anchors.back());
  if (starts.size() != 1) return {};
  std::string_view line = diff::raw_line(text, starts.front());
  auto indent_after = [&](size_t at) {
    while (at < text.size() && is_blank(diff::raw_line(text, at))) at += diff::raw_line(text, at).size();
    return at < text.size() ? indent_of(diff::raw_line(text, at)).size() : 0;
  };
  auto added = std::find_if(block.lines.lines.begin(), block.lines.lines.end(),
      [](const diff::HunkLine& one) { return !is_blank(one.text); });
  bool opens = indent_after(starts.front() + line.size()) > indent_of(line).size();
  bool deeper = added != block.lines.lines.end() && indent_of(added->text).size() > indent_of(line).size();
  return opens == deeper ? line : std::string_view();
}

std::string about_anchor(const TextBlock& block, std::string_view text) {
  if (block.anchors.empty()) return {};
  size_t count = lines_that_read(text, block.anchors.back()).size();
  std::string fate = count == 1 ? std::string("is there once, but the new lines are not indented as the line after it")
      : count == 0              ? "does not occur in the file"
                                : fmt::format("occurs {} times in the file", count);
  return fmt::format("the line of its '@@', {}, {}", excerpt_in_quotes(block.anchors.back(), 60), fate);
}

}  // namespace aptix::edit
