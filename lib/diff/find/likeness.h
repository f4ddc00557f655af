// The few regions of a file that have most of a text, found in one cheap scan; how alike lines are; and which lines of
// a text are most like given ones. Pure. Linear in the text.
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

// The regions of one text, which must outlive this. The last answer is kept. Two threads may ask at a time: one waits.
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

// How alike two lines are, ignoring white space at both ends: 1 if equal, 0 if they share no two neighbouring bytes.
double likeness(std::string_view a, std::string_view b);

// The same for a text that may be a part of a line: how much of it is in the line counts for half.
double likeness_of_part(std::string_view part, std::string_view line);

// A position that the wanted lines may have among some lines: the index of the first wanted one. Negative: before them.
struct Alignment {
  ptrdiff_t first = 0;
  double weight = 0;  // bytes of the lines that are equal there, and of the longest wanted one as far as it is alike
};

// All, best first. `like`: likeness or likeness_of_part.
std::vector<Alignment> alignments(std::span<const std::string_view> lines, std::span<const std::string_view> wanted,
    double (*like)(std::string_view wanted, std::string_view line));

// The whole lines of a region and of `size` bytes around it, up to a limit.
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

// The windows most like the wanted lines, best first; they do not overlap, and are a few at most.
std::vector<LikeWindow> likest_windows(LikelyRegions& regions, std::span<const std::string_view> wanted);

}  // namespace aptix::diff
