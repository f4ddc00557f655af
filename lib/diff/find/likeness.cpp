#include "diff/find/likeness.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "base/text/text.h"
#include "diff/find/regions.h"
#include "diff/lines/line_table.h"
#include "diff/lines/pattern.h"

namespace aptix::diff {
namespace {

constexpr size_t kMostLines = 400;         // of the wanted ones
constexpr size_t kComparedBytes = 512;     // of one line
constexpr size_t kMostSoughtBytes = 4096;  // of the wanted text that regions are looked for with
constexpr size_t kAlignments = 3;          // tried in each region
constexpr size_t kMostWindows = 8;         // that are returned
constexpr size_t kReach = 64u << 10;       // bytes of a region and around it

struct WindowLine {
  size_t start;
  std::string_view text;
};

std::vector<WindowLine> lines_between(std::string_view text, size_t from, size_t to) {
  std::vector<WindowLine> lines;
  for (size_t at = from; at < to;) {
    std::string_view raw = raw_line(text, at);
    lines.push_back({at, split_line(raw).text});
    at += raw.size();
  }
  return lines;
}

// The lines of a region, and as many around it as the wanted text has bytes.
std::vector<WindowLine> window_lines_around(std::string_view text, const Region& region, size_t size) {
  size = std::min(size, kReach);
  size_t from = region.start - std::min(region.start, size);
  from = from == 0 ? 0 : text.rfind('\n', from - 1) + 1;
  size_t to = std::min({text.size(), region.end + size, from + 3 * kReach});
  return lines_between(text, from, to);
}

// From which line of a region on the wanted lines may stand: where most of them are the same, or the longest
// is most alike.
std::vector<size_t> alignments(const std::vector<WindowLine>& lines, std::span<const std::string_view> wanted) {
  std::unordered_map<std::string_view, std::vector<size_t>> known;
  size_t longest = 0;
  for (size_t i = 0; i < wanted.size(); ++i) {
    known[trimmed(wanted[i])].push_back(i);
    if (trimmed(wanted[i]).size() > trimmed(wanted[longest]).size()) longest = i;
  }
  std::unordered_map<size_t, double> votes;
  auto vote = [&](size_t line, size_t i, double weight) {
    if (line >= i && line - i + wanted.size() <= lines.size()) votes[line - i] += weight;
  };
  for (size_t line = 0; line < lines.size(); ++line) {
    auto same = known.find(trimmed(lines[line].text));
    if (same != known.end() && !same->first.empty())
      for (size_t i : same->second) vote(line, i, static_cast<double>(same->first.size()));
    vote(line, longest, likeness(lines[line].text, wanted[longest]) * static_cast<double>(wanted[longest].size()));
  }
  std::vector<std::pair<double, size_t>> best;
  for (const auto& [start, weight] : votes) best.emplace_back(-weight, start);
  std::sort(best.begin(), best.end());
  std::vector<size_t> starts;
  for (size_t i = 0; i < std::min(best.size(), kAlignments); ++i) starts.push_back(best[i].second);
  return starts;
}

LikeWindow window_at(const std::vector<WindowLine>& lines, size_t first, std::span<const std::string_view> wanted) {
  LikeWindow window{.start = lines[first].start, .lines = {}, .score = 0, .least = 1};
  double weight = 0;
  for (size_t i = 0; i < wanted.size(); ++i) {
    std::string_view line = lines[first + i].text;
    double same = likeness(line, wanted[i]);
    auto size = static_cast<double>(std::max(trimmed(line).size(), trimmed(wanted[i]).size()));
    window.lines.push_back(line);
    window.score += same * size;
    window.least = std::min(window.least, same);
    weight += size;
  }
  window.score = weight == 0 ? 0 : window.score / weight;
  return window;
}

size_t end_of(const LikeWindow& window) {
  return static_cast<size_t>(window.lines.back().data() - window.lines.front().data()) + window.lines.back().size() +
      window.start;
}

}  // namespace

double likeness(std::string_view a, std::string_view b) {
  a = trimmed(a).substr(0, kComparedBytes);
  b = trimmed(b).substr(0, kComparedBytes);
  if (a == b) return 1;
  if (a.size() < 2 || b.size() < 2) return 0;
  std::unordered_map<uint32_t, int> pairs;
  auto pair_at = [](std::string_view text, size_t i) {
    return static_cast<uint32_t>(static_cast<unsigned char>(text[i])) << 8 | static_cast<unsigned char>(text[i + 1]);
  };
  for (size_t i = 0; i + 1 < a.size(); ++i) ++pairs[pair_at(a, i)];
  size_t same = 0;
  for (size_t i = 0; i + 1 < b.size(); ++i) {
    auto found = pairs.find(pair_at(b, i));
    if (found == pairs.end() || found->second == 0) continue;
    --found->second;
    ++same;
  }
  return 2.0 * static_cast<double>(same) / static_cast<double>(a.size() + b.size() - 2);
}

std::vector<LikeWindow> likest_windows(std::string_view text, std::span<const std::string_view> wanted) {
  if (wanted.empty() || wanted.size() > kMostLines) return {};
  std::string sought;
  size_t size = 0;
  for (std::string_view line : wanted) {
    if (sought.size() < kMostSoughtBytes) sought.append(line.substr(0, kMostSoughtBytes - sought.size())) += '\n';
    size += line.size() + 1;
  }
  std::vector<LikeWindow> all;
  for (const Region& region : likely_regions(text, sought)) {
    std::vector<WindowLine> lines = window_lines_around(text, region, size);
    for (size_t first : alignments(lines, wanted)) all.push_back(window_at(lines, first, wanted));
  }
  std::stable_sort(all.begin(), all.end(), [](const LikeWindow& a, const LikeWindow& b) { return a.score > b.score; });
  std::vector<LikeWindow> best;
  for (LikeWindow& window : all) {
    bool overlaps = std::any_of(best.begin(), best.end(),
        [&](const LikeWindow& other) { return window.start < end_of(other) && other.start < end_of(window); });
    if (!overlaps) best.push_back(std::move(window));
    if (best.size() == kMostWindows) break;
  }
  return best;
}

}  // namespace aptix::diff
