#include "diff/find/likeness.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "base/text/find_bytes.h"
#include "diff/lines/line_table.h"
#include "diff/lines/pattern.h"

namespace aptix::diff {
namespace {

constexpr size_t kMostWantedLines = 400;  // of the wanted ones
constexpr size_t kComparedBytes = 512;    // of one line
constexpr size_t kMostBytes = 4096;       // of the wanted text that regions are looked for with
constexpr size_t kAlignments = 3;         // tried in each region
constexpr size_t kMostWindows = 8;        // that are returned
constexpr size_t kReach = 64u << 10;      // bytes of a region and around it

// The pairs of neighbouring bytes of a line, in order of their values.
std::vector<uint16_t> pairs_of(std::string_view line) {
  std::vector<uint16_t> pairs;
  for (size_t i = 0; i + 1 < line.size(); ++i)
    pairs.push_back(
        static_cast<uint16_t>(static_cast<unsigned char>(line[i]) << 8 | static_cast<unsigned char>(line[i + 1])));
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

size_t common_pairs(std::string_view a, std::string_view b) {
  std::vector<uint16_t> first = pairs_of(a);
  std::vector<uint16_t> second = pairs_of(b);
  size_t same = 0;
  for (auto x = first.begin(), y = second.begin(); x != first.end() && y != second.end();) {
    same += *x == *y;
    bool next = *x <= *y;
    if (*y <= *x) ++y;
    if (next) ++x;
  }
  return same;
}

LikeWindow window_at(const LinesOfText& around, size_t first, std::span<const std::string_view> wanted) {
  LikeWindow window{.start = around.starts[first], .lines = {}, .score = 0, .least = 1};
  double weight = 0;
  for (size_t i = 0; i < wanted.size(); ++i) {
    std::string_view line = around.lines[first + i];
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
  return 2.0 * static_cast<double>(common_pairs(a, b)) / static_cast<double>(a.size() + b.size() - 2);
}

double likeness_of_part(std::string_view part, std::string_view line) {
  part = trimmed(part).substr(0, kComparedBytes);
  if (part.size() < 2) return !part.empty() && line.find(part) != std::string_view::npos ? 1 : 0;
  double share = static_cast<double>(common_pairs(part, line.substr(0, 8 * kComparedBytes))) /
      static_cast<double>(part.size() - 1);
  return (share + likeness(part, line)) / 2;
}

std::vector<Alignment> alignments(std::span<const std::string_view> lines, std::span<const std::string_view> wanted,
    double (*like)(std::string_view wanted, std::string_view line)) {
  std::unordered_map<std::string_view, std::vector<size_t>> known;
  size_t longest = 0;
  for (size_t i = 0; i < wanted.size(); ++i) {
    known[trimmed(wanted[i])].push_back(i);
    if (trimmed(wanted[i]).size() > trimmed(wanted[longest]).size()) longest = i;
  }
  std::unordered_map<ptrdiff_t, double> votes;
  for (size_t line = 0; line < lines.size(); ++line) {
    auto vote = [&](size_t i, double weight) {
      if (weight > 0) votes[static_cast<ptrdiff_t>(line) - static_cast<ptrdiff_t>(i)] += weight;
    };
    auto same = known.find(trimmed(lines[line]));
    if (same != known.end())
      for (size_t i : same->second) vote(i, static_cast<double>(same->first.size()));
    vote(longest, like(wanted[longest], lines[line]) * static_cast<double>(wanted[longest].size()));
  }
  std::vector<Alignment> all;
  for (const auto& [first, weight] : votes) all.push_back({first, weight});
  std::sort(all.begin(), all.end(), [](const Alignment& a, const Alignment& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.first < b.first;
  });
  return all;
}

LinesOfText lines_around(std::string_view text, const Region& region, size_t size) {
  size = std::min(size, kReach);
  size_t from = region.start - std::min(region.start, size);
  from = start_of_line(text, from);
  size_t to = std::min({text.size(), region.end + size, from + 3 * kReach});
  LinesOfText around;
  for (size_t at = from; at < to;) {
    std::string_view raw = raw_line(text, at);
    around.starts.push_back(at);
    around.lines.push_back(split_line(raw).text);
    at += raw.size();
  }
  return around;
}

std::vector<LikeWindow> likest_windows(LikelyRegions& regions, std::span<const std::string_view> wanted) {
  if (wanted.empty() || wanted.size() > kMostWantedLines) return {};
  std::string sought;
  size_t size = 0;
  for (std::string_view line : wanted) {
    if (sought.size() < kMostBytes) sought.append(line.substr(0, kMostBytes - sought.size())) += '\n';
    size += line.size() + 1;
  }
  std::vector<LikeWindow> all;
  for (const Region& region : regions.of(sought)) {
    LinesOfText around = lines_around(regions.text(), region, size);
    size_t tried = 0;
    for (const Alignment& at : alignments(around.lines, wanted, likeness)) {
      if (at.first < 0 || static_cast<size_t>(at.first) + wanted.size() > around.lines.size()) continue;
      all.push_back(window_at(around, static_cast<size_t>(at.first), wanted));
      if (++tried == kAlignments) break;
    }
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
