#include "edit/link_target.h"

#include <algorithm>

namespace aptix::edit {

bool stays_inside(const RelPath& link, std::string_view target) {
  if (target.empty() || target.front() == '/' || target.find('\0') != std::string_view::npos) return false;
  ptrdiff_t depth = std::count(link.str().begin(), link.str().end(), '/');
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

std::optional<std::string> leads_on_by(const FileStates& states, const RelPath& link, std::string_view target) {
  std::string at(link.parent());
  for (size_t start = 0; start < target.size();) {
    size_t end = std::min(target.find('/', start), target.size());
    std::string_view part = target.substr(start, end - start);
    start = end + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      at.resize(at.rfind('/') == std::string::npos ? 0 : at.rfind('/'));
      continue;
    }
    if (!at.empty()) at += '/';
    at += part;
    Result<RelPath> path = RelPath::parse(at, PathRules::git);
    if (!path || states.is_link(*path)) return at;
  }
  return std::nullopt;
}

}  // namespace aptix::edit
