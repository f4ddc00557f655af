// Two steps: a scan of the whole file finds a few regions that have much of the wanted text; then the
// lines of these regions are laid beside the lines of the text.
#include "edit/near/nearest.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/text/text.h"
#include "diff/find/regions.h"
#include "edit/near/differs.h"

namespace aptix::edit {
namespace {

constexpr size_t kMostWanted = 4096;   // bytes of the text that are looked for
constexpr size_t kMostWindow = 16384;  // bytes of the file that are laid beside it
constexpr size_t kShownLines = 5;
constexpr size_t kShortLine = 4;  // shorter lines are equal by chance
constexpr size_t kComparedLine = 256;
constexpr size_t kShortText = 16;
constexpr size_t kShortTextReach = 1 << 20;  // so far it is looked for in the file
constexpr double kLikeEnough = 0.4;          // share of the groups of the longest line that its counterpart has

struct NearLine {
  size_t start = 0;
  std::string_view text;
};

std::vector<NearLine> near_lines_in(std::string_view text, size_t start, size_t end) {
  std::vector<NearLine> lines;
  while (start < end) {
    size_t feed = std::min(text.find('\n', start), text.size());
    lines.push_back({start, text.substr(start, feed - start)});
    start = feed + 1;
  }
  return lines;
}

// How many of the groups of `a` stand in `b`, too: 0 to 1. Of a long line the beginning is enough.
double share(std::string_view a, std::string_view b) {
  constexpr size_t kSize = 3;
  a = a.substr(0, kComparedLine);
  if (a.size() < kSize) return !a.empty() && b.find(a) != std::string::npos ? 1 : 0;
  size_t same = 0;
  for (size_t i = 0; i + kSize <= a.size(); ++i) same += b.find(a.substr(i, kSize)) != std::string::npos;
  return static_cast<double>(same) / static_cast<double>(a.size() - kSize + 1);
}

// Where the wanted lines lie best among the lines of a region.
struct Fit {
  ptrdiff_t first = 0;  // index of the line under the first wanted one; may be before the region
  double score = 0;     // equal lines, or the likeness of the longest line
};

class WantedLines {
 public:
  explicit WantedLines(std::string_view text) {
    for (const NearLine& line : near_lines_in(text, 0, text.size()))
      lines_.push_back(normal_line(line.text.substr(0, kMostWanted)));
    for (size_t i = 0; i < lines_.size(); ++i) {
      if (lines_[i].size() > lines_[longest_].size()) longest_ = i;
      if (lines_[i].size() >= kShortLine) by_text_[lines_[i]].push_back(i);
    }
  }

  size_t count() const { return lines_.size(); }

  // Each line that is equal counts one for the place it speaks for; so does the likeness of the longest.
  Fit fit(const std::vector<NearLine>& region) const {
    std::unordered_map<ptrdiff_t, double> scores;
    for (size_t i = 0; i < region.size(); ++i) {
      std::string line = normal_line(region[i].text.substr(0, kMostWanted));
      auto equal = by_text_.find(line);
      if (equal != by_text_.end())
        for (size_t j : equal->second) scores[static_cast<ptrdiff_t>(i) - static_cast<ptrdiff_t>(j)] += 1;
      double likeness = share(lines_[longest_], line);
      if (likeness > 0) scores[static_cast<ptrdiff_t>(i) - static_cast<ptrdiff_t>(longest_)] += likeness;
    }
    Fit best;
    for (const auto& [first, score] : scores)
      if (score > best.score || (score == best.score && first < best.first)) best = {first, score};
    return best;
  }

 private:
  std::vector<std::string> lines_;
  size_t longest_ = 0;
  std::unordered_map<std::string, std::vector<size_t>> by_text_;
};

// Whole lines around a region, as many as the text has more.
std::vector<Line> lines_around(std::string_view text, const diff::Region& region, size_t wanted_size) {
  size_t from = region.start - std::min(region.start, wanted_size);
  from = text.substr(0, from).rfind('\n') + 1;
  if (region.start - from > kMostWindow) from = region.start - std::min(region.start, wanted_size);
  size_t to = std::min({text.size(), region.end + wanted_size, from + kMostWindow});
  return near_lines_in(text, from, to);
}

struct LikeliestPlace {
  size_t start = 0;
  double score = 0;
};

Place best_place(
    std::string_view text, const std::vector<diff::Region>& regions, const Wanted& wanted, size_t wanted_size) {
  Place best;
  for (const diff::Region& region : regions) {
    std::vector<Line> lines = lines_around(text, region, wanted_size);
    if (lines.empty()) continue;
    Fit fit = wanted.fit(lines);
    if (fit.score <= best.score) continue;
    size_t index = static_cast<size_t>(std::max<ptrdiff_t>(fit.first, 0));
    best = {lines[std::min(index, lines.size() - 1)].start, fit.score};
  }
  return best;
}

// For texts of a few letters, in which no group of them tells a place: the first line with the most
// pairs of letters in common, blanks apart. Longer lines have to have all of them.
class ShortText {
 public:
  explicit ShortText(std::string_view text) : letters_(letters_of(text)) {}

  LikeliestPlace best_place(std::string_view text) const {
    LikeliestPlace best;
    if (letters_.empty()) return best;
    text = text.substr(0, kShortTextReach);
    for (size_t start = 0; start < text.size() && best.score < 1;) {
      size_t feed = std::min(text.find('\n', start), text.size());
      double likeness = likeness_of(text.substr(start, feed - start));
      if (likeness > best.score) best = {start, likeness};
      start = feed + 1;
    }
    return best;
  }

 private:
  static std::string letters_of(std::string_view text) {
    std::string letters = normal_line(text.substr(0, kComparedLine));
    std::erase_if(letters, [](char c) { return c == ' ' || c == '\t'; });
    return letters;
  }

  double likeness_of(std::string_view line) const {
    std::string other = letters_of(line);
    if (other.find(letters_) != std::string::npos) return 1;
    if (letters_.size() < 2 || other.size() > 2 * letters_.size()) return 0;
    if (letters_.size() > 2 && differ_in_one(other)) return kLikeEnough;
    size_t same = 0;
    for (size_t i = 0; i + 2 <= letters_.size(); ++i) same += other.find(letters_.substr(i, 2)) != std::string::npos;
    return static_cast<double>(same) / static_cast<double>(std::max(letters_.size(), other.size()) - 1);
  }

  bool differ_in_one(std::string_view other) const {
    if (other.size() != letters_.size()) return false;
    size_t same = 0;
    for (size_t i = 0; i < other.size(); ++i) same += other[i] == letters_[i];
    return same + 1 == other.size();
  }

  std::string letters_;
};

std::string_view lines_from(std::string_view text, size_t start, size_t count) {
  size_t end = start;
  for (; count > 0 && end < text.size(); --count) end = std::min(text.find('\n', end), text.size() - 1) + 1;
  return text.substr(start, std::min(end - start, kMostWindow));
}

}  // namespace

std::optional<Candidate> nearest(std::string_view text, std::string_view wanted) {
  size_t first = wanted.find_first_not_of("\r\n");
  if (first == std::string_view::npos) return {};
  std::string_view sought = wanted.substr(first, kMostWanted);
  std::vector<diff::Region> regions = diff::likely_regions(text, sought);
  Wanted lines(sought);
  Place place = best_place(text, regions, lines, sought.size());
  std::string unescaped = unescaped_lines(sought);
  if (unescaped != sought) {
    WantedLines others(unescaped);
    LikeliestPlace other = best_place(text, regions, others, sought.size());
    if (other.score > place.score) {
      place = other;
      lines = others;
    }
  }
  if (place.score < kLikeEnough && lines.count() == 1 && sought.size() <= kShortText)
    place = ShortText(sought).best_place(text);
  if (place.score < kLikeEnough) return {};
  Candidate near;
  near.line = line_at(text, place.start);
  near.text = lines_from(text, place.start, std::min(lines.count(), kShownLines));
  while (near.text.ends_with('\n') || near.text.ends_with('\r')) near.text.pop_back();
  near.differs = what_differs(lines_from(text, place.start, lines.count()), sought);
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
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.ends_with('\r') && !wanted[at].ends_with('\r')) line.remove_suffix(1);
    if (line == wanted[at]) continue;
    near->differs = which_line_differs(at + 1, line, wanted[at]);
    break;
  }
  return near;
}

}  // namespace aptix::edit
