// Finds the few regions of a file that have most of a text in them, in one cheap scan. Pure.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace aptix::diff {

struct Region {
  size_t start = 0, end = 0;  // in the file
};

// Likeliest first; at most a dozen. Linear in the file, about two milliseconds for 5 MB.
// `wanted` is a few kilobytes at most.
std::vector<Region> likely_regions(std::string_view text, std::string_view wanted);

}  // namespace aptix::diff
