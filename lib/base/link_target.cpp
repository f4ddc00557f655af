#include "base/link_target.h"

#include <algorithm>
#include <cstddef>

namespace aptix {

bool stays_inside(std::string_view link, std::string_view target) {
  if (target.empty() || target.front() == '/' || target.find('\0') != std::string_view::npos) return false;
  ptrdiff_t depth = std::count(link.begin(), link.end(), '/');
  for (size_t start = 0; start <= target.size();) {
    size_t end = std::min(target.find('/', start), target.size());
    std::string_view part = target.substr(start, end - start);
    if (part == "..") --depth;
    if (depth < 0) return false;
    if (!part.empty() && part != "." && part != "..") ++depth;
    start = end + 1;
  }
  return true;
}

}  // namespace aptix
