// Goes from the top down and takes at each level the names that fold to the component, so that a look-up reads the
// folders on its way, not the whole tree.
#include "ops/files/doc_paths.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <tuple>

#include "base/text/text.h"
#include "model/rel_path.h"
#include "ops/files/git.h"

namespace aptix::ops {
namespace {

constexpr size_t kMostListedPaths = 10;

}  // namespace

Result<DocPaths> DocPaths::open(disk::FileSystem& fs, const std::string& top, const std::string& repository) {
  disk::Fd fd(fs, fs.open_root(top.c_str()));
  if (!fd.ok()) return fail(disk::io_failure("cannot open the workspace", top, fd.error()));
  std::string name = repository.empty() ? origin_name(fs, fd.get()) : repository;
  if (name.empty()) name = top.substr(top.find_last_of("/:") + 1);
  return DocPaths(fs, std::move(fd), fold_case(name));
}

std::string DocPaths::key_of(std::string_view path) const { return repository_ + "/" + fold_case(path); }

Result<std::string> DocPaths::path_of(std::string_view key) {
  std::string prefix = repository_ + "/";
  if (!key.starts_with(prefix)) return fail(missing(key));
  TRY_ASSIGN(files, find(key.substr(prefix.size())));
  if (files.empty()) return fail(missing(key));
  if (files.size() == 1) return std::move(files.front());
  Error error = make_error(Code::docpath_twins,
      fmt::format("{} is the docPath of {} files: {} and {}", excerpt_in_quotes(key), files.size(), in_quotes(files[0]),
          in_quotes(files[1])),
      "name the file by its path, or rename one of them");
  for (size_t i = 2; i < std::min(files.size(), kMostListedPaths); ++i)
    error.notes.push_back("and " + in_quotes(files[i]));
  return fail(at_doc_path(std::move(error), key));
}

Error DocPaths::missing(std::string_view key) {
  Error error =
      make_error(Code::file_missing, fmt::format("there is no file with the docPath {}", excerpt_in_quotes(key)),
          "'aptix read --json PATH' shows the docPath of a file");
  if (auto below = find(key); below && !below->empty())
    error.hint = fmt::format("did you mean {}?", in_quotes(key_of(below->front())));
  return at_doc_path(std::move(error), key);
}

// Every file whose path folds to this. REQUIRES: `folded_path` is folded.
Result<std::vector<std::string>> DocPaths::find(std::string_view folded_path) {
  std::vector<std::string> folders{std::string()};
  while (true) {
    size_t slash = folded_path.find('/');
    std::string_view component = folded_path.substr(0, slash);
    bool last = slash == std::string_view::npos;
    std::vector<std::string> next;
    for (const std::string& folder : folders) {
      TRY_ASSIGN(names, names_in(folder));
      auto less = [](const Name& name, std::string_view wanted) { return name.folded < wanted; };
      for (auto name = std::lower_bound(names->begin(), names->end(), component, less);
           name != names->end() && name->folded == component; ++name) {
        std::string path = disk::join_path(folder, name->name);
        disk::Folders where(*fs_, top_.get(), 1);
        int dir = where.open(folder);
        struct stat about {};
        if (dir < 0 || fs_->stat(dir, name->name.c_str(), about) < 0) continue;
        if (S_ISDIR(about.st_mode) != last) next.push_back(std::move(path));
      }
    }
    if (last || next.empty()) return next;
    folders = std::move(next);
    folded_path.remove_prefix(slash + 1);
  }
}

Result<const std::vector<DocPaths::Name>*> DocPaths::names_in(const std::string& folder) {
  auto [at, is_new] = folders_.try_emplace(folder);
  if (!is_new) return &at->second;
  disk::Folders where(*fs_, top_.get(), 1);
  int dir = where.open(folder);
  if (dir == -ENOENT || dir == -ENOTDIR || dir == -ELOOP) return &at->second;
  disk::Fd own(*fs_, dir < 0 ? dir : fs_->open(dir, ".", O_RDONLY | O_DIRECTORY, 0));
  std::vector<std::string> names;
  int status = own.ok() ? fs_->list(own.get(), names) : -own.error();
  if (status < 0) {
    folders_.erase(at);
    return fail(disk::io_failure("cannot read the folder", folder.empty() ? "." : folder, -status));
  }
  for (std::string& name : names)
    if (!is_state_folder(name)) at->second.push_back({fold_case(name), std::move(name)});
  std::ranges::sort(
      at->second, [](const Name& a, const Name& b) { return std::tie(a.folded, a.name) < std::tie(b.folded, b.name); });
  return &at->second;
}

DocPathOf doc_paths_of(const disk::Workspace& workspace, std::string repository) {
  auto opened = std::make_shared<std::optional<DocPaths>>();
  return [opened, &workspace, repository = std::move(repository)](const RelPath& path) -> Result<std::string> {
    if (!*opened) {
      TRY_ASSIGN(doc_paths, DocPaths::open(disk::posix_file_system(), workspace.path(), repository));
      opened->emplace(std::move(doc_paths));
    }
    std::string key = (*opened)->key_of(disk::join_path(workspace.root_prefix(), path.str()));
    // A document may be for another tree, so the file need not exist.
    if (auto found = (*opened)->path_of(key); !found && found.error().code != Code::file_missing)
      return fail(std::move(found).error());
    return key;
  };
}

}  // namespace aptix::ops
