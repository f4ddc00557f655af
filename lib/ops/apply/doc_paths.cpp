// Replaces the docPaths of line-patch batches by paths; messages name the file as the document does.
#include "ops/apply/steps.h"

#include <fmt/format.h>

#include <ranges>
#include <utility>

#include "base/text/shell_word.h"
#include "base/text/text.h"
#include "edit/basis/messages.h"
#include "ops/files/doc_paths.h"

namespace aptix::ops {
namespace {

bool has_doc_path(const FileEdit& file) { return !file.names.doc_path.empty(); }

// Adds a hint: a batch contains no paths, and a file that is only in the cloud can be changed after a pull.
Error with_way_out(Error missing, const std::string& doc_path, const store::CloudPlace& place) {
  if (missing.code == Code::docpath_twins) missing.hint = "rename one of them; a batch cannot name a file by its path";
  if (missing.code != Code::file_missing) return missing;
  auto set = store::find_cloud(place);
  if (!set || *set == nullptr) return missing;
  auto copy = (*set)->look(doc_path);
  if (copy && *copy)
    missing.hint =
        fmt::format("the Cloud File Set has it: take it with 'aptix cloud pull --doc-path {}', and apply again",
            shell_word(doc_path));
  return missing;
}

Result<RelPath> find_path(DocPaths& doc_paths, const FileEdit& file, const std::string& root_prefix) {
  TRY_ASSIGN(path, doc_paths.path_of(file.names.doc_path));
  auto below = rest_below(path, root_prefix);
  if (!below)
    return fail(Code::path_outside_root,
        fmt::format(
            "the file of the docPath {}, {}, lies outside the root", in_quotes(file.names.doc_path), in_quotes(path)),
        "run it in the folder of the workspace, or give another root with '--root'");
  Result<RelPath> parsed = RelPath::parse(*below);
  // The batch has the right key; no other spelling would help.
  if (!parsed) parsed.error().hint = "rename the file; no edit changes a file of this name";
  return parsed;
}

}  // namespace

Outcome<std::unique_ptr<disk::Workspace>> locate(
    const Input& chain, Plan& plan, const ApplyRequest& request, disk::Workspace& given) {
  Outcome<std::unique_ptr<disk::Workspace>> out;
  if (std::ranges::none_of(plan.files, has_doc_path)) return out;
  std::vector<Diagnostic>& errors = out.diagnostics.errors;
  std::unique_ptr<disk::Workspace>& top = out.value;
  if (!request.root_given && !given.root_prefix().empty() && std::ranges::all_of(plan.files, has_doc_path)) {
    auto opened = given.at_top();
    if (opened) top = std::move(*opened);
    else errors.push_back(std::move(opened).error());
  }
  const std::string& prefix = top ? top->root_prefix() : given.root_prefix();
  auto doc_paths = DocPaths::open(disk::posix_file_system(), given.path(), request.repository);
  if (!doc_paths) errors.push_back(std::move(doc_paths).error());
  if (!out.ok()) return out;
  std::vector<FileEdit> found;
  for (FileEdit& file : plan.files) {
    Result<RelPath> path = has_doc_path(file) ? find_path(*doc_paths, file, prefix) : file.path;
    if (path) {
      file.path = std::move(*path);
      found.push_back(std::move(file));
      continue;
    }
    const std::string& key = file.names.doc_path;
    Diagnostic error = at_doc_path(with_way_out(std::move(path).error(), key, request.bases.cloud), key);
    if (errors.size() < request.limits.messages) error.where = edit::place_of_part(chain, file.origin, "/docPath");
    errors.push_back(std::move(error));
  }
  plan.files = std::move(found);
  return out;
}

bool leave_sound_changes(const Diagnostics& faults, Plan& plan) {
  constexpr size_t kLongestDocPath = 4096;  // no file has a longer one
  if (faults.more_errors != 0) return false;
  std::map<std::string, std::set<std::string_view>> faulty;  // by docPath: the pointers
  std::set<std::string_view> repeated;
  for (const Diagnostic& error : faults.errors) {
    faulty[fold_case(error.doc_path)].insert(error.where.pointer);
    if (error.code == Code::docpath_repeated) repeated.insert(error.where.pointer);
  }
  std::erase_if(plan.files, [&](FileEdit& file) {
    if (file.names.doc_path.empty() || file.names.doc_path.size() >= kLongestDocPath) return true;
    auto found = faulty.find(file.names.doc_path);
    if (found == faulty.end()) return false;
    for (Edit& edit : file.edits) {
      auto at = found->second.lower_bound(edit.origin.pointer);  // '/' sorts before every digit
      if (at == found->second.end() || !at->starts_with(edit.origin.pointer)) continue;
      std::string_view below = at->substr(edit.origin.pointer.size());
      if (below.empty() || below.front() == '/') edit.what = LineChange();
    }
    return repeated.contains(std::string(file.origin.pointer) + "/docPath");
  });
  return !plan.files.empty();
}

void name_doc_paths(const Plan& plan, Diagnostics& said) {
  std::unordered_map<std::string_view, std::string_view> keys;
  for (const FileEdit& file : plan.files)
    if (has_doc_path(file)) keys.emplace(file.path.str(), file.names.doc_path);
  for (std::vector<Diagnostic>* list : {&said.errors, &said.warnings})
    for (Diagnostic& what : *list)
      if (auto key = keys.find(what.path); key != keys.end() && what.doc_path.empty()) what.doc_path = key->second;
}

}  // namespace aptix::ops
