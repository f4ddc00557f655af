// The one repair of a path is a leading "./", which has one meaning.
#include "format/paths.h"

#include <utility>

#include "base/text.h"

namespace aptix::format {
namespace {

std::string_view without_leading_dots(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  return path;
}

bool has_parent_component(std::string_view path) {
  return path == ".." || path.starts_with("../") || path.ends_with("/..") || path.find("/../") != std::string_view::npos;
}

}  // namespace

Result<std::string> root_prefix(std::string_view root) {
  if (root.starts_with('/') || has_parent_component(root))
    return fail(Code::root_escapes, "the root '" + excerpt_for_display(root) + "' leads out of the root",
                "write \"root\": \".\", or a folder below it");
  std::string_view folder = without_leading_dots(root);
  if (folder.size() > 1 && folder.ends_with('/')) folder.remove_suffix(1);
  if (folder.empty() || folder == ".") return std::string();
  TRY_ASSIGN(path, RelPath::parse(folder));
  return path.str() + "/";
}

std::optional<RelPath> path_below(Findings& findings, std::string_view root, std::string_view text, size_t offset,
                                  const std::string& pointer) {
  std::string_view bare = without_leading_dots(text);
  Result<RelPath> path = RelPath::parse(bare);
  if (path && !root.empty()) path = RelPath::parse(std::string(root) + std::string(bare));
  if (!path) {
    findings.error(std::move(path).error(), offset, pointer);
    return std::nullopt;
  }
  if (bare.size() != text.size())
    findings
        .warning(Code::path_repaired, offset, pointer, "the path '" + excerpt_for_display(text) + "' begins with './'",
                 "write it without './'")
        .at(path->str());
  return std::move(*path);
}

}  // namespace aptix::format
