#include "ops/apply/describe_files.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace aptix::ops {
namespace {

EditReport describe(const Edit& edit, const EditOutcome& outcome) {
  return {.status = outcome.status,
      .rule = outcome.rule,
      .line = outcome.line,
      .offset = outcome.offset,
      .places = outcome.places,
      .pointer = edit.origin.pointer};
}

}  // namespace

std::vector<FileReport> describe_files(const Plan& plan, const ChangeSet& changes, Done done_or_not) {
  bool done = done_or_not == Done::yes;
  std::vector<FileReport> files;
  files.reserve(plan.files.size());
  std::unordered_map<std::string_view, size_t> places;
  places.reserve(plan.files.size());
  for (size_t i = 0; i < plan.files.size(); ++i) {
    const FileEdit& entry = plan.files[i];
    auto [place, is_new] = places.try_emplace(entry.path.str(), files.size());
    if (is_new) {
      FileReport& file = files.emplace_back();
      file.path = entry.path.str();
      file.doc_path = entry.names.doc_path;
      file.operation = name(entry.operation);
      file.status = "unchanged";
    }
    FileReport& file = files[place->second];
    if (entry.from && file.from.empty()) {
      file.from = entry.from->str();
      file.operation = name(entry.operation);
    }
    if (i >= changes.outcomes.size()) continue;
    if (file.edits.empty()) file.edits.reserve(changes.outcomes[i].edits.size());
    for (size_t k = 0; k < changes.outcomes[i].edits.size() && k < entry.edits.size(); ++k) {
      file.edits.push_back(describe(entry.edits[k], changes.outcomes[i].edits[k]));
      if (file.edits.back().status == EditStatus::failed) file.status = "failed";
    }
  }
  std::unordered_set<std::string_view> sources;
  for (const FileChange& change : changes.changes)
    if (change.from) sources.insert(change.from->str());
  for (const FileChange& change : changes.changes) {
    auto [place, is_new] = places.try_emplace(change.path.str(), files.size());
    if (is_new) {                                         // what a rename took away
      if (sources.contains(change.path.str())) continue;  // told with its target
      files.emplace_back(FileReport{.path = change.path.str(), .operation = std::string(name(Operation::remove))});
    }
    FileReport& file = files[place->second];
    bool came_again = change.after_exists && file.operation == name(Operation::remove);
    if (came_again) file.operation = name(change.before.exists ? Operation::write : Operation::create);
    if (file.status != "failed") file.status = done ? "changed" : "held";
    file.before_sha = change.before.exists ? change.before_sha.hex() : std::string();
    file.after_sha = done && change.after_exists ? change.after_sha.hex() : std::string();
    file.lines_added = change.lines_added;
    file.lines_removed = change.lines_removed;
  }
  for (const KeptFile& kept : changes.kept) {
    auto place = places.find(kept.path.str());
    if (place == places.end()) continue;  // the source of a copy
    files[place->second].before_sha = files[place->second].after_sha = kept.sha.hex();
  }
  return files;
}

void describe_left_out(const Plan& all, const Counts& left_out, std::vector<FileReport>& files) {
  if (left_out.empty()) return;
  std::unordered_map<std::string, size_t> places;
  for (size_t i = 0; i < files.size(); ++i) places.emplace(files[i].path, i);
  std::unordered_map<std::string_view, const FileEdit*> entries;
  for (const FileEdit& entry : all.files) entries.emplace(entry.path.str(), &entry);
  for (const auto& [path, count] : left_out) {
    auto [place, is_new] = places.try_emplace(std::string(path.str()), files.size());
    if (is_new) {
      const FileEdit& entry = *entries.at(path.str());
      FileReport& skipped = files.emplace_back(
          FileReport{.path = entry.path.str(), .from = entry.from ? entry.from->str() : std::string()});
      skipped.operation = name(entry.operation);
      skipped.status = "skipped";
    }
    files[place->second].left_out = count;
  }
}

}  // namespace aptix::ops
