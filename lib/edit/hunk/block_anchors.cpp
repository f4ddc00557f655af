// An anchor holds for a place in its section, by indentation; one that stands in the file only once holds for
// everything behind it.
#include "edit/hunk/block_anchors.h"

#include <algorithm>
#include <vector>

#include "base/text/text.h"
#include "diff/find/windows.h"
#include "diff/lines/pattern.h"
#include "edit/hunk/hunk_places.h"
#include "edit/hunk/sections.h"

namespace aptix::edit {
namespace {

// The only one for which `holds`.
template <class Holds>
std::optional<diff::Place> only(std::span<const diff::Place> places, Holds holds) {
  auto first = std::find_if(places.begin(), places.end(), holds);
  if (first == places.end() || std::find_if(first + 1, places.end(), holds) != places.end()) return std::nullopt;
  return *first;
}

// Where the only line of the text is that reads `anchor`, indentation apart.
std::optional<size_t> only_line(std::string_view text, std::string_view anchor) {
  std::optional<size_t> found;
  bool once = true;
  diff::each_line_with(text, anchor, [&](size_t start) {
    if (diff::trimmed(diff::raw_line(text, start)) != anchor) return true;
    once = !found;
    found = start;
    return once;
  });
  return once ? found : std::nullopt;
}

}  // namespace

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
  std::optional<size_t> line = only_line(text, block.anchors.back());
  if (!line) return std::nullopt;
  return only(places, [&](const diff::Place& place) { return core(place) > *line; });
}

}  // namespace aptix::edit
