// How many lines each side of a hunk has.
#include "diff/lines/hunk.h"

#include <algorithm>

namespace aptix::diff {
namespace {

uint64_t count_without(const std::vector<HunkLine>& lines, HunkLine::Kind left_out) {
  return static_cast<uint64_t>(
      std::count_if(lines.begin(), lines.end(), [left_out](const HunkLine& line) { return line.kind != left_out; }));
}

}  // namespace

uint64_t Hunk::old_count() const { return count_without(lines, HunkLine::Kind::added); }
uint64_t Hunk::new_count() const { return count_without(lines, HunkLine::Kind::removed); }

}  // namespace aptix::diff
