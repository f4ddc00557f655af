#include "edit/near/telling_places.h"

#include <algorithm>
#include <cstddef>

#include "diff/lines/line_table.h"
#include "diff/lines/pattern.h"

namespace aptix::edit {
namespace {

constexpr size_t kMostToldPlaces = 10;
constexpr uint64_t kMostContext = 20;     // lines above, or below
constexpr uint64_t kMostShown = 5;        // lines of the text itself
constexpr size_t kMostBytesOfLine = 200;  // of one line

class Teller {
 public:
  Teller(std::string_view text, std::span<const uint64_t> lines, uint64_t count)
      : table_(text),
        lines_(lines),
        count_(count) {}

  std::vector<Candidate> tell() {
    std::vector<Candidate> places;
    for (size_t i = 0; i < lines_.size() && i < kMostToldPlaces; ++i) {
      uint64_t above = fewest(i, -1), below = fewest(i, 1);
      if (std::min(above, below) > kMostContext) places.push_back(shown(lines_[i], 0, std::min(count_, kMostShown)));
      else if (above <= below) places.push_back(shown(lines_[i], above, std::min(count_, kMostShown)));
      else places.push_back(shown(lines_[i], 0, count_ + below));
    }
    return places;
  }

  // A place near the top, with fewer lines above it than that, is unique by that.
  uint64_t most_above() {
    uint64_t most = 0;
    for (size_t i = 0; i < lines_.size(); ++i) {
      uint64_t above = fewest(i, -1);
      if (above <= kMostContext || lines_[i] > kMostContext) most = std::max(most, above);
    }
    return most <= kMostContext ? most : 0;
  }

 private:
  // The line `step` lines below the place, or above it if negative; 0 if there is none.
  uint64_t line_beside(uint64_t place, int64_t step) {
    auto line = static_cast<int64_t>(place) + step + (step > 0 ? static_cast<int64_t>(count_) - 1 : 0);
    return line > 0 && table_.has(static_cast<uint64_t>(line) - 1) ? static_cast<uint64_t>(line) : 0;
  }

  // How many lines in that direction make the place unique; more than kMostContext if so many do not.
  uint64_t fewest(size_t i, int64_t direction) {
    std::vector<size_t> alike;
    for (size_t other = 0; other < lines_.size(); ++other)
      if (other != i) alike.push_back(other);
    for (uint64_t extra = 1; extra <= kMostContext; ++extra) {
      int64_t step = direction * static_cast<int64_t>(extra);
      uint64_t line = line_beside(lines_[i], step);
      if (line == 0) break;
      std::erase_if(alike, [&](size_t other) {
        uint64_t there = line_beside(lines_[other], step);
        return there == 0 || table_.line(there - 1) != table_.line(line - 1);
      });
      if (alike.empty()) return extra;
    }
    return kMostContext + 1;
  }

  // The place with `above` lines above it, and `count` lines from it on.
  Candidate shown(uint64_t at, uint64_t above, uint64_t count) {
    Candidate place{.line = at, .text = {}, .differs = {}, .above = above};
    for (uint64_t line = place.first_line(); line < at + count && table_.has(line - 1); ++line) {
      if (line != place.first_line()) place.text += '\n';
      place.text += table_.line(line - 1).substr(0, kMostBytesOfLine);
    }
    return place;
  }

  diff::LineTable table_;
  std::span<const uint64_t> lines_;
  uint64_t count_;
};

}  // namespace

std::vector<Candidate> telling_places(std::string_view text, std::span<const uint64_t> lines, uint64_t count) {
  return Teller(text, lines, count).tell();
}

uint64_t lines_that_tell(std::string_view text, std::span<const uint64_t> lines) {
  return Teller(text, lines, 0).most_above();
}

std::vector<Candidate> telling_places(std::string_view text, std::string_view find) {
  constexpr size_t kMost = 100;
  std::vector<uint64_t> lines;
  uint64_t line = 1;
  size_t counted = 0;
  for (size_t place = text.find(find); place != std::string_view::npos; place = text.find(find, place + find.size())) {
    if (lines.size() == kMost) return {};
    line += static_cast<uint64_t>(
        std::count(text.begin() + static_cast<ptrdiff_t>(counted), text.begin() + static_cast<ptrdiff_t>(place), '\n'));
    counted = place;
    if (lines.empty() || lines.back() != line) lines.push_back(line);
  }
  uint64_t count = static_cast<uint64_t>(std::count(find.begin(), find.end(), '\n')) + (find.ends_with('\n') ? 0 : 1);
  return lines.size() < 2 ? std::vector<Candidate>() : telling_places(text, lines, count);
}

}  // namespace aptix::edit
