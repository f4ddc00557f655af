// Visits the windows of a text where wanted lines may match in a row: as many lines of the text, with one of the wanted
// ones, the anchor, in its place. The visitor compares the others. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/text/find_bytes.h"
#include "diff/lines/hash_index.h"

namespace aptix::diff {

// Visits with the line of the text, 0-based, where the window begins; false ends it.
template <class WantedLine, class Visit>
void each_window(const HashIndex& index, size_t count, WantedLine wanted, Visit visit) {
  HashIndex::Occurrences rarest;
  size_t anchor = count;
  for (size_t i = 0; i < count; ++i) {
    HashIndex::Occurrences here = index.find(wanted(i));
    if (here.count == 0) return;
    if (anchor != count && here.count >= rarest.count) continue;
    rarest = here;
    anchor = i;
  }
  for (uint32_t line = rarest.first; line != HashIndex::kNone; line = index.next(line))
    if (line >= anchor && line - anchor + count <= index.count() && !visit(line - anchor)) return;
}

// Visits every line of the text that contains `needle`, by its offset; false ends it.
template <class Visit>
void each_line_with(std::string_view text, std::string_view needle, Visit visit) {
  for (size_t hit = find_bytes(text, needle); hit != std::string_view::npos;) {
    if (!visit(start_of_line(text, hit))) return;
    size_t feed = text.find('\n', hit);
    hit = feed == std::string_view::npos ? feed : find_bytes(text, needle, feed + 1);
  }
}

// The offset of the line that is `lines` lines above the one at `start`; nothing if there are fewer.
inline std::optional<size_t> start_above(std::string_view text, size_t start, size_t lines) {
  for (; lines > 0; --lines) {
    if (start == 0) return std::nullopt;
    start = start_of_line(text, start - 1);
  }
  return start;
}

}  // namespace aptix::diff
