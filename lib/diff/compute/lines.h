// Which lines differ between two texts. Linear-space Myers with a cost cap. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace aptix::diff {

// Lines [old_start, +old_count) of the old text became [new_start, +new_count) of the new; from 0.
struct LineEdit {
  uint64_t old_start, old_count, new_start, new_count;
  bool operator==(const LineEdit&) const = default;
};

struct LineCounts {
  uint64_t added = 0;
  uint64_t removed = 0;
  bool operator==(const LineCounts&) const = default;
};

LineCounts counts_of(const std::vector<LineEdit>& edits);

// The edits that diff_lines() found, as hunks; see diff/read/unified.h.
std::string print_hunks(
    std::string_view before, std::string_view after, const std::vector<LineEdit>& edits, unsigned context);

// In order, never touching each other. A line includes its line end, so that a missing last newline
// is a difference. Always a correct edit script; minimal unless the texts differ so much that the
// cost cap is reached.
std::vector<LineEdit> diff_lines(std::string_view before, std::string_view after);

// Edits whose context meets are one hunk. Returns one past the last edit of the hunk that begins with `first`.
size_t end_of_hunk(const std::vector<LineEdit>& edits, size_t first, uint64_t context);

}  // namespace aptix::diff
