// Finds the few regions of a file that have most of a text in them, in one cheap scan. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
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

}  // namespace aptix::diff
