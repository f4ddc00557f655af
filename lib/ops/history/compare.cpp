#include "ops/history/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text/text.h"
#include "base/text/trim.h"

namespace aptix::ops {
namespace {

// Collects the files of a ChangeSet, each path once.
class Comparison {
 public:
  explicit Comparison(Versions& versions) : versions_(versions) {}

  void add(const Result<FileVersion>& from, const Result<FileVersion>& to) {
    if (!from) return fail_with(from.error());
    if (!to) return fail_with(to.error());
    bool moved = from->state.exists && to->state.exists && from->path != to->path;
    bool same_kind = !to->state.exists || from->state.kind == to->state.kind;
    if (!moved && same_kind && is_same_text(from->state, to->state)) return;
    auto before = versions_.text_of(*from);
    auto after = versions_.text_of(*to);
    if (!before) return fail_with(before.error());
    if (!after) return fail_with(after.error());
    const std::string& path = to->state.exists ? to->path : from->path;
    if (moved) append(from->path, &from->state, *before, nullptr, {}, "");
    append(path, from->state.exists ? &from->state : nullptr, *before, to->state.exists ? &to->state : nullptr, *after,
        moved ? from->path : "");
  }

  Outcome<ChangeSet> take() { return std::move(out_); }

 private:
  void fail_with(const Error& error) { out_.diagnostics.errors.push_back(error); }

  void append(const std::string& path, const disk::StoredState* before, const OwnedText& old_text,
      const disk::StoredState* after, const OwnedText& new_text, const std::string& from) {
    auto name = RelPath::parse(path, PathRules::git);
    auto old_name = RelPath::parse(from, PathRules::git);
    if (!name) return fail_with(name.error());
    if (!done_.insert(path).second) return;
    ChangeSet& changes = out_.value;
    FileChange change{.path = *name};
    changes.owners.insert(changes.owners.end(), {old_text.owner, new_text.owner});
    if (old_name) {
      change.from = *old_name;
      change.compared_with = old_text.bytes;
    } else if (before != nullptr) {
      change.before.exists = true;
      change.before.kind = before->kind;
      change.before.mode = before->mode;
      change.before.bytes = change.compared_with = old_text.bytes;
    }
    if (after != nullptr) change.set_after(after->kind, after->mode, new_text.bytes);
    changes.changes.push_back(std::move(change));
  }

  Versions& versions_;
  std::set<std::string> done_;
  Outcome<ChangeSet> out_;
};

// named: the person named the file, so a missing version is an error. found: the file counts as new.
enum class How : bool { found, named };
Result<FileVersion> default_version(Versions& versions, const std::string& path, How how) {
  if (const Touch* newest = versions.timeline().newest(path))
    return versions.version(path, {.kind = VersionName::Kind::transaction, .id = newest->record->id});
  VersionName head{.kind = VersionName::Kind::git, .revision = "HEAD"};
  TRY_ASSIGN(known, versions.knows_git("HEAD"));
  auto in_git = known ? versions.version(path, head) : Result<FileVersion>(FileVersion{});
  if (!in_git || in_git->state.exists || how == How::found) return in_git;
  return fail_at(path, Code::version_unknown,
      fmt::format("there is no earlier version of '{}'", escape_for_display(path)),
      "'aptix log' lists what was changed");
}

Result<std::vector<std::string>> paths_of_places(
    Versions& versions, const CompareRequest& request, const std::vector<std::string>& touched) {
  VersionName from = request.from.value_or(VersionName{});
  TRY_ASSIGN(has_commit, request.from ? Result<bool>(false) : versions.knows_git("HEAD"));
  if (has_commit) from = {.kind = VersionName::Kind::git, .revision = "HEAD"};
  auto untracked =
      request.to.kind == VersionName::Kind::disk ? Versions::Untracked::listed : Versions::Untracked::left_out;
  TRY_ASSIGN(paths, expand(versions, request.paths, touched, from, request.to, untracked));
  for (const VersionName* side : {&std::as_const(from), &request.to})
    if (side->kind == VersionName::Kind::git) TRY(versions.load_from_git(paths, side->revision));
  return paths;
}

// All files that may differ if one of the two versions is a checkpoint.
Result<std::vector<std::string>> paths_of_checkpoints(Versions& versions, const CompareRequest& request) {
  std::set<std::string> paths;
  for (const VersionName& side : {request.from.value_or(VersionName{}), request.to}) {
    if (side.kind != VersionName::Kind::checkpoint) continue;
    TRY_ASSIGN(of_side, versions.paths_of_checkpoint(side.revision));
    paths.insert(of_side.begin(), of_side.end());
  }
  return expand(request.paths, {paths.begin(), paths.end()}, request.below);
}

}  // namespace

std::vector<std::string> expand(
    const std::vector<std::string>& places, const std::vector<std::string>& touched, std::string_view below) {
  std::set<std::string> paths;
  for (const std::string& place : places) {
    size_t before = paths.size();
    for (const std::string& path : touched)
      if (path == place || rest_below(path, place)) paths.insert(path);
    if (paths.size() == before) paths.insert(place);
  }
  if (places.empty())
    for (const std::string& path : touched)
      if (rest_below(path, below)) paths.insert(path);
  return {paths.begin(), paths.end()};
}

Result<std::vector<std::string>> expand(Versions& versions, const std::vector<std::string>& places,
    const std::vector<std::string>& touched, const VersionName& from, const VersionName& to,
    Versions::Untracked untracked) {
  using Kind = VersionName::Kind;
  std::set<std::string> paths;
  for (const std::string& place : places) {
    std::vector<std::string> known = expand({place}, touched, "");
    bool is_folder = versions.is_folder(place);
    paths.insert(known.begin(), known.end());
    if (is_folder && std::find(touched.begin(), touched.end(), place) == touched.end()) paths.erase(place);
    bool is_file = versions.timeline().knows(place) && !is_folder;
    if (is_file || (from.kind != Kind::git && to.kind != Kind::git)) continue;
    TRY_ASSIGN(changed, versions.changed_in_git(place, from, to, untracked));
    bool was_folder =
        std::ranges::any_of(changed, [&](const std::string& path) { return rest_below(path, place).has_value(); });
    if (was_folder && !versions.timeline().knows(place)) paths.erase(place);
    paths.insert(changed.begin(), changed.end());
  }
  return std::vector<std::string>(paths.begin(), paths.end());
}

Outcome<ChangeSet> compare(Versions& versions, const CompareRequest& request) {
  using Kind = VersionName::Kind;
  bool by_id = request.from && request.from->kind == Kind::transaction;
  bool since = request.paths.empty() && by_id;
  Comparison comparison(versions);
  if (since && versions.timeline().find(request.from->id) == nullptr)
    return aptix::fail(
        Code::version_unknown, fmt::format("there is no transaction {}", request.from->id), "'aptix log' lists them");
  const Timeline& timeline = versions.timeline();
  std::vector<std::string> touched =
      by_id ? timeline.touched(since ? request.from->id + 1 : 0, UINT64_MAX) : timeline.touched();
  std::vector<std::string> paths = expand(request.paths, touched, request.below);
  bool names_checkpoint =
      request.to.kind == Kind::checkpoint || (request.from && request.from->kind == Kind::checkpoint);
  if (names_checkpoint) TRY_SET(paths, paths_of_checkpoints(versions, request));
  else if (!request.paths.empty()) TRY_SET(paths, paths_of_places(versions, request, touched));
  for (const std::string& path : paths) {
    bool named = std::find(request.paths.begin(), request.paths.end(), path) != request.paths.end();
    How how = named ? How::named : How::found;
    auto from = request.from ? versions.version(path, *request.from) : default_version(versions, path, how);
    auto to = versions.version(path, request.to);
    // A file that had another name then may exist under that name now.
    if (from && to && from->path != path && !to->state.exists) to = versions.version(from->path, request.to);
    comparison.add(from, to);
  }
  Outcome<ChangeSet> changes = comparison.take();
  changes.diagnostics.add({.warnings = versions.later_bases()});
  return changes;
}

Outcome<ChangeSet> changes_of_range(Versions& versions, uint64_t first, uint64_t last) {
  Comparison comparison(versions);
  const Timeline& timeline = versions.timeline();
  for (const std::string& path : timeline.touched(first, last)) {
    FileVersion before{.state = timeline.state_after(path, first - 1).value_or(disk::StoredState{}), .path = path};
    FileVersion after{.state = timeline.state_after(path, last).value_or(disk::StoredState{}), .path = path};
    comparison.add(before, after);
  }
  return comparison.take();
}

}  // namespace aptix::ops
