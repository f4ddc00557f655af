#include "ops/apply/describe_files.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace aptix::ops {
namespace {

// One for each path. Views the paths that it is asked for.
class ReportsByPath {
 public:
  struct Found {
    FileReport& file;
    bool is_new;
  };
  Found at(std::string_view path) {
    auto [place, is_new] = places_.try_emplace(path, files_.size());
    if (is_new) files_.emplace_back().path = path;
    return {files_[place->second], is_new};
  }
  FileReport* find(std::string_view path) {
    auto place = places_.find(path);
    return place == places_.end() ? nullptr : &files_[place->second];
  }
  void reserve(size_t count) {
    files_.reserve(count);
    places_.reserve(count);
  }
  std::vector<FileReport> take() && { return std::move(files_); }

 private:
  std::vector<FileReport> files_;
  std::unordered_map<std::string_view, size_t> places_;
};

FileReport& add_entry(const FileEdit& entry, ReportsByPath& reports) {
  auto [file, is_new] = reports.at(entry.path.str());
  if (is_new) {
    file.doc_path = entry.names.doc_path;
    file.operation = name(entry.operation);
    file.status = "unchanged";
  }
  if (entry.from && file.from.empty()) {
    file.from = entry.from->str();
    file.operation = name(entry.operation);
  }
  return file;
}

void add_edits(const FileEdit& entry, const FileOutcome& outcome, FileReport& file) {
  if (file.edits.empty()) file.edits.reserve(outcome.edits.size());
  for (size_t k = 0; k < outcome.edits.size() && k < entry.edits.size(); ++k) {
    file.edits.push_back(edit_report(outcome.edits[k], entry.edits[k].origin.pointer));
    if (file.edits.back().status == EditStatus::failed) file.status = "failed";
  }
}

void add_change(const FileChange& change, Done done, ReportsByPath& reports) {
  auto [file, is_new] = reports.at(change.path.str());
  if (is_new) file.operation = name(Operation::remove);  // what a rename took away
  bool came_again = change.after_exists && file.operation == name(Operation::remove);
  bool made = change.after_exists && !change.before.exists && file.from.empty();
  if (made || came_again) file.operation = name(change.before.exists ? Operation::write : Operation::create);
  if (file.status != "failed") file.status = done == Done::yes ? "changed" : "held";
  if (change.before.exists) file.before_sha = change.before_sha;
  if (done == Done::yes && change.after_exists) file.after_sha = change.after_sha;
  file.lines_added = change.lines_added;
  file.lines_removed = change.lines_removed;
}

}  // namespace

std::vector<FileReport> describe_files(const Plan& plan, const ChangeSet& changes, Done done) {
  ReportsByPath reports;
  reports.reserve(plan.files.size());
  for (size_t i = 0; i < plan.files.size(); ++i) {
    FileReport& file = add_entry(plan.files[i], reports);
    if (i < changes.outcomes.size()) add_edits(plan.files[i], changes.outcomes[i], file);
  }
  std::unordered_set<std::string_view> sources;
  for (const FileChange& change : changes.changes)
    if (change.from) sources.insert(change.from->str());
  for (const FileChange& change : changes.changes) {
    std::string_view path = change.path.str();
    bool told_with_target = sources.contains(path) && reports.find(path) == nullptr;
    if (!told_with_target) add_change(change, done, reports);
  }
  for (const KeptFile& kept : changes.kept)
    if (FileReport* file = reports.find(kept.path.str()); file != nullptr)  // null: the source of a copy
      file->before_sha = file->after_sha = kept.sha;
  return std::move(reports).take();
}

}  // namespace aptix::ops
