#include "ops/context/context_files.h"

#include <algorithm>
#include <iterator>

#include "base/hash/sha256.h"
#include "base/text/ascii.h"
#include "base/text/text.h"

namespace aptix::ops {
namespace {

// In this order; "readme*" stands for every ending.
constexpr std::string_view kEntries[] = {"agents.md", "readme*", "contributing*", "llm_file_access.md", "package.json",
    "pyproject.toml", "setup.py", "cargo.toml", "go.mod", "cmakelists.txt", "meson.build", "makefile", "pom.xml",
    "build.gradle", "build.gradle.kts", "gemfile", "composer.json", "mix.exs", "build.zig", "deno.json", "justfile",
    "dockerfile"};

size_t entry_rank(std::string_view name) {
  std::string small = ascii_lower(name);
  auto row = std::find_if(std::begin(kEntries), std::end(kEntries), [&](std::string_view entry) {
    return entry.ends_with('*') ? small.starts_with(entry.substr(0, entry.size() - 1)) : small == entry;
  });
  return static_cast<size_t>(row - std::begin(kEntries));
}

}  // namespace

std::string ContextFiles::below_root(const std::string& path) const {
  bool below = !root_prefix_.empty() && path.starts_with(root_prefix_ + "/");
  return below ? path.substr(root_prefix_.size() + 1) : path;
}

Result<ContextFile> ContextFiles::read_key(const std::string& key) {
  TRY_ASSIGN(file, sources_.read(key, std::nullopt));
  std::string sha = sha256(file.content).hex();
  return ContextFile{
      below_root(file.path), file.doc_path, std::string(name(file.source)), std::move(file.content), sha, file.path};
}

Result<ContextFile> ContextFiles::read(const std::string& typed) {
  auto content = tree_.read_file(typed);
  if (!content) {
    bool missing = content.error().code == Code::file_missing || content.error().code == Code::path_outside_root;
    auto copy = missing ? read_key(typed) : Result<ContextFile>(fail(content.error()));
    if (copy) return copy;
    return fail(std::move(content).error());
  }
  TRY_ASSIGN(path, sources_.path_in_workspace(typed));
  ContextFile file{below_root(path), sources_.doc_paths().key_of(path), std::string(name(FileSource::disk)),
      std::move(*content), {}, path};
  if (find_invalid_utf8(file.doc_path)) file.doc_path.clear();
  auto active = sources_.is_active(file.doc_path);
  if (active && *active) file.source = name(FileSource::active);
  file.sha256 = sha256(file.content).hex();
  return file;
}

Result<std::vector<std::string>> ContextFiles::entry_documents() const {
  TRY_ASSIGN(names, tree_.list_files("", SIZE_MAX, 1));
  std::erase_if(names, [](const std::string& path) { return entry_rank(path) == std::size(kEntries); });
  std::stable_sort(names.begin(), names.end(),
      [](const std::string& a, const std::string& b) { return entry_rank(a) < entry_rank(b); });
  return names;
}

}  // namespace aptix::ops
