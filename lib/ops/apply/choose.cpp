#include "ops/apply/steps.h"

#include <fmt/format.h>

#include <string_view>
#include <unordered_map>

#include "base/text/text.h"

namespace aptix::ops {
namespace {

Diagnostic changed_meanwhile(const RelPath& path) {
  return error_at(path.str(), Code::file_changed,
      fmt::format("'{}' was changed while you were asked about it", escape_for_display(path.str())),
      "run the command again, to see the change as it would be made now");
}

// REQUIRES: hash_changes().
std::map<RelPath, Sha256> files_before(const ChangeSet& changes) {
  std::map<RelPath, Sha256> files;
  for (const FileChange& change : changes.changes) files.emplace(change.path, change.before_sha);
  for (const KeptFile& kept : changes.kept) files.emplace(kept.path, kept.sha);
  return files;
}

}  // namespace

Outcome<PersonsChoice> choose(
    Plan& plan, Outcome<ChangeSet>& resolved, const Resolve& resolve, const ApplyRequest& request) {
  Outcome<PersonsChoice> out;
  PersonsChoice& choice = out.value;
  choice.all = plan.files;
  ChangeSet& changes = resolved.value;
  hash_changes(changes, request.commit.threads);
  choice.shown = files_before(changes);
  auto reviewed = review(plan, changes, resolved.diagnostics.warnings, resolve, *request.reviewer);
  choice.ends = !reviewed;
  if (!reviewed) {
    out.diagnostics.errors.push_back(std::move(reviewed).error());
    return out;
  }
  choice.was_made = true;
  choice.left_out = std::move(reviewed->left_out);
  choice.by_hand = std::move(reviewed->by_hand);
  if (changes.changes.empty()) return out;
  plan.files = std::move(reviewed->files);
  choice.ends = !reviewed->any;
  return out;
}

void hold_to_shown(const PersonsChoice& choice, Outcome<ChangeSet>& resolved, unsigned threads) {
  hash_changes(resolved.value, threads);
  std::vector<Diagnostic> errors;
  for (const auto& [path, sha] : files_before(resolved.value)) {
    auto before = choice.shown.find(path);
    if (before == choice.shown.end() || before->second != sha) errors.push_back(changed_meanwhile(path));
  }
  if (errors.empty()) return;
  resolved.diagnostics = {.errors = std::move(errors)};
  resolved.value.outcomes.clear();
}

void describe_choice(const PersonsChoice& choice, std::vector<FileReport>& files) {
  if (!choice.was_made) return;
  std::unordered_map<std::string, size_t> places;
  for (size_t i = 0; i < files.size(); ++i) places.emplace(files[i].path, i);
  std::unordered_map<std::string_view, const FileEdit*> entries;
  for (const FileEdit& entry : choice.all) entries.emplace(entry.path.str(), &entry);
  for (const auto& [path, count] : choice.left_out) {
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
  for (const RelPath& path : choice.by_hand)
    if (auto place = places.find(path.str()); place != places.end()) files[place->second].by_hand = true;
}

}  // namespace aptix::ops
