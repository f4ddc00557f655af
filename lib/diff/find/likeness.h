// The few regions of a file that have most of a text in them, found in one cheap scan; how alike lines are, and where
// in a text lines stand that are like given ones. Pure. Linear in the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::diff {

struct Region {
  size_t start = 0, end = 0;  // in the file
};

// The regions of one text, which outlives it. Who asks for what was asked for last is answered at once. Two threads may
// ask at the same time: one of them waits.
class LikelyRegions {
 public:
  explicit LikelyRegions(std::string_view text) : text_(text) {}

  // Likeliest first; at most eight. Linear in the file, about two milliseconds for 5 MB.
  // `wanted` is a few kilobytes at most.
  std::vector<Region> of(std::string_view wanted);
  std::string_view text() const { return text_; }

 private:
  std::string_view text_;
  std::mutex looking_;
  std::optional<std::string> wanted_;
  std::vector<Region> regions_;
};

// How alike two lines are but for indentation and white space at the end: 1 when they are the same, 0 when no two
// neighbouring bytes are.
double likeness(std::string_view a, std::string_view b);

// The same of a text that may be a part of a line: how much of it stands in the line counts as much.
double likeness_of_part(std::string_view part, std::string_view line);

// Where the wanted lines may lie among some lines: on which of them the first one does. Negative: before them.
struct Alignment {
  ptrdiff_t first = 0;
  double weight = 0;  // bytes of the lines that are equal there, and of the longest wanted one as far as it is alike
};

// All, best first. `like`: likeness or likeness_of_part.
std::vector<Alignment> alignments(std::span<const std::string_view> lines, std::span<const std::string_view> wanted,
    double (*like)(std::string_view wanted, std::string_view line));

// The whole lines of a region, and of as many bytes around it, within bounds.
struct LinesOfText {
  std::vector<size_t> starts;           // of each, in the text
  std::vector<std::string_view> lines;  // without their line ends
};
LinesOfText lines_around(std::string_view text, const Region& region, size_t size);

// As many lines of the text as were wanted.
struct LikeWindow {
  size_t start = 0;                     // in the text
  std::vector<std::string_view> lines;  // without line ends
  double score = 0;                     // of all lines, by their lengths
  double least = 0;                     // of the line that is least like its counterpart
};

// The best, and those next to it that do not overlap it; best first, a few at most.
std::vector<LikeWindow> likest_windows(LikelyRegions& regions, std::span<const std::string_view> wanted);

}  // namespace aptix::diff
