#include "base/link_target.h"

#include <algorithm>
#include <cstddef>

#include "base/text/trim.h"

namespace aptix {

bool stays_inside(std::string_view link, std::string_view target) {
  if (target.empty() || target.front() == '/' || target.find('\0') != std::string_view::npos) return false;
  ptrdiff_t depth = std::count(link.begin(), link.end(), '/');
  for (std::string_view part : split(target, '/')) {
    if (part == "..") --depth;
    if (depth < 0) return false;
    if (!part.empty() && part != "." && part != "..") ++depth;
  }
  return true;
}

}  // namespace aptix
