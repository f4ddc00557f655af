#include "ops/gitpatch/gitpatch_report.h"

#include <numeric>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace aptix::ops {
namespace {

using ChangeOfPath = std::unordered_map<std::string_view, const FileChange*>;  // nullptr: a submodule

std::string_view operation_of(const git::Work& work) {
  if (work.patch->is_rename) return "rename";
  if (work.patch->is_copy) return "copy";
  if (work.is_new) return "create";
  return work.is_delete ? "delete" : "patch";
}

std::string shown(const std::optional<std::string>& name, const std::string& prefix) {
  if (!name) return {};
  return name->starts_with(prefix) ? name->substr(prefix.size()) : *name;
}

FileReport report_of(const git::Work& work, const ChangeOfPath& changes, const FilesReportOptions& options) {
  FileReport file;
  file.path = shown(work.new_name ? work.new_name : work.old_name, options.prefix);
  if (work.patch->is_rename || work.patch->is_copy) file.from = shown(work.old_name, options.prefix);
  file.operation = operation_of(work);
  file.status = work.rejected && options.applies ? "failed" : options.went_well ? "unchanged" : "held";
  for (const EditOutcome& hunk : work.hunks) file.edits.push_back(edit_report(hunk, {}));
  auto change = changes.find(file.path);
  if (change == changes.end()) return file;
  if (file.status != "failed") file.status = "changed";
  if (change->second == nullptr) return file;
  const FileChange& made = *change->second;
  if (made.before.exists) file.before_sha = made.before_sha;
  if (made.after_exists) file.after_sha = made.after_sha;
  file.lines_added = made.lines_added;
  file.lines_removed = made.lines_removed;
  return file;
}

git::Stated is_new(const git::Work& work) {
  if (work.is_new) return git::Stated::yes;
  return work.patch->is_new == git::Stated::open && !work.old_name ? git::Stated::open : git::Stated::no;
}

git::Stated is_delete(const git::Work& work) {
  if (work.is_delete) return git::Stated::yes;
  return work.is_new ? git::Stated::no : work.patch->is_delete;
}

}  // namespace

std::vector<FileReport> report_files(
    const std::deque<std::vector<git::Work>>& works, const ChangeSet& changes, const FilesReportOptions& options) {
  ChangeOfPath by_path(changes.changes.size());
  for (const FileChange& change : changes.changes) by_path.emplace(change.path.str(), &change);
  for (const SubmoduleChange& submodule : changes.submodules)
    if (submodule.goes || !submodule.commit.empty()) by_path.emplace(submodule.path.str(), nullptr);
  std::vector<FileReport> files;
  files.reserve(std::accumulate(works.begin(), works.end(), size_t{0},
      [](size_t sum, const std::vector<git::Work>& list) { return sum + list.size(); }));
  for (const std::vector<git::Work>& list : works)
    for (const git::Work& work : list) files.push_back(report_of(work, by_path, options));
  return files;
}

git::Patches settled_patches(const std::vector<git::Work>& works, std::deque<git::Patch>& kept) {
  git::Patches list;
  for (const git::Work& work : works) {
    git::Patch& patch = kept.emplace_back();
    patch.old_name = work.old_name;
    patch.new_name = work.new_name;
    patch.old_mode = work.old_mode;
    patch.new_mode = work.new_mode;
    patch.is_new = is_new(work);
    patch.is_delete = is_delete(work);
    patch.is_rename = work.patch->is_rename;
    patch.is_copy = work.patch->is_copy;
    patch.score = work.patch->score;
    list.push_back(&patch);
  }
  return list;
}

}  // namespace aptix::ops
