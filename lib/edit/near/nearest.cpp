// Two steps: a scan of the whole file finds a few regions that have much of the wanted text; then the
// lines of these regions are laid beside the lines of the text.
#include "edit/near/nearest.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text/text.h"
#include "base/text/trim.h"
#include "diff/find/likeness.h"
#include "edit/near/differs.h"
#include "edit/near/normal_line.h"

namespace aptix::edit {
namespace {

constexpr size_t kMostWanted = 4096;   // bytes of the text that are looked for, and of one line of the file
constexpr size_t kMostWindow = 16384;  // bytes of the file that are laid beside it
constexpr size_t kShownLines = 5;
constexpr size_t kShortText = 16;
constexpr size_t kShortReach = 1 << 20;  // so far it is looked for in the file
constexpr double kLikeEnough = 0.4;  // of the longest line that its counterpart has, or as many bytes of equal lines

// Lines as they are compared.
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

// The beginning of a text, where a text of a few letters is looked for: no group of them tells a place.
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
  while (wanted[at].empty()) ++at;  // looked for is what begins with a line that is not
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
