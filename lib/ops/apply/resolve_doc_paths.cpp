#include "ops/apply/resolve_doc_paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "base/text/shell_word.h"
#include "base/text/text.h"
#include "disk/confined.h"
#include "edit/near/place_of_part.h"
#include "ops/files/doc_paths.h"
#include "store/cloud.h"

namespace aptix::ops {
namespace {

bool has_doc_path(const FileEdit& file) { return !file.names.doc_path.empty(); }

Error outside(const FileEdit& file, const std::string& path) {
  return make_error(Code::path_outside_root,
      fmt::format("the file of the docPath {}, {}, lies outside of the root", disk::quoted(file.names.doc_path),
          disk::quoted(path)),
      "run it in the folder of the workspace, or give another root with '--root'");
}

// What can be done about it: a batch has no paths, and a file that is only in the cloud can be changed when it is here.
Error with_way_out(Error missing, const std::string& doc_path, const std::string& cloud_file) {
  if (missing.code == Code::docpath_twins) missing.hint = "rename one of them; a batch cannot name a file by its path";
  if (missing.code != Code::file_missing || cloud_file.empty()) return missing;
  auto set = store::find_cloud_file(cloud_file);
  if (!set || *set == nullptr) return missing;
  auto copy = (*set)->look(doc_path);
  if (copy && *copy)
    missing.hint =
        fmt::format("the Cloud File Set has it: take it with 'aptix cloud pull --doc-path {}', and apply again",
            shell_word(doc_path));
  return missing;
}

Result<RelPath> below_root(const FileEdit& file, const std::string& path, const std::string& root_prefix) {
  if (root_prefix.empty()) return RelPath::parse(path);
  std::string prefix = root_prefix + "/";
  if (!path.starts_with(prefix)) return fail(outside(file, path));
  return RelPath::parse(std::string_view(path).substr(prefix.size()));
}

Result<RelPath> resolve(DocPaths& doc_paths, const FileEdit& file, const std::string& root_prefix) {
  TRY_ASSIGN(path, doc_paths.path_of(file.names.doc_path));
  auto below = below_root(file, path, root_prefix);
  // The batch has the key that the file has; nothing written in it would help.
  if (!below && below.error().code != Code::path_outside_root)
    below.error().hint = "rename the file; no edit changes a file of this name";
  return below;
}

}  // namespace

bool names_doc_paths(const Plan& plan) { return std::any_of(plan.files.begin(), plan.files.end(), has_doc_path); }

Diagnostics resolve_doc_paths(const Input& input, Plan& plan, const ApplyRequest& request, disk::Workspace& workspace,
    std::unique_ptr<disk::Workspace>& top) {
  Diagnostics out;
  if (!request.root_given && !workspace.root_prefix().empty() &&
      std::all_of(plan.files.begin(), plan.files.end(), has_doc_path)) {
    auto opened = workspace.at_top();
    if (opened) top = std::move(*opened);
    else out.errors.push_back(std::move(opened).error());
  }
  const std::string& prefix = top ? top->root_prefix() : workspace.root_prefix();
  auto doc_paths = DocPaths::open(disk::posix_file_system(), workspace.path(), request.repository);
  if (!doc_paths) out.errors.push_back(std::move(doc_paths).error());
  if (!out.ok()) return out;
  std::vector<FileEdit> found;
  for (FileEdit& file : plan.files) {
    Result<RelPath> path = has_doc_path(file) ? resolve(*doc_paths, file, prefix) : file.path;
    if (path) {
      file.path = std::move(*path);
      found.push_back(std::move(file));
      continue;
    }
    Diagnostic error = at_doc_path(
        with_way_out(std::move(path).error(), file.names.doc_path, request.bases.cloud_file), file.names.doc_path);
    if (out.errors.size() < request.limits.messages) error.where = edit::place_of_part(input, file.origin, "/docPath");
    out.errors.push_back(std::move(error));
  }
  plan.files = std::move(found);
  return out;
}

void name_doc_paths(const Plan& plan, Diagnostics& said) {
  std::unordered_map<std::string_view, std::string_view> keys;
  for (const FileEdit& file : plan.files)
    if (has_doc_path(file)) keys.emplace(file.path.str(), file.names.doc_path);
  for (std::vector<Diagnostic>* list : {&said.errors, &said.warnings})
    for (Diagnostic& what : *list)
      if (auto key = keys.find(what.path); key != keys.end() && what.doc_path.empty()) what.doc_path = key->second;
}

DocPathOf doc_paths_of(const disk::Workspace& workspace, std::string repository) {
  auto opened = std::make_shared<std::optional<DocPaths>>();
  return [opened, &workspace, repository = std::move(repository)](const RelPath& path) -> Result<std::string> {
    if (!*opened) {
      TRY_ASSIGN(doc_paths, DocPaths::open(disk::posix_file_system(), workspace.path(), repository));
      opened->emplace(std::move(doc_paths));
    }
    std::string key = (*opened)->key_of(disk::join_path(workspace.root_prefix(), path.str()));
    // A document may be for another tree, so the file need not be there.
    if (auto found = (*opened)->path_of(key); !found && found.error().code != Code::file_missing)
      return fail(std::move(found).error());
    return key;
  };
}

}  // namespace aptix::ops
