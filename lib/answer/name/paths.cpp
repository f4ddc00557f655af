// path_below() repairs only a leading "./", which has one meaning; dialect_path() repairs more.
#include "answer/name/paths.h"

#include <utility>

#include "answer/basis/line.h"
#include "answer/name/file_words.h"

namespace aptix::answer {
namespace {

// The path without its first folder, and without its first two.
std::vector<Names::Other> shorter_names(const RelPath& path) {
  constexpr int kMostFoldersAbove = 2;
  std::vector<Names::Other> names;
  std::string_view rest = path.str();
  for (int folders = 1; folders <= kMostFoldersAbove; ++folders) {
    size_t slash = rest.find('/');
    if (slash == std::string_view::npos) break;
    rest.remove_prefix(slash + 1);
    if (drops_words(path.str(), rest)) break;
    if (Result<RelPath> shorter = RelPath::parse(rest)) names.push_back({std::move(*shorter), std::nullopt});
  }
  return names;
}

}  // namespace

std::string_view without_leading_dots(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  return path;
}

std::optional<std::string_view> after_root(std::string_view path, std::string_view root) {
  while (root.ends_with('/')) root.remove_suffix(1);
  std::optional<std::string_view> rest = root.empty() ? std::nullopt : rest_below(path, root);
  return rest && !rest->empty() ? rest : std::nullopt;
}

std::optional<RelPath> without_header_words(std::string_view name) {
  for (size_t at = name.find(' '); at != std::string_view::npos; at = name.find(' ', at + 1)) {
    std::string_view head = name.substr(0, at);
    std::string_view words = name.substr(at + 1);
    if (!is_likely_file(head, Written::bare) || is_likely_file(words, Written::bare)) continue;
    if (Result<RelPath> path = RelPath::parse(head)) return std::move(*path);
  }
  return std::nullopt;
}

Result<std::string> root_prefix(std::string_view root) {
  if (root.starts_with('/') || ("/" + std::string(root) + "/").find("/../") != std::string::npos)
    return fail(Code::root_escapes, "the document's root " + excerpt_in_quotes(root) + " is not below the root",
        "write \"root\": \".\", or a folder below it");
  std::string_view folder = without_leading_dots(root);
  if (folder.size() > 1 && folder.ends_with('/')) folder.remove_suffix(1);
  if (folder.empty() || folder == ".") return std::string();
  TRY_ASSIGN(path, RelPath::parse(folder));
  return path.str() + "/";
}

std::optional<RelPath> path_below(
    Findings& findings, std::string_view root, std::string_view text, size_t offset, const std::string& pointer) {
  std::string_view bare = without_leading_dots(text);
  Result<RelPath> path = RelPath::parse(bare);
  if (path && !root.empty()) path = RelPath::parse(std::string(root) + std::string(bare));
  if (has_variable(text))
    path = fail(Code::path_invalid, "the path " + excerpt_in_quotes(text) + " contains a shell variable or '~'",
        "write the path from the root on");
  if (!path) {
    findings.error(std::move(path).error(), offset, pointer);
    return std::nullopt;
  }
  if (bare.size() != text.size())
    findings
        .warning(Code::path_repaired, offset, pointer, "the path " + excerpt_in_quotes(text) + " begins with './'",
            "write it without './'")
        .at(path->str());
  return std::move(*path);
}

std::optional<RelPath> dialect_path(
    BlockReading& reading, std::string_view text, size_t offset, const std::string& pointer) {
  // Nobody means a name that begins or ends with a space.
  std::string_view bare = trim(text);
  while (bare.starts_with(kNoBreakSpace)) bare = trim(bare.substr(kNoBreakSpace.size()));
  while (bare.ends_with(kNoBreakSpace)) bare = trim(bare.substr(0, bare.size() - kNoBreakSpace.size()));
  bool quoted = bare.size() > 2 && std::string_view("`\"'").find(bare[0]) != bare.npos && bare.back() == bare[0];
  if (quoted) bare = bare.substr(1, bare.size() - 2);
  std::string path(bare);
  std::string fault;
  if (std::optional<std::string_view> below = after_root(bare, reading.options.root)) {
    path = *below;
    fault = "is absolute";
  } else if (bare.find('\\') != std::string_view::npos) {
    std::replace(path.begin(), path.end(), '\\', '/');
    fault = "has backslashes";
  }
  std::optional<RelPath> found = path_below(reading.findings, "", path, offset, pointer);
  if (!found) return std::nullopt;
  if (!fault.empty())
    reading.findings
        .warning(Code::path_repaired, offset, pointer, "the path " + excerpt_in_quotes(bare) + " " + fault,
            "write it as " + excerpt_in_quotes(found->str()))
        .at(found->str());
  return found;
}

std::optional<FileEdit> file_edit(
    BlockReading& reading, std::string_view text, Operation operation, size_t offset, const std::string& pointer) {
  std::optional<RelPath> path = dialect_path(reading, text, offset, pointer);
  if (!path) return std::nullopt;
  std::vector<Names::Other> names = shorter_names(*path);
  if (std::optional<RelPath> plain = without_header_words(path->str()))
    names.push_back({std::move(*plain), std::nullopt});
  return FileEdit{.operation = operation,
      .path = std::move(*path),
      .contract = Contract::unique,
      .block = reading.options.block_index,
      .origin = reading.origin(offset, pointer),
      .names = {.others = std::move(names)}};
}

bool drops_words(std::string_view path, std::string_view shorter) {
  std::string_view dropped = path.substr(0, path.size() - shorter.size());
  return dropped.find(' ') != std::string_view::npos || dropped.find(kNoBreakSpace) != std::string_view::npos;
}

std::vector<RelPath> paths_of(const std::vector<std::string>& names) {
  std::vector<RelPath> paths;
  for (const std::string& name : names)
    if (Result<RelPath> path = RelPath::parse(name)) paths.push_back(std::move(*path));
  return paths;
}

}  // namespace aptix::answer
