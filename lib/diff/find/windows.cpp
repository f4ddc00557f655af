#include "diff/find/windows.h"

namespace aptix::diff {

std::optional<size_t> start_above(std::string_view text, size_t start, size_t lines) {
  for (; lines > 0; --lines) {
    if (start == 0) return std::nullopt;
    size_t feed = start < 2 ? std::string_view::npos : text.rfind('\n', start - 2);
    start = feed == std::string_view::npos ? 0 : feed + 1;
  }
  return start;
}

}  // namespace aptix::diff
