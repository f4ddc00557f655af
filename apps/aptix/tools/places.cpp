#include "tools/places.h"

#include <sys/stat.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <optional>

#include "base/text/trim.h"
#include "ops/files/tree_file.h"
#include "ops/tools/cursor.h"
#include "tools/several_roots.h"

namespace aptix::app {
namespace {

bool stands_at(const std::string& root, const std::string& path) {
  struct stat about {};
  return path.find('\0') == std::string::npos && ::lstat((root + "/" + path).c_str(), &about) == 0;
}

// The length of the prefix of `path` that is the root in another spelling, through links; 0: none.
size_t other_name_of(const std::string& root, const std::string& path) {
  for (size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1)) {
    char real[PATH_MAX];
    if (::realpath(path.substr(0, end).c_str(), real) == nullptr) return 0;
    if (root == real) return end;
  }
  return 0;
}

// Removes empty components and dots. '..' is resolved in the text only if the path contains no link and stays below the
// root; else it is left for the open to refuse.
std::string cleared(const std::string& root, const std::string& typed) {
  std::vector<std::string_view> names;
  bool goes_up = false;
  for (std::string_view name : split(typed, '/')) {
    if (name.empty() || name == ".") continue;
    goes_up |= name == "..";
    if (name == ".." && names.empty()) return typed;
    if (name == "..") names.pop_back();
    else names.push_back(name);
  }
  if (goes_up) {
    auto tree = ops::Tree::open(disk::posix_file_system(), root);
    if (!tree || !tree->exists(typed)) return typed;
  }
  std::string path;
  for (std::string_view name : names) (path += path.empty() ? "" : "/") += name;
  return path.empty() ? typed : path;
}

// A name that is not UTF-8 can be read, but not written.
std::optional<std::string> file_there(const std::string& root, const std::string& typed, PathFor use) {
  std::string path = cleared(root, typed);
  if (stands_at(root, path)) return path;
  std::string bytes = use == PathFor::reading ? ops::bytes_of_name(path) : path;
  return stands_at(root, bytes) ? std::optional(std::move(bytes)) : std::nullopt;
}

// The path, relative to the root, of the file with this docPath. nullopt: no file below the root has it.
Result<std::optional<std::string>> file_of_key(const std::string& root, const std::string& key, const OpenRoot& open) {
  TRY_ASSIGN(found, open(root));
  auto path = found.sources.doc_paths().path_of(key);
  if (!path && path.error().code == Code::docpath_twins) return fail(std::move(path).error());
  std::string above = found.root_prefix.empty() ? "" : found.root_prefix + "/";
  if (!path || !path->starts_with(above)) return std::optional<std::string>();
  return std::optional(path->substr(above.size()));
}

Error several_have(const std::vector<std::string>& roots, const std::string& typed, std::string_view what) {
  return error_at(typed, Code::usage, fmt::format("{} {}: {}", in_quotes(typed), what, list_of_roots(roots)),
      fmt::format("name it by its absolute path: {}/{}", roots.front(), typed));
}

Place below(const std::string& root, const std::string& path, PathFor use) {
  return {root, file_there(root, path, use).value_or(cleared(root, path))};
}

// The innermost root that contains an absolute path.
std::optional<Place> absolute_place(const std::vector<std::string>& roots, const std::string& typed, PathFor use) {
  const std::string* best = nullptr;
  for (const std::string& root : roots)
    if (typed == root && use == PathFor::reading) return Place{root, "."};
    else if (typed.starts_with(root + "/") && (best == nullptr || root.size() > best->size())) best = &root;
  if (best != nullptr) return below(*best, typed.substr(best->size() + 1), use);
  for (const std::string& root : roots)
    if (size_t end = other_name_of(root, typed); end != 0) return below(root, typed.substr(end + 1), use);
  return std::nullopt;
}

}  // namespace

Result<Place> find_place(
    const std::vector<std::string>& roots, const std::string& typed, PathFor use, const OpenRoot& open) {
  const std::string& first = roots.front();
  if (typed.empty()) return Place{first, typed};
  if (typed.starts_with('/')) return absolute_place(roots, typed, use).value_or(Place{first, typed});
  std::vector<Place> there;
  for (const std::string& root : roots)
    if (auto path = file_there(root, typed, use)) there.push_back({root, *path});
  if (there.size() == 1) return std::move(there.front());
  if (!there.empty()) return fail(several_have(roots, typed, "is below several of the roots"));
  size_t slash = typed.find('/');
  bool may_be_key = slash != std::string::npos && !typed.starts_with('.');
  // In a repository 'app' with a folder 'app', writing to 'app/new.py' means a file in that folder.
  auto has_folder = [&](const std::string& root) { return stands_at(root, typed.substr(0, slash)); };
  bool is_path = use == PathFor::writing && std::ranges::any_of(roots, has_folder);
  bool looks = may_be_key && !is_path && (use == PathFor::writing || roots.size() > 1);
  for (size_t i = 0; looks && i < roots.size(); ++i) {
    TRY_ASSIGN(path, file_of_key(roots[i], typed, open));
    if (path) return Place{roots[i], use == PathFor::writing ? *path : typed};
  }
  if (use == PathFor::writing && roots.size() > 1)
    return fail(several_have(roots, typed, "is not below any of the roots"));
  return Place{first, cleared(first, typed)};
}

}  // namespace aptix::app
