#include "edit/tree/link_target.h"

namespace aptix::edit {

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
